//! Tables of earlier versions of this program.

use std::borrow::Cow;
use std::path::Path;

use sqlx::Connection;
use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnection;

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
