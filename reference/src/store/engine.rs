//! The two engines: their connections and transactions, and how to run a statement on each.
//!
//! Only this module, `open`, `row`, `column` and `error` depend on the engine. The futures of PostgreSQL are large and
//! therefore boxed; otherwise every future that contains them would be as large, also on SQLite.

mod postgres;
mod sqlite;
mod write_health;

use crate::store::DatabaseError;
use crate::store::hook::{NO_HOOK, StatementHook};
use crate::store::row::Row;
use crate::store::sql::Sql;

pub(super) use postgres::PostgresPool;
use postgres::PostgresTransaction;
pub(super) use sqlite::{DatabaseFile, Reader, SqliteDatabase, WriteGuard, retry_while_busy};

/// The connections of a store.
#[derive(Debug, Clone)]
pub(super) enum Pools {
    Sqlite(SqliteDatabase),
    Postgres(PostgresPool),
}

/// A transaction of either engine, rolled back when dropped without a commit.
pub(super) enum Transaction {
    SqliteRead(Reader),
    SqliteWrite(WriteGuard),
    Postgres(PostgresTransaction),
}

impl Pools {
    /// Begins a transaction that reads one state of the database.
    pub(super) async fn begin_read(&self) -> Result<Transaction, DatabaseError> {
        match self {
            Pools::Sqlite(database) => database.begin_read().await,
            Pools::Postgres(pool) => {
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                Ok(Transaction::Postgres(Box::pin(pool.begin(begin)).await?))
            }
        }
    }

    /// Begins a transaction that writes.
    ///
    /// On SQLite the writers of this process come one after the other. On PostgreSQL each statement sees what others
    /// committed before it, and waits for those that are about to write the same rows.
    pub(super) async fn begin_write(&self) -> Result<Transaction, DatabaseError> {
        Ok(match self {
            Pools::Sqlite(database) => Transaction::SqliteWrite(database.begin_write().await?),
            Pools::Postgres(pool) => {
                // Not `READ WRITE`, which a server in recovery refuses as unsupported instead of read-only.
                let begin = "BEGIN ISOLATION LEVEL READ COMMITTED";
                Transaction::Postgres(Box::pin(pool.begin(begin)).await?)
            }
        })
    }

    /// Runs one statement in a transaction of its own and returns how many rows it changed.
    pub(super) async fn execute_and_commit(&self, sql: Sql<'_>) -> Result<u64, DatabaseError> {
        match self {
            Pools::Sqlite(database) => database.execute_and_commit(&sql).await,
            Pools::Postgres(pool) => Box::pin(pool.execute_and_commit(sql)).await,
        }
    }

    /// Whether the database file is at its place and reliable. A PostgreSQL server is checked by a query.
    pub(super) fn check(&self) -> Result<(), DatabaseError> {
        match self {
            Pools::Sqlite(database) => database.check(),
            Pools::Postgres(_) => Ok(()),
        }
    }

    /// If the last write failed for want of storage, whether another one succeeds.
    pub(super) async fn check_writes(&self) -> Result<(), DatabaseError> {
        match self {
            Pools::Sqlite(database) => database.check_writes().await,
            Pools::Postgres(pool) => Box::pin(pool.check_writes()).await,
        }
    }

    /// How many writers wait in the queue. Only SQLite has one.
    pub(super) fn write_queue(&self) -> Option<usize> {
        match self {
            Pools::Sqlite(database) => Some(database.write_queue()),
            Pools::Postgres(_) => None,
        }
    }

    /// The hook of the store. Only SQLite has one.
    pub(super) fn hook(&self) -> &StatementHook {
        match self {
            Pools::Sqlite(database) => database.hook(),
            Pools::Postgres(_) => &NO_HOOK,
        }
    }

    pub(super) async fn close(&self) {
        match self {
            Pools::Sqlite(database) => database.close().await,
            Pools::Postgres(pool) => pool.close(),
        }
    }
}

impl Transaction {
    /// Commits, and returns once everything written is on the disk.
    pub(super) async fn commit(self) -> Result<(), DatabaseError> {
        match self {
            Transaction::SqliteRead(_) => Ok(()),
            Transaction::SqliteWrite(write) => write.commit().await,
            Transaction::Postgres(transaction) => Box::pin(transaction.commit()).await,
        }
    }
}

/// What a statement runs on: any connection, or a transaction.
pub(super) enum Executor<'c> {
    Pools(&'c Pools),
    Transaction(&'c mut Transaction),
}

impl<'c> From<&'c Pools> for Executor<'c> {
    fn from(pools: &'c Pools) -> Executor<'c> {
        Executor::Pools(pools)
    }
}

impl<'c> From<&'c mut Transaction> for Executor<'c> {
    fn from(transaction: &'c mut Transaction) -> Executor<'c> {
        Executor::Transaction(transaction)
    }
}

/// Calls the function of this name, which both engines have.
macro_rules! run_on {
    ($executor:expr, $run:ident, $sql:expr) => {
        match $executor {
            Executor::Pools(Pools::Sqlite(database)) => {
                database.run(&$sql, sqlite::statement::$run).await
            }
            Executor::Pools(Pools::Postgres(pool)) => {
                Box::pin(async { postgres::$run(&mut *pool.get().await?, $sql).await }).await
            }
            Executor::Transaction(Transaction::SqliteRead(reader)) => {
                reader.run(&$sql, sqlite::statement::$run).await
            }
            Executor::Transaction(Transaction::SqliteWrite(write)) => {
                write.run(&$sql, sqlite::statement::$run)
            }
            Executor::Transaction(Transaction::Postgres(transaction)) => {
                Box::pin(postgres::$run(transaction.connection()?, $sql)).await
            }
        }
    };
}

impl Executor<'_> {
    /// The hook of the store.
    pub(super) fn hook(&self) -> &StatementHook {
        match self {
            Executor::Pools(pools) => pools.hook(),
            Executor::Transaction(Transaction::SqliteRead(reader)) => reader.hook(),
            Executor::Transaction(Transaction::SqliteWrite(write)) => write.hook(),
            Executor::Transaction(Transaction::Postgres(_)) => &NO_HOOK,
        }
    }

    /// Runs the statement and returns how many rows it changed.
    pub(super) async fn execute(self, sql: Sql<'_>) -> Result<u64, DatabaseError> {
        run_on!(self, execute, sql)
    }

    /// Runs the statement and returns all rows.
    pub(super) async fn fetch_all<R: Row>(self, sql: Sql<'_>) -> Result<Vec<R>, DatabaseError> {
        run_on!(self, fetch_all, sql)
    }
}
