//! Which errors of a database are transient, or go away once an operator has fixed their cause.

use crate::store::error::DatabaseError;

/// Result codes of SQLite: busy, locked, read-only, disk I/O error, full, cannot open.
const SQLITE: [i32; 6] = [5, 6, 8, 10, 13, 14];

/// SQLSTATE classes of PostgreSQL: connection, transaction rollback (serialization, deadlock), insufficient resources,
/// operator intervention (shutdown, time-out) and system error.
const POSTGRES: [&str; 5] = ["08", "40", "53", "57", "58"];

/// SQLSTATE codes: lock not available, read-only transaction.
const POSTGRES_ALSO: [&str; 2] = ["55P03", "25006"];

pub(super) fn is_transient(error: &DatabaseError) -> bool {
    match error {
        DatabaseError::TimedOut
        | DatabaseError::FileMoved
        | DatabaseError::SyncFailed
        | DatabaseError::TransactionLost
        | DatabaseError::Commit(_) => true,
        // The low byte is the primary result code.
        DatabaseError::Sqlite(_) => {
            error.sqlite_code().is_some_and(|sqlite_code| SQLITE.contains(&(sqlite_code & 0xff)))
        }
        DatabaseError::Postgres(error) => is_transient_postgres(error),
        DatabaseError::NoRow | DatabaseError::Unreadable { .. } | DatabaseError::Closed => false,
    }
}

fn is_transient_postgres(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            let code = code.as_ref();
            POSTGRES_ALSO.contains(&code) || POSTGRES.iter().any(|class| code.starts_with(class))
        }),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rusqlite::Connection;

    use super::*;

    fn is_transient_sqlite(error: rusqlite::Error) -> bool {
        is_transient(&DatabaseError::Sqlite(error))
    }

    #[test]
    fn locked_file_is_transient() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("held.db");
        let holder = Connection::open(&path).unwrap();
        let other = Connection::open(&path).unwrap();
        other.busy_timeout(Duration::ZERO).unwrap();
        holder.execute_batch("BEGIN IMMEDIATE").unwrap();
        let refused = other.execute_batch("BEGIN IMMEDIATE").unwrap_err();
        let refused = DatabaseError::Sqlite(refused);
        assert!(refused.is_busy() && is_transient(&refused));
    }

    #[test]
    fn full_or_read_only_file_is_transient_and_a_wrong_query_is_not() {
        let database = Connection::open_in_memory().unwrap();
        for (statement, expected) in [
            ("CREATE TABLE books (title TEXT UNIQUE)", None),
            ("INSERT INTO books VALUES ('a')", None),
            ("INSERT INTO books VALUES ('a')", Some(false)),
            ("SELECT nothing", Some(false)),
            ("PRAGMA max_page_count = 1", None),
            ("INSERT INTO books VALUES (hex(zeroblob(9999)))", Some(true)),
            ("PRAGMA query_only = TRUE", None),
            ("DELETE FROM books", Some(true)),
        ] {
            let failed = database.execute_batch(statement).err().map(is_transient_sqlite);
            assert_eq!(failed, expected, "{statement}");
        }
    }

    #[test]
    fn only_unique_constraints_are_unique_violations() {
        let database = Connection::open_in_memory().unwrap();
        let table =
            "CREATE TABLE books (title TEXT UNIQUE CHECK (title <> ''), shelf TEXT PRIMARY KEY);
                     INSERT INTO books VALUES ('a', 'a')";
        database.execute_batch(table).unwrap();
        for (row, expected) in [("'a', 'b'", true), ("'b', 'a'", true), ("'', 'b'", false)] {
            let insert = format!("INSERT INTO books VALUES ({row})");
            let met = DatabaseError::Sqlite(database.execute_batch(&insert).unwrap_err());
            assert_eq!(met.is_unique_violation(), expected, "{row}");
        }
    }
}
