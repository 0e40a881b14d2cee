//! The rows behind the service, in SQLite (a file, or memory) or in PostgreSQL.
//!
//! - [`Store`] reads, and writes what is one statement; [`WriteTransaction`] is one transaction that writes. One
//!   file per resource holds the queries of both.
//! - What must be unique is so by constraint. An insert that meets one says so in its answer
//!   ([`Inserted`]); nobody looks first and inserts then.
//! - Every query about what an account owns names the account; partner programs alone are shown to
//!   all. What is absent is `Ok(None)`.
//! - Every query stands once, in the SQL that both engines have in common (`sql`); `engine` runs it
//!   on either. `migrations/` has a folder per engine.
//!
//! Durable: a write whose commit has returned is on the disk, whatever happens to the process: the
//! write-ahead log of SQLite is synced before; PostgreSQL does the same unless its operator turned
//! `fsync` or `synchronous_commit` off. A write that was cut off before its answer is there or not,
//! never by half.

mod accounts;
mod campaigns;
mod engine;
mod error;
mod events;
mod keys;
mod memberships;
mod open;
mod partner_profiles;
mod partner_programs;
mod payouts;
#[cfg(test)]
mod plans;
mod publications;
mod recommendations;
mod referrals;
mod row;
mod run;
mod sql;
mod subscribers;
mod text;
mod widgets;

pub use error::{DatabaseError, StoreError};
pub use keys::KeyOwner;
pub use payouts::PayoutView;
pub use recommendations::RecommendationInserted;
pub use subscribers::{SubscriberChanged, SubscriberInserted};

use crate::store::engine::{Pools, Transaction};
use crate::store::error::failed;

/// The database, for reading; writing more than one statement begins with [`Store::write`].
#[derive(Debug, Clone)]
pub struct Store {
    pools: Pools,
}

/// A transaction that writes. Dropped without [`WriteTransaction::commit`], it leaves nothing behind.
pub struct WriteTransaction {
    transaction: Transaction,
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
    /// Begins to write.
    pub async fn begin_write(&self) -> Result<WriteTransaction, StoreError> {
        let begun = self.pools.begin_write().await;
        Ok(WriteTransaction {
            transaction: begun.map_err(failed("begin to write"))?,
        })
    }

    /// Closes all connections, once what is under way is done.
    pub async fn close(&self) {
        self.pools.close().await;
    }
}

impl WriteTransaction {
    /// Makes everything written so far last.
    pub async fn commit(self) -> Result<(), StoreError> {
        self.transaction.commit().await.map_err(failed("commit"))
    }
}
