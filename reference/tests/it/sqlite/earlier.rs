//! Files of earlier and later versions of this program.

use std::path::Path;

use referral_reference::domain::id::{AccountId, RecommendationId};
use referral_reference::domain::page::PageRequest;
use referral_reference::store::{PayoutView, Store, StoreError};

use crate::database::Database;

/// The recorded migrations. The first five are recorded as by sqlx's migrator.
const APPLIED: [(&str, &str, &str); 9] = [
    (
        "0001_six_operations.sql",
        "six operations",
        "4508DA99766EDE1D7FE631BEFDC9BA38F60343D5D12E41E402C6F73CA5FA9BF974F03D4D256D55CEE15679AAB99279E7",
    ),
    (
        "0002_people.sql",
        "people",
        "FEB13D32DE38335420D1FEAEEB08C292D10540810EBEA822A5C294B82711D85580220546BA2ED4C0DF50F1C33D0D4B57",
    ),
    (
        "0003_growth.sql",
        "growth",
        "A60B3D982103D20734461A8B0FC16B8DCC2776BD4FFF63C3C816FC9A7CE904B7D73344F701F62B236C1EF872A1163546",
    ),
    (
        "0004_archived_applications.sql",
        "archived applications",
        "138CC09551087713C451A6680ED2D46EF59EAAAA6C691A3A6616A95A82B4720D423F09110761DA84E6139862A066E42E",
    ),
    (
        "0005_subscriber_totals.sql",
        "subscriber totals",
        "82291C962611C400D67DA4ABC4BC4D5403440BFE560FFB2A13484A7C8E4EF67ACD6D979FA59980C001F90911560AB570",
    ),
    (
        "0006_referrers.sql",
        "referrers",
        "C3784AB37A7A97A5DB0C3C6B58B20AEB50884202C56C2C3048400739F68147E0E455EA2D2C031E0D4845F6E9FB769A6B",
    ),
    (
        "0007_referral_totals.sql",
        "referral totals",
        "5C788331FDA35223E9CF46AACA5DB792557C06A7ACA29FBCD1A31ED24BB875441A8B2E77222C0D850753C52DC9C6C42A",
    ),
    (
        "0008_account_names.sql",
        "account names",
        "2B536A05DA2C7C5E4962297D5633467486D354E3D240721CB47495C9527C11BFE5A81B3B962079469BD6F60C93748E2E",
    ),
    (
        "0009_list_totals.sql",
        "list totals",
        "C431E8FAEAEFEC8AC013137D0086649F6AB510ECCD10DB4E0821D9918B4FA81E174F156E8F4CDF7A61C38A72B3B5608A",
    ),
];

/// The table of migrations, as that version created it.
const TABLE: &str = "CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);";

/// Two accounts, in the columns of the first version.
const ACCOUNTS: &str = "
    INSERT INTO accounts (uuid, name) VALUES ('account_1', 'One'), ('account_2', 'Two');
    INSERT INTO users (uuid, account_uuid, name, email) VALUES
        ('user_2', 'account_1', 'Bo', 'bo@example.com'),
        ('user_1', 'account_1', 'Cy', 'cy@example.com'),
        ('user_3', 'account_2', 'Di', 'di@example.com');";

/// A file as the version with this number of migrations left it.
fn made_by(migrations: usize) -> Database {
    let database = Database::file();
    let file = database.beside();
    file.execute_batch(TABLE).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/sqlite");
    for (number, (name, description, checksum)) in (1..=migrations).zip(APPLIED) {
        let tables = std::fs::read_to_string(folder.join(name)).unwrap();
        file.execute_batch(&tables).unwrap();
        let note = format!(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
             VALUES ({number}, '{description}', TRUE, x'{checksum}', 2677952)"
        );
        file.execute_batch(&note).unwrap();
        if number == 1 {
            file.execute_batch(ACCOUNTS).unwrap();
        }
    }
    if migrations > 1 {
        let owners = "UPDATE users SET is_owner = 1 WHERE uuid IN ('user_1', 'user_3')";
        file.execute_batch(owners).unwrap();
    }
    database
}

