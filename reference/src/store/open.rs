//! Opening a database, and bringing its tables to this version.

mod postgres;
mod sqlite;

use std::time::Duration;

use crate::store::{Store, StoreError};

/// How long a query waits for what others hold, where nothing else is said: a connection, the file, a row.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

impl Store {
    /// Opens the database at `sqlite://PATH` or `sqlite::memory:`, making the file if there is
    /// none, or at `postgres://USER@HOST/DATABASE`.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        Store::open_with(url, PATIENCE).await
    }

    /// The same, where a query waits so long at most for what others hold: a connection, the file,
    /// a row.
    pub async fn open_with(url: &str, patience: Duration) -> Result<Store, StoreError> {
        let scheme = url.split(':').next().unwrap_or_default();
        let pools = match scheme {
            "sqlite" => sqlite::open(url, patience).await?,
            "postgres" | "postgresql" => postgres::open(url, patience).await?,
            _ => {
                let scheme = scheme.to_owned();
                return Err(StoreError::UnknownEngine { scheme });
            }
        };
        Ok(Store { pools })
    }
}
