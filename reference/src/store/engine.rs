//! The two engines: their pools and transactions, and a statement run on either.
//!
//! Only here, in `open` and in `error` does it matter which engine is below.

mod line;

use sqlx::postgres::{PgConnection, PgPool, Postgres};
use sqlx::sqlite::{Sqlite, SqliteConnection, SqlitePool};

use crate::store::sql::{Row, Sql};

pub(super) use line::{Line, Turn};

/// The connections of a store.
#[derive(Debug, Clone)]
pub(super) enum Pools {
    Sqlite {
        readers: SqlitePool,
        /// SQLite lets one connection write at a time. Writers of this process wait their turn in
        /// order instead of racing for the lock of the file.
        writers: Line,
    },
    Postgres(PgPool),
}

/// A transaction of either engine. Dropped without a commit, it leaves nothing behind.
pub(super) enum Transaction {
    Sqlite(sqlx::Transaction<'static, Sqlite>),
    Turn(Turn),
    Postgres(sqlx::Transaction<'static, Postgres>),
}

impl Pools {
    /// Begins to read, everything as of one moment.
    pub(super) async fn snapshot(&self) -> Result<Transaction, sqlx::Error> {
        Ok(match self {
            Pools::Sqlite { readers, .. } => Transaction::Sqlite(readers.begin().await?),
            Pools::Postgres(pool) => {
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                Transaction::Postgres(pool.begin_with(begin).await?)
            }
        })
    }

    /// Begins to write.
    ///
    /// In SQLite it is a turn among the writers of this process. In PostgreSQL each statement sees
    /// what others have committed before it, and waits for those that are about to write what it
    /// would.
    pub(super) async fn write(&self) -> Result<Transaction, sqlx::Error> {
        Ok(match self {
            Pools::Sqlite { writers, .. } => Transaction::Turn(writers.turn().await?),
            Pools::Postgres(pool) => {
                let begin = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";
                Transaction::Postgres(pool.begin_with(begin).await?)
            }
        })
    }

    /// Closes all connections, once what is under way is done.
    pub(super) async fn close(&self) {
        match self {
            Pools::Sqlite { readers, writers } => {
                readers.close().await;
                writers.close().await;
            }
            Pools::Postgres(pool) => pool.close().await,
        }
    }
}

impl Transaction {
    /// Makes everything written so far last.
    pub(super) async fn commit(self) -> Result<(), sqlx::Error> {
        match self {
            Transaction::Sqlite(transaction) => transaction.commit().await,
            Transaction::Turn(turn) => turn.commit().await,
            Transaction::Postgres(transaction) => transaction.commit().await,
        }
    }
}

/// Where a statement runs: on any connection that reads, or in a transaction.
pub(super) enum On<'c> {
    SqlitePool(&'c SqlitePool),
    Sqlite(&'c mut SqliteConnection),
    SqliteTurn(&'c mut Turn),
    PostgresPool(&'c PgPool),
    Postgres(&'c mut PgConnection),
}

impl<'c> From<&'c Pools> for On<'c> {
    fn from(pools: &'c Pools) -> On<'c> {
        match pools {
            Pools::Sqlite { readers, .. } => On::SqlitePool(readers),
            Pools::Postgres(pool) => On::PostgresPool(pool),
        }
    }
}

impl<'c> From<&'c mut Transaction> for On<'c> {
    fn from(transaction: &'c mut Transaction) -> On<'c> {
        match transaction {
            Transaction::Sqlite(transaction) => On::Sqlite(transaction),
            Transaction::Turn(turn) => On::SqliteTurn(turn),
            Transaction::Postgres(transaction) => On::Postgres(transaction),
        }
    }
}

/// The same expression for each kind of place, whose types differ.
macro_rules! wherever {
    ($on:expr, $turn:ident => $in_turn:expr, $engine:ident, $place:ident => $run:expr) => {
        match $on {
            On::SqliteTurn($turn) => $in_turn.await,
            On::SqlitePool($place) => {
                type $engine = Sqlite;
                $run
            }
            On::Sqlite($place) => {
                type $engine = Sqlite;
                $run
            }
            On::PostgresPool($place) => {
                type $engine = Postgres;
                $run
            }
            On::Postgres($place) => {
                type $engine = Postgres;
                $run
            }
        }
    };
}

impl On<'_> {
    /// How many rows the statement changed.
    pub(super) async fn execute(self, sql: Sql<'_>) -> Result<u64, sqlx::Error> {
        wherever!(self, turn => turn.execute(sql), Engine, place => {
            Ok(sql.query::<Engine>()?.execute(place).await?.rows_affected())
        })
    }

    /// The first row of the statement.
    pub(super) async fn fetch_optional<R: Row>(
        self,
        sql: Sql<'_>,
    ) -> Result<Option<R>, sqlx::Error> {
        wherever!(self, turn => turn.fetch_optional(sql), Engine, place => {
            let row = sql.query::<Engine>()?.fetch_optional(place).await?;
            row.map(|row| R::from_row(&row)).transpose()
        })
    }

    /// All rows of the statement.
    pub(super) async fn fetch_all<R: Row>(self, sql: Sql<'_>) -> Result<Vec<R>, sqlx::Error> {
        wherever!(self, turn => turn.fetch_all(sql), Engine, place => {
            let rows = sql.query::<Engine>()?.fetch_all(place).await?;
            rows.iter().map(R::from_row).collect()
        })
    }
}
