//! What a database, or the way to it, failed with.

use std::sync::Arc;

use rusqlite::ffi;

/// Why a statement, a transaction or an opening failed, on either engine.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// SQLite said so.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// PostgreSQL said so, or the way to it.
    #[error(transparent)]
    Postgres(#[from] sqlx::Error),
    /// Others of this process held too long what a statement needs: a connection, the turn to write.
    #[error("others held the database for too long")]
    TimedOut,
    /// What stands at the place of the database's file, or of its log, is not what was opened.
    #[error("the file of the database is not at its place any more")]
    Moved,
    /// What was written may not be on the disk.
    #[error("the disk did not take what was written: {0}")]
    Disk(#[from] std::io::Error),
    /// The disk once did not take what was written. Whoever opens the database anew finds out what it kept.
    #[error(
        "the disk failed before, so that nothing more is written until the service is started anew"
    )]
    Doubtful,
    /// The transaction is gone; the same may go well another time.
    #[error("the transaction was given up")]
    Lost,
    /// A commit failed that several writers shared.
    #[error("the commit failed: {0}")]
    Commit(Arc<DatabaseError>),
    /// A statement that has a row by its nature had none.
    #[error("the statement gave no row")]
    NoRow,
    /// The store was closed.
    #[error("the database is closed")]
    Closed,
}

impl DatabaseError {
    /// Whether the statement met a constraint that something is there once at most.
    pub(in crate::store) fn is_unique_violation(&self) -> bool {
        match self {
            DatabaseError::Postgres(sqlx::Error::Database(error)) => error.is_unique_violation(),
            _ => matches!(
                self.sqlite_code(),
                Some(ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY)
            ),
        }
    }

    /// The extended code by which SQLite says what is wrong.
    pub(crate) fn sqlite_code(&self) -> Option<i32> {
        match self {
            DatabaseError::Sqlite(
                rusqlite::Error::SqliteFailure(error, _)
                | rusqlite::Error::SqlInputError { error, .. },
            ) => Some(error.extended_code),
            _ => None,
        }
    }

    /// Whether another connection holds the file, so that SQLite would have had to wait for it.
    pub(in crate::store) fn is_busy(&self) -> bool {
        // The low byte is the kind, whatever the rest adds to it.
        self.sqlite_code()
            .is_some_and(|it| it & 0xff == ffi::SQLITE_BUSY)
    }
}
