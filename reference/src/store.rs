//! Storage in SQLite (a file or memory) or PostgreSQL, one file per resource.
//!
//! - [`Store`] reads, and writes with single statements; a [`WriteTransaction`] writes with several.
//! - Unique constraints keep unique what must be; an insert returns whether it violated one ([`Inserted`]). Nothing is
//!   looked up first and inserted then.
//! - Every query about data of an account names the account. Only partner programs are visible to all. A missing row is
//!   `Ok(None)`.
//! - Every query is written once, in the SQL that both engines share (`sql`); `run` runs it on an `engine`. A `record`
//!   lists the columns of a domain type. `migrations/` has the tables of both engines.
//!
//! Durability: when a commit has returned, its writes are on the disk. SQLite syncs its log before; PostgreSQL does so
//! unless its operator turned `fsync` or `synchronous_commit` off. A write that was interrupted before its answer is
//! kept completely or not at all.

mod accounts;
mod campaigns;
mod column;
mod engine;
mod error;
mod events;
mod hook;
mod keys;
mod list_totals;
mod memberships;
mod open;
mod partner_programs;
mod payouts;
mod prelude;
mod publications;
mod recommendations;
mod record;
mod referrals;
mod row;
mod run;
mod sql;
mod subscribers;
#[cfg(test)]
mod tests;
mod widgets;

pub use accounts::{AccountContents, AccountRenamed};
pub use error::{DatabaseError, StoreError, Unavailable};
pub use hook::StatementHook;
pub use payouts::PayoutView;
pub use recommendations::RecommendationInserted;
pub use subscribers::{SubscriberChanged, SubscriberInserted};

use crate::domain::id::AccountId;
use crate::store::engine::{Pools, Transaction};
use crate::store::error::failed;
use crate::store::record::InsertRecord;

/// A database, cheap to clone.
#[derive(Debug, Clone)]
pub struct Store {
    pools: Pools,
}

/// A transaction that writes, rolled back when dropped without [`WriteTransaction::commit`].
pub struct WriteTransaction {
    transaction: Transaction,
}

/// Outcome of an insert.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inserted {
    /// The row was inserted.
    New,
    /// A row with the same key exists; nothing was changed.
    Exists,
}

impl Store {
    /// Begins a transaction that reads one state of the database, for a statement of this purpose.
    async fn begin_read(&self, doing: &'static str) -> Result<Transaction, StoreError> {
        self.pools.begin_read().await.map_err(failed(doing))
    }

    /// Begins a transaction that writes.
    pub async fn begin_write(&self) -> Result<WriteTransaction, StoreError> {
        let begun = self.pools.begin_write().await;
        Ok(WriteTransaction { transaction: begun.map_err(failed("begin a transaction"))? })
    }

    /// How many writers wait for the one before; `None` on PostgreSQL, where they do not queue here.
    pub fn write_queue(&self) -> Option<usize> {
        self.pools.write_queue()
    }

    /// Closes all connections. Running reads end first on their own; a pending commit is completed.
    pub async fn close(&self) {
        self.pools.close().await;
    }
}

impl WriteTransaction {
    /// Inserts a user, a campaign, a publication, a widget or a payout of the account.
    pub async fn insert<R: InsertRecord>(
        &mut self,
        account: &AccountId,
        record: &R,
    ) -> Result<Inserted, StoreError> {
        let insert = record::insert(record).set("account_uuid", account).unless_present();
        insert.insert(R::DOING, &mut self.transaction).await
    }

    /// Commits, and returns once everything written is on the disk.
    pub async fn commit(self) -> Result<(), StoreError> {
        self.transaction.commit().await.map_err(failed("commit"))
    }
}
