//! The two engines: their connections and transactions, and a statement run on either.
//!
//! Only here, in `open`, `row` and `error` does it matter which engine is below. SQLite is called in place (`sqlite`);
//! PostgreSQL is asked over a connection (`postgres`). Its futures are large and are boxed: whatever waits for them has room
//! for one, and is moved about with it, also where SQLite is below.

mod line;
mod postgres;
mod sqlite;

use sqlx::postgres::{PgConnection, PgPool, Postgres};

use crate::store::DatabaseError;
use crate::store::row::Row;
use crate::store::sql::Sql;

pub(super) use line::{Line, Turn};
pub(super) use sqlite::{File, Home, Pool, Pooled, patiently};

/// The connections of a store.
#[derive(Debug, Clone)]
pub(super) enum Pools {
    Sqlite(File),
    Postgres(PgPool),
}

/// A transaction of either engine. Dropped without a commit, it leaves nothing behind.
pub(super) enum Transaction {
    /// One that reads.
    Sqlite(Pooled),
    /// One that writes.
    Turn(Turn),
    Postgres(sqlx::Transaction<'static, Postgres>),
}

impl Pools {
    /// Begins to read, everything as of one moment.
    pub(super) async fn snapshot(&self) -> Result<Transaction, DatabaseError> {
        Ok(match self {
            Pools::Sqlite(file) => Transaction::Sqlite(file.snapshot().await?),
            Pools::Postgres(pool) => {
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                Transaction::Postgres(Box::pin(pool.begin_with(begin)).await?)
            }
        })
    }

    /// Begins to write.
    ///
    /// In SQLite it is a turn among the writers of this process. In PostgreSQL each statement sees
    /// what others have committed before it, and waits for those that are about to write what it
    /// would.
    pub(super) async fn write(&self) -> Result<Transaction, DatabaseError> {
        Ok(match self {
            Pools::Sqlite(file) => Transaction::Turn(file.writers().turn().await?),
            Pools::Postgres(pool) => {
                let begin = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";
                Transaction::Postgres(Box::pin(pool.begin_with(begin)).await?)
            }
        })
    }

    /// Runs a statement that writes and needs no other: a transaction of its own, committed once this returns.
    pub(super) async fn only(&self, sql: Sql<'_>) -> Result<u64, DatabaseError> {
        match self {
            Pools::Sqlite(file) => file.writers().only(&sql).await,
            Pools::Postgres(pool) => Box::pin(postgres::execute(pool, sql)).await,
        }
    }

    /// Whether what the connections lead to is still where it was opened. A server that is gone is found out by asking it.
    pub(super) fn stands(&self) -> Result<(), DatabaseError> {
        match self {
            Pools::Sqlite(file) => file.stands(),
            Pools::Postgres(_) => Ok(()),
        }
    }

    /// Closes all connections, once what is under way is done.
    pub(super) async fn close(&self) {
        match self {
            Pools::Sqlite(file) => file.close().await,
            Pools::Postgres(pool) => pool.close().await,
        }
    }
}

impl Transaction {
    /// Makes everything written so far last.
    pub(super) async fn commit(self) -> Result<(), DatabaseError> {
        match self {
            // It wrote nothing.
            Transaction::Sqlite(_) => Ok(()),
            Transaction::Turn(turn) => turn.commit().await,
            Transaction::Postgres(transaction) => Ok(Box::pin(transaction.commit()).await?),
        }
    }
}

/// Where a statement runs: on any connection that reads, or in a transaction.
pub(super) enum On<'c> {
    Sqlite(&'c File),
    SqliteSnapshot(&'c mut Pooled),
    SqliteTurn(&'c mut Turn),
    PostgresPool(&'c PgPool),
    Postgres(&'c mut PgConnection),
}

impl<'c> From<&'c Pools> for On<'c> {
    fn from(pools: &'c Pools) -> On<'c> {
        match pools {
            Pools::Sqlite(file) => On::Sqlite(file),
            Pools::Postgres(pool) => On::PostgresPool(pool),
        }
    }
}

impl<'c> From<&'c mut Transaction> for On<'c> {
    fn from(transaction: &'c mut Transaction) -> On<'c> {
        match transaction {
            Transaction::Sqlite(snapshot) => On::SqliteSnapshot(snapshot),
            Transaction::Turn(turn) => On::SqliteTurn(turn),
            Transaction::Postgres(transaction) => On::Postgres(transaction),
        }
    }
}

/// Runs a statement by the function of this name, which both engines have.
macro_rules! wherever {
    ($on:expr, $run:ident, $sql:expr) => {
        match $on {
            On::Sqlite(file) => {
                let mut connection = file.reader().await?;
                connection.run(&$sql, sqlite::statement::$run).await
            }
            On::SqliteSnapshot(connection) => connection.run(&$sql, sqlite::statement::$run).await,
            On::SqliteTurn(turn) => turn.run(&$sql, sqlite::statement::$run),
            On::PostgresPool(pool) => Box::pin(postgres::$run(pool, $sql)).await,
            On::Postgres(connection) => Box::pin(postgres::$run(connection, $sql)).await,
        }
    };
}

impl On<'_> {
    /// How many rows the statement changed.
    pub(super) async fn execute(self, sql: Sql<'_>) -> Result<u64, DatabaseError> {
        wherever!(self, execute, sql)
    }

    /// The first row of the statement.
    pub(super) async fn fetch_optional<R: Row>(
        self,
        sql: Sql<'_>,
    ) -> Result<Option<R>, DatabaseError> {
        wherever!(self, fetch_optional, sql)
    }

    /// All rows of the statement.
    pub(super) async fn fetch_all<R: Row>(self, sql: Sql<'_>) -> Result<Vec<R>, DatabaseError> {
        wherever!(self, fetch_all, sql)
    }
}
