//! Files of later versions, of other programs, and files that cannot be migrated.

use referral_reference::store::{Store, StoreError};

use crate::database::Database;

/// Creates a table of migrations, and records one.
const OTHER_MIGRATION: &str = "
    CREATE TABLE _sqlx_migrations (version BIGINT, checksum BLOB);
    INSERT INTO _sqlx_migrations VALUES (20300101, x'00')";

async fn tables(database: &Database) -> Vec<(String,)> {
    database.look("SELECT name FROM sqlite_schema WHERE type = 'table'").await.unwrap()
}

#[tokio::test]
async fn file_of_a_later_version_is_refused() {
    let database = Database::file();
    database.open().await;
    let later = "INSERT INTO _sqlx_migrations VALUES (99, 'later', '2030-01-01', TRUE, x'00', 1)";
    database.beside().execute_batch(later).unwrap();
    let newer = Store::open(&database.url()).await.unwrap_err();
    assert!(matches!(newer, StoreError::Newer { .. }), "{newer}");
    assert!(newer.to_string().contains("is of a newer version of this program"), "{newer}");
}

#[tokio::test]
async fn failed_migration_leaves_the_file_unchanged() {
    let database = Database::file();
    database.beside().execute_batch("CREATE VIEW list_totals AS SELECT 1").unwrap();
    let refused = Store::open(&database.url()).await.unwrap_err();
    assert!(matches!(refused, StoreError::Migrate(_)), "{refused}");
    assert_eq!(tables(&database).await, [], "no part of the migration");

    database.beside().execute_batch("DROP VIEW list_totals").unwrap();
    database.open().await;
}

#[tokio::test]
async fn file_of_another_program_is_refused_and_unchanged() {
    let others =
        ["CREATE TABLE books (title TEXT)", "CREATE TABLE accounts (way TEXT)", OTHER_MIGRATION];
    for other in others {
        let database = Database::file();
        database.beside().execute_batch(other).unwrap();
        let before = tables(&database).await;
        let refused = Store::open(&database.url()).await.unwrap_err();
        assert!(matches!(refused, StoreError::Foreign { .. }), "{refused}");
        assert!(refused.to_string().contains("is not a database of this program"), "{refused}");
        assert_eq!(tables(&database).await, before);
        let mode: String =
            database.beside().query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
        assert_eq!(mode, "delete");
    }
}