async fn versions(database: &Database) -> Vec<(i64, String, bool)> {
    let query = "SELECT version, hex(checksum), success FROM _sqlx_migrations ORDER BY version";
    database.look(query).await.unwrap()
}

#[tokio::test]
async fn files_of_earlier_versions_are_migrated_without_loss() {
    for migrations in 1..=APPLIED.len() {
        let database = made_by(migrations);
        let store = database.open().await;
        for (account, expected) in [("account_1", &["Cy", "Bo"][..]), ("account_2", &["Di"])] {
            let team = store.team(&AccountId::new(account)).await.unwrap();
            let names: Vec<_> = team.members.iter().map(|member| member.name.as_str()).collect();
            assert_eq!(names, expected, "{migrations}");
        }
        let account = store.account(&AccountId::new("account_1")).await.unwrap();
        assert_eq!(account.unwrap().esp, None);
        // Recorded as that version would have, so that it can continue.
        let noted = versions(&database).await;
        let expected = APPLIED.iter().map(|(.., checksum)| *checksum);
        assert!(noted.iter().map(|migration| migration.1.as_str()).eq(expected), "{noted:?}");
        let numbers = noted.iter().map(|migration| (migration.0, migration.2));
        assert!(numbers.eq((1..).zip(&APPLIED).map(|(number, _)| (number, true))), "{noted:?}");
    }
}

/// Two people of one recommendation; rows that these refer to are left out.
const REFERRALS: &str = "
    PRAGMA foreign_keys = OFF;
    INSERT INTO partner_profiles (account_uuid, uuid) VALUES ('account_1', 'partner_1');
    INSERT INTO recommendations (account_uuid, uuid, publication_uuid, program_uuid, status, ref_code, cpa, max_payout,
        name, created_at)
    VALUES ('account_1', 'one', 'pub_1', 'program_1', 'active', 'code', 1, 1, 'One', 0);
    INSERT INTO referrals (account_uuid, recommendation_uuid, email_normalised, email, upscribe_uuid, created_at)
    VALUES ('account_1', 'one', 'bo@example.com', 'bo@example.com', 'upscribe_1', 0),
        ('account_1', 'one', 'cy@example.com', 'cy@example.com', 'upscribe_1', 0);";

#[tokio::test]
async fn referrals_of_earlier_versions_are_counted() {
    let database = made_by(6);
    database.beside().execute_batch(REFERRALS).unwrap();
    let store = database.open().await;
    let (account, uuid) = (AccountId::new("account_1"), RecommendationId::new("one"));
    let recommendation = store.recommendation(&account, &uuid).await.unwrap();
    assert_eq!(recommendation.unwrap().referrals, 2);
}

#[tokio::test]
async fn lists_of_earlier_versions_are_counted() {
    let database = made_by(8);
    database.beside().execute_batch(REFERRALS).unwrap();
    let payouts = "
        INSERT INTO payouts (account_uuid, uuid, partner_uuid, period_start, period_end, created_at)
        VALUES ('account_1', 'one', 'p_one', 0, 0, 0), ('account_1', 'two', 'p_two', 0, 0, 0);
        INSERT INTO publications (account_uuid, uuid, name, auto_pilot, partner_categories, status, created_at)
        VALUES ('account_1', 'pub_1', 'One', 0, '', 'active', 0);
        INSERT INTO ledger_entries (account_uuid, payout_uuid, position, source, amount, publication_uuid,
            confirmations, deferred)
        VALUES ('account_1', 'one', 0, 'commission', 1, 'pub_1', 1, 0),
            ('account_1', 'one', 1, 'commission', 1, 'pub_1', 1, 0),
            ('account_1', 'two', 0, 'affiliate', 1, NULL, NULL, 0);";
    database.beside().execute_batch(payouts).unwrap();
    let store = database.open().await;
    let (account, page) = (AccountId::new("account_1"), PageRequest::default());
    let of_account = store.payouts(&account, PayoutView::Account, page).await.unwrap();
    assert_eq!((of_account.total, of_account.items.len()), (1, 1));
    let of_profile = store.payouts(&account, PayoutView::Profile, page).await.unwrap();
    assert_eq!((of_profile.total, of_profile.items.len()), (2, 2));
    assert_eq!(store.recommendations(&account, page).await.unwrap().total, 1);
}

