//! Tables of later versions and of other programs.

use sqlx::Connection;
use sqlx::postgres::PgConnection;

use referral_reference::store::{Store, StoreError};

use crate::database::Database;
use crate::postgres::shared_cluster;

#[tokio::test]
async fn tables_of_a_newer_version_or_another_program_are_refused() {
    let Some(cluster) = shared_cluster() else {
        return;
    };
    let database = Database::schema_of(&cluster.url()).await;
    database.open().await;
    let mut connection = PgConnection::connect(&database.url()).await.unwrap();
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
