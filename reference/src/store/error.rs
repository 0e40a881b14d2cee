//! What can go wrong with the database itself. Refusals by rule are not errors here but answers.

/// Another connection holds the file.
const SQLITE_BUSY: i32 = 5;
/// Another connection of the same cache holds a table.
const SQLITE_LOCKED: i32 = 6;

/// The database failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The address names no engine this program has.
    #[error(
        "cannot use a database of the kind `{scheme}`; write `sqlite://PATH` or `sqlite::memory:`"
    )]
    UnknownEngine {
        /// What stands before the first colon; the rest may hold a password and is not repeated.
        scheme: String,
    },
    /// It could not be opened.
    #[error("cannot open the database {place}")]
    Open {
        /// The file, or `in memory`.
        place: String,
        /// Why.
        source: sqlx::Error,
    },
    /// Its tables could not be brought to this version.
    #[error("cannot bring the tables of the database to this version of the program")]
    Migrate(#[source] sqlx::migrate::MigrateError),
    /// A query failed.
    #[error("the database could not {doing}")]
    Query {
        /// What it was asked to do.
        doing: &'static str,
        /// Why.
        source: sqlx::Error,
    },
    /// A row holds what no version up to this one writes.
    #[error("the database holds a {what} that this version of the program cannot read")]
    Unreadable {
        /// What the value should be.
        what: &'static str,
    },
}

impl StoreError {
    /// Whether the database was merely taken by others for too long: the same may go well later.
    pub fn is_busy(&self) -> bool {
        match self {
            StoreError::Query { source, .. } => is_busy(source),
            _ => false,
        }
    }
}

fn is_busy(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::PoolTimedOut => true,
        sqlx::Error::Database(error) => {
            // The low byte is the kind, whatever the rest adds to it.
            let code = error.code().and_then(|it| it.parse::<i32>().ok());
            code.is_some_and(|it| matches!(it & 0xff, SQLITE_BUSY | SQLITE_LOCKED))
        }
        _ => false,
    }
}

/// Says what was being done when a query failed.
pub(super) fn failed(doing: &'static str) -> impl FnOnce(sqlx::Error) -> StoreError {
    move |source| StoreError::Query { doing, source }
}

/// A value that was read, or the error that it could not be.
pub(super) fn readable<T>(value: Option<T>, what: &'static str) -> Result<T, StoreError> {
    value.ok_or(StoreError::Unreadable { what })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sqlx::Connection;
    use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

    use super::*;

    #[tokio::test]
    async fn a_file_that_another_holds_is_busy_and_a_wrong_query_is_not() {
        let folder = tempfile::TempDir::new().unwrap();
        let options = SqliteConnectOptions::new()
            .filename(folder.path().join("held.db"))
            .create_if_missing(true)
            .busy_timeout(Duration::ZERO);
        let mut holder = SqliteConnection::connect_with(&options).await.unwrap();
        let mut other = SqliteConnection::connect_with(&options).await.unwrap();
        let held = holder.begin_with("BEGIN IMMEDIATE").await.unwrap();
        let refused = other.begin_with("BEGIN IMMEDIATE").await;
        let refused = refused.map(drop).map_err(failed("begin to write"));
        assert!(refused.unwrap_err().is_busy());
        drop(held);

        let wrong = sqlx::query("SELECT nothing").execute(&mut other).await;
        let wrong = wrong.map(drop).map_err(failed("look"));
        assert!(!wrong.unwrap_err().is_busy());
    }
}
