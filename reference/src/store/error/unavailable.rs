//! Errors of a database that are transient, or go away once an operator has fixed their cause.

use rusqlite::ffi;

use crate::store::error::DatabaseError;

/// Why the database cannot serve a request that may succeed later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unavailable {
    /// It is unreachable, locked by others, or interrupted the statement.
    Busy,
    /// Its disk is full.
    Full,
    /// Its files are missing, replaced, damaged or read-only, or the disk fails.
    Storage,
}

impl DatabaseError {
    /// Why the database is unavailable, or `None` if a retry fails as well.
    pub(crate) fn unavailable(&self) -> Option<Unavailable> {
        match self {
            DatabaseError::TimedOut | DatabaseError::TransactionLost => Some(Unavailable::Busy),
            DatabaseError::FileMoved | DatabaseError::FileTruncated | DatabaseError::SyncFailed => {
                Some(Unavailable::Storage)
            }
            DatabaseError::Commit(error) => error.unavailable().or(Some(Unavailable::Busy)),
            DatabaseError::Sqlite(_) => self.sqlite_code().and_then(classify_sqlite),
            DatabaseError::Postgres(error) => classify_postgres(error),
            DatabaseError::NoRow | DatabaseError::Unreadable { .. } | DatabaseError::Closed => None,
        }
    }
}

/// A foreign key fails only if the account was removed after the key was checked: a retry finds that out.
fn classify_sqlite(code: i32) -> Option<Unavailable> {
    if code == ffi::SQLITE_CONSTRAINT_FOREIGNKEY {
        return Some(Unavailable::Busy);
    }
    // The low byte is the primary result code.
    match code & 0xff {
        ffi::SQLITE_BUSY | ffi::SQLITE_LOCKED => Some(Unavailable::Busy),
        ffi::SQLITE_FULL => Some(Unavailable::Full),
        ffi::SQLITE_READONLY
        | ffi::SQLITE_IOERR
        | ffi::SQLITE_CORRUPT
        | ffi::SQLITE_CANTOPEN
        | ffi::SQLITE_NOTADB => Some(Unavailable::Storage),
        _ => None,
    }
}

fn classify_postgres(error: &sqlx::Error) -> Option<Unavailable> {
    let error = match error {
        sqlx::Error::Io(_) => return Some(Unavailable::Busy),
        sqlx::Error::Database(error) => error,
        _ => return None,
    };
    match error.code()?.as_ref() {
        // Disk full.
        "53100" => Some(Unavailable::Full),
        // Read-only transaction.
        "25006" => Some(Unavailable::Storage),
        // Lock not available; foreign key.
        "55P03" | "23503" => Some(Unavailable::Busy),
        code => match code.get(..2)? {
            // System error.
            "58" => Some(Unavailable::Storage),
            // Connection, transaction rollback (serialization, deadlock), insufficient resources, operator intervention
            // (shutdown, time-out).
            "08" | "40" | "53" | "57" => Some(Unavailable::Busy),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    fn unavailable(error: rusqlite::Error) -> Option<Unavailable> {
        DatabaseError::Sqlite(error).unavailable()
    }

    #[test]
    fn full_or_read_only_file_is_unavailable_and_a_wrong_query_is_not() {
        let database = Connection::open_in_memory().unwrap();
        for (statement, expected) in [
            ("CREATE TABLE books (title TEXT UNIQUE)", None),
            ("INSERT INTO books VALUES ('a')", None),
            ("INSERT INTO books VALUES ('a')", Some(None)),
            ("SELECT nothing", Some(None)),
            ("PRAGMA max_page_count = 1", None),
            ("INSERT INTO books VALUES (hex(zeroblob(9999)))", Some(Some(Unavailable::Full))),
            ("PRAGMA query_only = TRUE", None),
            ("DELETE FROM books", Some(Some(Unavailable::Storage))),
        ] {
            let failed = database.execute_batch(statement).err().map(unavailable);
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
