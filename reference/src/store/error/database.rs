//! Errors of either database engine.

use std::sync::Arc;

use rusqlite::ffi;

/// An error of a statement, a transaction or a connection, of either engine.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// An error of SQLite.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// An error of PostgreSQL or of the connection to it.
    #[error(transparent)]
    Postgres(#[from] sqlx::Error),
    /// Another task of this process used the connection for too long.
    #[error("timed out waiting for a connection to the database")]
    TimedOut,
    /// The database file or its log is not the file that was opened.
    #[error("the database file was moved or replaced")]
    FileMoved,
    /// The database file is shorter than its pages.
    #[error("the database file was truncated")]
    FileTruncated,
    /// The log could not be synced once, so what is on the disk is not known until the database is opened again.
    #[error("the disk failed to sync; nothing is written until the service is restarted")]
    SyncFailed,
    /// The transaction was rolled back, possibly because of another statement; a retry may succeed.
    #[error("the transaction was rolled back")]
    TransactionLost,
    /// The commit of a batch of writers failed.
    #[error("the commit failed: {0}")]
    Commit(Arc<DatabaseError>),
    /// A statement that always returns a row returned none.
    #[error("the statement returned no row")]
    NoRow,
    /// A column has a value that this version cannot read.
    #[error("a {kind} cannot be read")]
    Unreadable {
        /// The expected kind of value.
        kind: &'static str,
    },
    /// The store was closed.
    #[error("the database is closed")]
    Closed,
}

impl DatabaseError {
    /// Whether a statement violated a unique constraint.
    pub(crate) fn is_unique_violation(&self) -> bool {
        match self {
            DatabaseError::Postgres(sqlx::Error::Database(error)) => error.is_unique_violation(),
            _ => matches!(
                self.sqlite_code(),
                Some(ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY)
            ),
        }
    }

    /// SQLite's extended result code.
    pub(crate) fn sqlite_code(&self) -> Option<i32> {
        match self {
            DatabaseError::Sqlite(
                rusqlite::Error::SqliteFailure(error, _)
                | rusqlite::Error::SqlInputError { error, .. },
            ) => Some(error.extended_code),
            _ => None,
        }
    }

    /// Whether another connection has locked the file.
    pub(crate) fn is_busy(&self) -> bool {
        // The low byte is the primary result code.
        self.sqlite_code().is_some_and(|code| code & 0xff == ffi::SQLITE_BUSY)
    }
}