#[tokio::test]
async fn accounts_of_one_name_keep_their_data_under_names_of_their_own() {
    let database = made_by(7);
    let more =
        "INSERT INTO accounts (uuid, name) VALUES ('account_4', 'One'), ('account_3', 'One')";
    database.beside().execute_batch(more).unwrap();
    let accounts = database.open().await.accounts().await.unwrap();
    let names: Vec<_> = accounts
        .iter()
        .map(|summary| {
            (summary.account.uuid.as_str(), summary.account.name.as_str(), summary.users)
        })
        .collect();
    let expected = [
        ("account_1", "One", 2),
        ("account_3", "One (account_3)", 0),
        ("account_4", "One (account_4)", 0),
        ("account_2", "Two", 1),
    ];
    assert_eq!(names, expected);
}

async fn refused(database: &Database) -> String {
    let refused = Store::open(&database.url()).await.unwrap_err();
    assert!(matches!(refused, StoreError::Migrate(_)));
    let cause = std::error::Error::source(&refused).unwrap();
    format!("{refused}: {cause}")
}

#[tokio::test]
async fn file_of_a_later_version_or_with_other_tables_is_refused() {
    let database = made_by(5);
    let later = "INSERT INTO _sqlx_migrations VALUES (99, 'later', '2030-01-01', TRUE, x'00', 1)";
    database.beside().execute_batch(later).unwrap();
    let newer = Store::open(&database.url()).await.unwrap_err();
    assert!(matches!(newer, StoreError::Newer { .. }), "{newer}");
    assert!(newer.to_string().contains("is of a newer version of this program"), "{newer}");

    let database = made_by(5);
    let other = "UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 3";
    database.beside().execute_batch(other).unwrap();
    insta::assert_snapshot!(refused(&database).await, @"cannot bring the tables of the database to this version of the program: migration 3 was previously applied but has been modified");
}

#[tokio::test]
async fn failed_migration_leaves_the_file_unchanged() {
    let database = made_by(4);
    let in_the_way = "CREATE TABLE subscriber_totals (way TEXT)";
    database.beside().execute_batch(in_the_way).unwrap();
    let before = versions(&database).await;
    refused(&database).await;
    assert_eq!(versions(&database).await, before);
    let query = "SELECT name FROM pragma_table_info('subscribers') WHERE name = 'advocate'";
    let columns: Vec<(String,)> = database.look(query).await.unwrap();
    assert_eq!(columns, [], "the first half of the migration");

    let away = "DROP TABLE subscriber_totals";
    database.beside().execute_batch(away).unwrap();
    database.open().await;
    assert_eq!(versions(&database).await.len(), APPLIED.len());
}

#[tokio::test]
async fn file_of_another_program_is_refused_and_unchanged() {
    let other = TABLE.to_owned()
        + "INSERT INTO _sqlx_migrations VALUES (20300101, 'other', '2030-01-01', TRUE, x'00', 1)";
    let tables = ["CREATE TABLE books (title TEXT)", "CREATE TABLE accounts (way TEXT)", &other];
    for table in tables {
        let database = Database::file();
        database.beside().execute_batch(table).unwrap();
        let schema = "SELECT name FROM sqlite_schema WHERE type = 'table'";
        let before: Vec<(String,)> = database.look(schema).await.unwrap();
        let refused = Store::open(&database.url()).await.unwrap_err();
        assert!(matches!(refused, StoreError::Foreign { .. }), "{refused}");
        assert!(refused.to_string().contains("is not a database of this program"), "{refused}");
        assert_eq!(database.look::<(String,)>(schema).await.unwrap(), before);
        let mode: String =
            database.beside().query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
        assert_eq!(mode, "delete");
    }
}
