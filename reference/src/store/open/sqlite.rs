//! Opening SQLite: a file or memory.

mod migrate;

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, Transaction, TransactionBehavior};
use tokio::runtime::Handle;

use crate::store::engine::{DatabaseFile, Pools, SqliteDatabase, retry_while_busy};
use crate::store::hook::StatementHook;
use crate::store::open::recognize::Origin;
use crate::store::open::{DEFAULT_TIMEOUT, IfMissing};
use crate::store::{DatabaseError, StoreError};

/// Opens the database at the URL and migrates its tables to this version.
pub(super) async fn open(
    url: &str,
    timeout: Duration,
    hook: StatementHook,
    if_missing: IfMissing,
) -> Result<Pools, StoreError> {
    let url = url.to_owned();
    // On a blocking thread, because it waits for other processes that migrate.
    let opening =
        tokio::task::spawn_blocking(move || open_blocking(&url, timeout, hook, if_missing));
    // It is only cancelled when the runtime ends.
    opening.await.unwrap_or_else(|_| {
        Err(StoreError::Open {
            place: "while the program ends".to_owned(),
            source: DatabaseError::Closed,
        })
    })
}

fn open_blocking(
    url: &str,
    timeout: Duration,
    hook: StatementHook,
    if_missing: IfMissing,
) -> Result<Pools, StoreError> {
    let open_error = |source| StoreError::Open { place: place(url), source };
    let sqlite_error = |source: rusqlite::Error| open_error(DatabaseError::Sqlite(source));
    let mut file = DatabaseFile::new(uri(url), timeout, hook);
    let connection = match if_missing {
        IfMissing::Refuse if !is_memory(url) => file.open_existing(DEFAULT_TIMEOUT),
        _ => file.create(DEFAULT_TIMEOUT),
    };
    let connection = connection.map_err(|source| match place(url) {
        place if if_missing == IfMissing::Refuse && !Path::new(&place).exists() => {
            StoreError::Missing { place }
        }
        place => StoreError::Open { place, source: DatabaseError::Sqlite(source) },
    })?;
    if !is_memory(url) {
        // Before anything is changed.
        match migrate::origin(&connection).map_err(open_error)? {
            Origin::Usable => {}
            Origin::Newer => return Err(StoreError::Newer { place: place(url) }),
            Origin::Foreign => return Err(StoreError::Foreign { place: place(url) }),
        }
        enable_write_ahead_log(&connection).map_err(open_error)?;
    }
    let transaction = Transaction::new_unchecked(&connection, TransactionBehavior::Immediate);
    migrate::migrate(transaction.map_err(sqlite_error)?, &file.hook)
        .map_err(StoreError::Migrate)?;
    connection.busy_timeout(Duration::ZERO).map_err(sqlite_error)?;
    file.record_identity(&connection);
    let database = SqliteDatabase::new(file, connection, is_memory(url));
    Ok(Pools::Sqlite(database))
}

/// Switches the file to write-ahead logging, permanently.
///
/// On a new file this takes a lock for which SQLite does not wait, whatever its busy timeout, because processes that
/// start at the same time might wait for each other.
fn enable_write_ahead_log(connection: &Connection) -> Result<(), DatabaseError> {
    let enable = || Ok(connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?);
    Handle::current().block_on(retry_while_busy(DEFAULT_TIMEOUT, enable))
}

/// The path or URI that SQLite opens.
fn uri(url: &str) -> String {
    let path = after_scheme(url);
    match path {
        ":memory:" => path.to_owned(),
        // In a URI `#` ends the path.
        _ => format!("file:{}", path.replace('#', "%23")),
    }
}

fn is_memory(url: &str) -> bool {
    url.contains(":memory:") || url.contains("mode=memory")
}

fn after_scheme(url: &str) -> &str {
    url.trim_start_matches("sqlite:").trim_start_matches("//")
}

fn place(url: &str) -> String {
    if is_memory(url) {
        return "in memory".to_owned();
    }
    let path = after_scheme(url).split('?').next();
    path.unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_become_sqlite_uris() {
        for (url, expected) in [
            ("sqlite://referral.db", "file:referral.db"),
            ("sqlite:referral.db", "file:referral.db"),
            ("sqlite:///var/a%20b.db?mode=rw", "file:/var/a%20b.db?mode=rw"),
            ("sqlite:///var/#1.db", "file:/var/%231.db"),
            ("sqlite::memory:", ":memory:"),
            ("sqlite://:memory:", ":memory:"),
        ] {
            assert_eq!(uri(url), expected);
        }
    }
}
