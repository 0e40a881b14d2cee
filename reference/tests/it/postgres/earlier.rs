//! Tables of earlier versions of this program.

use std::borrow::Cow;
use std::path::Path;

use sqlx::Connection;
use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnection;

use referral_reference::store::{Store, StoreError};

use crate::database::Database;
use crate::postgres::cluster::Cluster;

/// Migrates the database to the version with this number of migrations.
async fn migrate(connection: &mut PgConnection, migrations: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/postgres");
    let all = Migrator::new(folder).await.unwrap();
    let some = all.iter().take(migrations).cloned().collect();
    let migrator = Migrator { migrations: Cow::Owned(some), ..all };
    migrator.run_direct(None, connection, false).await.unwrap();
}

#[tokio::test]
async fn accounts_of_one_name_keep_their_data_under_names_of_their_own() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let database = Database::schema_of(&cluster.url()).await;
    let mut connection = PgConnection::connect(&database.url()).await.unwrap();
    migrate(&mut connection, 5).await;
    let rows = "INSERT INTO accounts (uuid, name)
        VALUES ('account_3', 'One'), ('account_1', 'One'), ('account_2', 'Two');
        INSERT INTO users (uuid, account_uuid, name, email, is_owner)
        VALUES ('user_1', 'account_3', 'Bo', 'bo@example.com', TRUE)";
    sqlx::raw_sql(rows).execute(&mut connection).await.unwrap();
    let accounts = database.open().await.accounts().await.unwrap();
    let names: Vec<_> =
        accounts.iter().map(|summary| (summary.account.name.as_str(), summary.users)).collect();
    assert_eq!(names, [("One", 0), ("One (account_3)", 1), ("Two", 0)]);
}

#[tokio::test]
async fn tables_of_a_newer_version_or_another_program_are_refused() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let database = Database::schema_of(&cluster.url()).await;
    let mut connection = PgConnection::connect(&database.url()).await.unwrap();
    migrate(&mut connection, 7).await;
    let later =
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        VALUES (1009, 'later', TRUE, ''::bytea, 1)";
    sqlx::raw_sql(later).execute(&mut connection).await.unwrap();
    let refused = Store::open(&database.url()).await.unwrap_err();
    assert!(matches!(refused, StoreError::Newer { .. }), "{refused}");

    let database = Database::schema_of(&cluster.url()).await;
    let mut connection = PgConnection::connect(&database.url()).await.unwrap();
    let other = "CREATE TABLE accounts (way TEXT)";
    sqlx::raw_sql(other).execute(&mut connection).await.unwrap();
    let refused = Store::open(&database.url()).await.unwrap_err();
    assert!(matches!(refused, StoreError::Foreign { .. }), "{refused}");
    let made = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
    assert!(!sqlx::query_scalar::<_, bool>(made).fetch_one(&mut connection).await.unwrap());
}
