//! Which failures of a database pass by themselves, or once somebody has looked after it.

use sqlx::error::DatabaseError;
use sqlx::postgres::PgDatabaseError;

/// What SQLite calls it when another connection holds the file or a table of the same cache, when
/// the disk fails, is full or read-only, and when the file cannot be opened.
const SQLITE: [i32; 6] = [5, 6, 8, 10, 13, 14];

/// The classes of what PostgreSQL says of connections, of transactions it gave up (serialization,
/// deadlocks), of resources that are short, of its operator (shut down, time-outs) and of its disk.
const POSTGRES: [&str; 5] = ["08", "40", "53", "57", "58"];

/// A lock that another holds, and a server that only reads for now.
const POSTGRES_ALSO: [&str; 2] = ["55P03", "25006"];

pub(super) fn is_passing(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::PoolTimedOut | sqlx::Error::Io(_) => true,
        sqlx::Error::Database(error) => error
            .code()
            .is_some_and(|code| code_passes(error.as_ref(), &code)),
        _ => false,
    }
}

fn code_passes(error: &dyn DatabaseError, code: &str) -> bool {
    if error.try_downcast_ref::<PgDatabaseError>().is_some() {
        return POSTGRES_ALSO.contains(&code) || POSTGRES.iter().any(|it| code.starts_with(it));
    }
    // The low byte is the kind, whatever the rest adds to it.
    let kind = code.parse::<i32>().map(|it| it & 0xff);
    kind.is_ok_and(|it| SQLITE.contains(&it))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sqlx::Connection;
    use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

    use super::*;

    #[tokio::test]
    async fn a_file_that_another_holds_passes() {
        let folder = tempfile::TempDir::new().unwrap();
        let options = SqliteConnectOptions::new()
            .filename(folder.path().join("held.db"))
            .create_if_missing(true)
            .busy_timeout(Duration::ZERO);
        let mut holder = SqliteConnection::connect_with(&options).await.unwrap();
        let mut other = SqliteConnection::connect_with(&options).await.unwrap();
        let held = holder.begin_with("BEGIN IMMEDIATE").await.unwrap();
        let refused = other.begin_with("BEGIN IMMEDIATE").await.map(drop);
        assert!(is_passing(&refused.unwrap_err()));
        drop(held);
    }

    #[tokio::test]
    async fn a_file_that_is_full_or_read_only_passes_and_a_wrong_query_does_not() {
        let mut database = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        for (statement, passes) in [
            ("CREATE TABLE books (title TEXT UNIQUE)", None),
            ("INSERT INTO books VALUES ('a')", None),
            ("INSERT INTO books VALUES ('a')", Some(false)),
            ("SELECT nothing", Some(false)),
            ("PRAGMA max_page_count = 1", None),
            ("INSERT INTO books VALUES (hex(zeroblob(9999)))", Some(true)),
            ("PRAGMA query_only = TRUE", None),
            ("DELETE FROM books", Some(true)),
        ] {
            let done = sqlx::query(statement).execute(&mut database).await;
            let failed = done.err().map(|error| is_passing(&error));
            assert_eq!(failed, passes, "{statement}");
        }
    }
}
