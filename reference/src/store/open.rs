//! Opening a database and migrating it to this version.

mod postgres;
mod recognize;
mod sqlite;
mod tables;

use std::time::Duration;

use crate::store::hook::StatementHook;
use crate::store::{Store, StoreError};

/// Default time that a query waits for a connection, the file or a row.
pub(super) const DEFAULT_TIMEOUT: Duration = Duration::from_secs(5);

impl Store {
    /// Opens the database at `sqlite://PATH` (a missing file is created), `sqlite::memory:` or `postgres://USER@HOST/DATABASE`, and migrates it to this version.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        Store::open_with(url, DEFAULT_TIMEOUT).await
    }

    /// Like [`Store::open`], with the time that a query may wait for a connection, the file or a row.
    pub async fn open_with(url: &str, timeout: Duration) -> Result<Store, StoreError> {
        Store::open_hooked(url, timeout, StatementHook::default()).await
    }

    /// Like [`Store::open`], but a missing file is an error.
    pub async fn open_existing(url: &str) -> Result<Store, StoreError> {
        open(url, DEFAULT_TIMEOUT, StatementHook::default(), IfMissing::Refuse).await
    }

    /// Like [`Store::open_with`], with a hook on the statements of SQLite.
    pub async fn open_hooked(
        url: &str,
        timeout: Duration,
        hook: StatementHook,
    ) -> Result<Store, StoreError> {
        open(url, timeout, hook, IfMissing::Create).await
    }
}

/// What to do without a database file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum IfMissing {
    Create,
    Refuse,
}

async fn open(
    url: &str,
    timeout: Duration,
    hook: StatementHook,
    if_missing: IfMissing,
) -> Result<Store, StoreError> {
    let scheme = url.split(':').next().unwrap_or_default();
    let pools = match scheme {
        "sqlite" => sqlite::open(url, timeout, hook, if_missing).await?,
        "postgres" | "postgresql" => postgres::open(url, timeout).await?,
        _ => {
            let scheme = scheme.to_owned();
            return Err(StoreError::UnknownEngine { scheme });
        }
    };
    Ok(Store { pools })
}
