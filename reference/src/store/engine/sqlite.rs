//! SQLite, called on the task that needs it.
//!
//! A look-up by key takes some microseconds, less than to hand it to another thread. A statement that may take long
//! (`Sql::long`) tells the runtime first, which moves the other tasks of the thread away. Only commits, which wait for
//! the disk, run on a blocking thread. SQLite itself never waits for locks of other processes; `retry_while_busy` does
//! without blocking the thread.

mod database_file;
mod reader_pool;
mod retry;
pub(super) mod statement;
mod write_queue;

use std::sync::Arc;

use rusqlite::Connection;

use crate::store::DatabaseError;
use crate::store::engine::Transaction;
use crate::store::engine::sqlite::reader_pool::ReaderPool;
use crate::store::engine::sqlite::write_queue::WriteQueue;
use crate::store::hook::StatementHook;
use crate::store::sql::Sql;

pub(crate) use database_file::DatabaseFile;
pub(crate) use reader_pool::Reader;
pub(crate) use retry::retry_while_busy;
pub(crate) use write_queue::WriteGuard;

/// A database file, or a database in memory.
#[derive(Debug, Clone)]
pub(crate) struct SqliteDatabase {
    file: Arc<DatabaseFile>,
    /// `None` in memory: the database exists as long as its only connection, so reads go through the write queue and
    /// may see writes that are not committed yet.
    readers: Option<ReaderPool>,
    writes: WriteQueue,
}

impl SqliteDatabase {
    /// `connection` becomes the one that writes.
    pub(crate) fn new(
        file: DatabaseFile,
        connection: Connection,
        in_memory: bool,
    ) -> SqliteDatabase {
        let file = Arc::new(file);
        SqliteDatabase {
            readers: (!in_memory).then(|| ReaderPool::new(Arc::clone(&file))),
            writes: WriteQueue::new(Arc::clone(&file), connection),
            file,
        }
    }

    /// Runs one statement that reads.
    pub(super) async fn run<T>(
        &self,
        sql: &Sql<'_>,
        run: fn(&Connection, &Sql<'_>) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        match &self.readers {
            Some(readers) => readers.get().await?.run(sql, run).await,
            None => self.writes.begin().await?.run(sql, run),
        }
    }

    /// Begins a transaction whose statements all read the state at the first of them.
    pub(super) async fn begin_read(&self) -> Result<Transaction, DatabaseError> {
        Ok(match &self.readers {
            Some(readers) => Transaction::SqliteRead(readers.begin().await?),
            None => Transaction::SqliteWrite(self.begin_write().await?),
        })
    }

    /// Begins a transaction that writes, once the writers before are done.
    pub(super) async fn begin_write(&self) -> Result<WriteGuard, DatabaseError> {
        self.writes.begin().await
    }

    /// Runs one statement in a transaction of its own and returns how many rows it changed.
    pub(super) async fn execute_and_commit(&self, sql: &Sql<'_>) -> Result<u64, DatabaseError> {
        let mut write = self.writes.begin().await?;
        let changed = write.run(sql, statement::execute)?;
        if changed > 0 {
            write.commit().await?;
        }
        Ok(changed)
    }

    /// Whether the file is at its place and its log was always synced.
    pub(super) fn check(&self) -> Result<(), DatabaseError> {
        self.file.check()
    }

    /// If a write failed for want of storage, whether a large one succeeds now.
    pub(super) async fn check_writes(&self) -> Result<(), DatabaseError> {
        if self.file.health.is_failing() { self.writes.probe().await } else { Ok(()) }
    }

    /// How many writers wait for the one before.
    pub(super) fn write_queue(&self) -> usize {
        self.writes.waiting()
    }

    pub(super) fn hook(&self) -> &StatementHook {
        &self.file.hook
    }

    /// Closes all connections after the last commit.
    pub(super) async fn close(&self) {
        if let Some(readers) = &self.readers {
            readers.close();
        }
        self.writes.close().await;
    }
}
