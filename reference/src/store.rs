//! The rows behind the service, in SQLite: a file, or memory.
//!
//! - [`Store`] reads; [`Write`] is one transaction that writes. One file per resource holds the
//!   queries of both.
//! - What must be unique is so by constraint. An insert that meets one says so in its answer
//!   ([`Inserted`]); nobody looks first and inserts then.
//! - Every query about what an account owns names the account. What is absent is `Ok(None)`.
//! - The SQL keeps to what SQLite and PostgreSQL have in common; `migrations/` has a folder per
//!   engine.
//!
//! Durable: a write that was committed is on the disk (write-ahead log, `synchronous=FULL`),
//! whatever happens to the process.

mod accounts;
mod campaigns;
mod error;
mod events;
mod keys;
mod open;
mod publications;
mod subscribers;
mod text;
mod widgets;

pub use error::StoreError;
pub use keys::KeyOwner;
pub use subscribers::SubscriberInserted;

use sqlx::sqlite::{Sqlite, SqlitePool};

use crate::store::error::failed;

/// The database, for reading; writing begins with [`Store::write`].
#[derive(Debug, Clone)]
pub struct Store {
    readers: SqlitePool,
    /// SQLite lets one connection write at a time. With one connection here, writers of this
    /// process wait their turn in order instead of racing for the lock of the file.
    writer: SqlitePool,
}

/// A transaction that writes. Dropped without [`Write::commit`], it leaves nothing behind.
pub struct Write {
    transaction: sqlx::Transaction<'static, Sqlite>,
}

/// Whether a row went in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inserted {
    /// It did.
    New,
    /// One with the same identity is there already; nothing was changed.
    Exists,
}

impl Inserted {
    fn from_rows(rows: u64) -> Inserted {
        if rows == 0 {
            Inserted::Exists
        } else {
            Inserted::New
        }
    }
}

impl Store {
    /// Begins to write. The transaction has the write lock from the start, so that it cannot fail
    /// halfway because another one got in between.
    pub async fn write(&self) -> Result<Write, StoreError> {
        let begun = self.writer.begin_with("BEGIN IMMEDIATE").await;
        Ok(Write {
            transaction: begun.map_err(failed("begin to write"))?,
        })
    }

    /// Closes all connections, once what is under way is done.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}

impl Write {
    /// Makes everything written so far last.
    pub async fn commit(self) -> Result<(), StoreError> {
        self.transaction.commit().await.map_err(failed("commit"))
    }
}
