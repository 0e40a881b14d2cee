//! SQLite: a file, or memory.

mod migrate;

use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, Transaction, TransactionBehavior};
use tokio::runtime::Handle;

use crate::store::engine::{File, Home, Pool, Pools, patiently};
use crate::store::open::PATIENCE;
use crate::store::{DatabaseError, StoreError};

/// More than there are processors on most machines: a statement is seldom put aside while it runs.
const READERS: u32 = 8;

/// The database at the address, with the tables of this version.
pub(super) async fn open(url: &str, patience: Duration) -> Result<Pools, StoreError> {
    let url = url.to_owned();
    // It waits for another process that migrates.
    let opening = tokio::task::spawn_blocking(move || found(&url, patience));
    // It is not cancelled unless the runtime ends.
    opening.await.unwrap_or_else(|_| {
        Err(StoreError::Open {
            place: "while the program ends".to_owned(),
            source: DatabaseError::Closed,
        })
    })
}

fn found(url: &str, patience: Duration) -> Result<Pools, StoreError> {
    let because = |source| StoreError::Open {
        place: place(url),
        source,
    };
    let failed = |source: rusqlite::Error| because(DatabaseError::Sqlite(source));
    let mut home = Home::new(name(url), patience);
    let connection = home.found(PATIENCE).map_err(failed)?;
    if !is_memory(url) {
        log_ahead(&connection).map_err(because)?;
    }
    let begun = Transaction::new_unchecked(&connection, TransactionBehavior::Immediate);
    migrate::migrate(begun.map_err(failed)?).map_err(StoreError::Migrate)?;
    connection.busy_timeout(Duration::ZERO).map_err(failed)?;
    home.note(&connection).map_err(because)?;

    let home = Arc::new(home);
    let writer = Pool::new(Arc::clone(&home), 1, vec![connection]);
    let readers = match is_memory(url) {
        // A database in memory lives as long as its connection, so there is exactly one.
        true => writer.clone(),
        false => Pool::new(home, READERS, Vec::new()),
    };
    Ok(Pools::Sqlite(File::new(readers, writer)))
}

/// Turns the file to write-ahead logging, for good.
///
/// On a new file that takes a lock for which SQLite does not wait, whatever it is told: of several processes that start at
/// once each might wait for the other.
fn log_ahead(connection: &Connection) -> Result<(), DatabaseError> {
    let turned = || Ok(connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?);
    // On a thread that may wait.
    Handle::current().block_on(patiently(PATIENCE, turned))
}

/// The address as SQLite knows it.
fn name(url: &str) -> String {
    let path = after_scheme(url);
    match path {
        ":memory:" => path.to_owned(),
        // What SQLite would take for the end of the path.
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
    fn addresses_are_those_of_files_or_of_memory() {
        for (url, expected) in [
            ("sqlite://referral.db", "file:referral.db"),
            ("sqlite:referral.db", "file:referral.db"),
            (
                "sqlite:///var/a%20b.db?mode=rw",
                "file:/var/a%20b.db?mode=rw",
            ),
            ("sqlite:///var/#1.db", "file:/var/%231.db"),
            ("sqlite::memory:", ":memory:"),
            ("sqlite://:memory:", ":memory:"),
        ] {
            assert_eq!(name(url), expected);
        }
    }
}
