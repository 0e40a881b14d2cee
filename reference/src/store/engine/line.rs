//! Several writes to one commit, for SQLite: a commit waits for the disk, and one wait can do for all who wrote in the
//! meantime.
//!
//! Writers stand in line, since SQLite lets one connection write at a time. The first begins a transaction. Each works
//! within a savepoint (or runs one statement, which is whole by itself) and then hands the transaction on, with what it
//! wrote or without; while there is nothing in it that is to last, it ends at once. Who is the first to leave something
//! in it sends a committer: it lets everything run that can run now, waits while the disk is busy with the commit before,
//! gets into the line behind all who came by then, and commits for all of them. Only the commit leaves the tasks, for a
//! thread that may wait for the disk; while it does, the next transaction is under way.
//!
//! - Nobody is told that a write is done before the commit that holds it is on the disk, and the file it went to still
//!   stands at its place. If it fails, it fails for all. Readers may see a write some moments before.
//! - Who gives up halfway, even without a word because the caller went away, takes only their own work back, there and
//!   then: statements run in place, so that nobody can go away in the middle of one.
//! - A transaction that is handed on always has a committer on the way, so that it never keeps other processes waiting
//!   for long.
//! - A writer sees what those before them in the same transaction wrote. A refusal can rest on that.

mod group;
#[cfg(test)]
mod tests;
mod turn;

use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::store::DatabaseError;
use crate::store::engine::line::group::Group;
use crate::store::engine::sqlite::Pool;
use crate::store::sql::Sql;

pub(in crate::store) use turn::Turn;

/// The line of writers of this process.
#[derive(Debug, Clone)]
pub(in crate::store) struct Line {
    /// Of one connection.
    pool: Pool,
    /// First come, first served; holds the transaction that is open.
    place: Arc<Mutex<Option<Group>>>,
    /// Held by the commit that is on its way to the disk.
    disk: Arc<Mutex<()>>,
}

/// The first place in the line.
type Held = OwnedMutexGuard<Option<Group>>;

impl Line {
    /// A line for the one connection of this pool.
    pub(in crate::store) fn new(pool: Pool) -> Line {
        let (place, disk) = Default::default();
        Line { pool, place, disk }
    }

    /// Waits for a turn to write.
    ///
    /// The transaction has the lock of the file from its start, so that it cannot fail halfway because another process
    /// got in between.
    pub(super) async fn turn(&self) -> Result<Turn, DatabaseError> {
        let mut held = self.place().await?;
        if held.is_none() {
            *held = Some(Group::begin(&self.pool).await?);
        }
        Ok(Turn::new(held, self.clone()))
    }

    /// Runs one statement that writes, and waits until what it wrote is on the disk.
    pub(super) async fn only(&self, sql: &Sql<'_>) -> Result<u64, DatabaseError> {
        self.turn().await?.only(sql).await
    }

    async fn place(&self) -> Result<Held, DatabaseError> {
        let place = Arc::clone(&self.place);
        if let Ok(held) = Arc::clone(&place).try_lock_owned() {
            return Ok(held);
        }
        let patience = self.pool.home().patience();
        let waited = tokio::time::timeout(patience, place.lock_owned()).await;
        waited.map_err(|_| DatabaseError::TimedOut)
    }

    /// Commits the transaction that is open, for all who can get into the line before.
    async fn commit_in_turn(self) {
        // Behind every task that is ready, and those the network makes ready.
        tokio::task::yield_now().await;
        let disk = self.disk.lock_owned().await;
        let mut held = self.place.lock_owned().await;
        let pool = self.pool;
        // Nobody waits for the thread: should the runtime end first, nobody is told that anything is done.
        let _thread = tokio::task::spawn_blocking(move || {
            let committed = held.take().map(Group::commit);
            drop(held);
            if let Some(committed) = committed {
                committed.reach_disk(pool.home());
            }
            drop(disk);
        });
    }

    /// Closes the connection, once what is under way is done.
    pub(super) async fn close(&self) {
        // The last commit may be on its way to the disk when its connection is free.
        self.pool.close(self.disk.lock()).await;
    }
}
