//! Connections to PostgreSQL and their transactions.
//!
//! sqlx's own pool asks the server whether a connection works each time it is released, which doubles the round trips of
//! a single statement. Here it is asked before the next use, and only where there is reason for doubt.

use std::time::{Duration, Instant};

use deadpool::managed::{
    Manager, Metrics, Object, Pool, PoolError, QueueMode, RecycleResult, Timeouts,
};
use deadpool::{Runtime, managed};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgQueryResult};
use sqlx::{Connection as _, Executor as _};
use tokio::runtime::Handle;

use crate::store::DatabaseError;
use crate::store::engine::write_health::WriteHealth;

/// Connections of one process. A server takes a hundred by default.
const CONNECTIONS: usize = 16;

/// How long a connection may be unused before it is pinged: the server may have been restarted meanwhile.
const PING_AFTER: Duration = Duration::from_secs(1);

/// How long plans of statements are kept. PostgreSQL keeps them until a table is analyzed, which may take minutes. A
/// plan that was made for an empty table may read all rows once there are many.
const PLAN_AGAIN_AFTER: Duration = Duration::from_secs(5);

/// How long a connection is used. A new one finds the server that answers to the name now.
const LIFETIME: Duration = Duration::from_secs(30 * 60);

/// Writes a megabyte.
const WRITE_PROBE: &str = "CREATE TEMPORARY TABLE write_probe ON COMMIT DROP
     AS SELECT repeat('x', 1000) AS written FROM generate_series(1, 1000)";

/// A pool of connections, opened on demand.
#[derive(Debug, Clone)]
pub(in crate::store) struct PostgresPool(Pool<Connector>);

/// A connection that goes back to its pool when dropped.
pub(in crate::store::engine) type PooledConnection = Object<Connector>;

impl PostgresPool {
    /// A pool that connects with the options. The time-out holds for the wait, for connecting and for a ping.
    pub(in crate::store) fn new(options: PgConnectOptions, timeout: Duration) -> PostgresPool {
        let timeouts =
            Timeouts { wait: Some(timeout), create: Some(timeout), recycle: Some(timeout) };
        let pool = Pool::builder(Connector { options, health: WriteHealth::default() })
            .max_size(CONNECTIONS)
            .queue_mode(QueueMode::Lifo)
            .timeouts(timeouts)
            .runtime(Runtime::Tokio1)
            .build();
        PostgresPool(pool.expect("a pool with a runtime can be built"))
    }

    /// A connection, once one is free.
    pub(in crate::store::engine) async fn get(&self) -> Result<PooledConnection, DatabaseError> {
        self.0.get().await.map_err(|error| match error {
            PoolError::Backend(error) => DatabaseError::Postgres(error),
            PoolError::Timeout(_) => DatabaseError::TimedOut,
            PoolError::Closed | PoolError::NoRuntimeSpecified | PoolError::PostCreateHook(_) => {
                DatabaseError::Closed
            }
        })
    }

    /// Begins a transaction with this statement.
    pub(in crate::store::engine) async fn begin(
        &self,
        statement: &'static str,
    ) -> Result<PostgresTransaction, DatabaseError> {
        // The guard exists before the statement is sent, so that a cancelled request rolls back.
        let mut transaction = PostgresTransaction { connection: Some(self.get().await?) };
        transaction.connection()?.execute_plain(statement).await?;
        Ok(transaction)
    }

    pub(super) fn health(&self) -> &WriteHealth {
        &self.0.manager().health
    }

    /// If a write failed for want of storage, whether a large one succeeds now: a temporary table needs its space at once.
    pub(in crate::store::engine) async fn check_writes(&self) -> Result<(), DatabaseError> {
        if !self.health().is_failing() {
            return Ok(());
        }
        let mut transaction = self.begin("BEGIN").await?;
        transaction.connection()?.execute_plain(WRITE_PROBE).await?;
        transaction.commit().await?;
        self.health().record_recovery();
        Ok(())
    }

    /// Closes idle connections now, and the others once they are no longer used.
    pub(in crate::store::engine) fn close(&self) {
        self.0.close();
    }
}

/// Opens connections and checks them before they are used again.
#[derive(Debug)]
pub(in crate::store::engine) struct Connector {
    options: PgConnectOptions,
    health: WriteHealth,
}

impl Manager for Connector {
    type Type = Connection;
    type Error = sqlx::Error;

    async fn create(&self) -> Result<Connection, sqlx::Error> {
        let raw = PgConnection::connect_with(&self.options).await?;
        let (planned, health) = (Instant::now(), self.health.clone());
        Ok(Connection { raw, unreliable: false, planned, health })
    }

    async fn recycle(
        &self,
        connection: &mut Connection,
        metrics: &Metrics,
    ) -> RecycleResult<sqlx::Error> {
        if metrics.created.elapsed() > LIFETIME {
            return Err(managed::RecycleError::message("the connection is too old"));
        }
        if connection.unreliable || metrics.last_used() > PING_AFTER {
            connection.raw.ping().await?;
            connection.unreliable = false;
        }
        if connection.planned.elapsed() > PLAN_AGAIN_AFTER {
            connection.raw.execute("DISCARD PLANS").await?;
            connection.planned = Instant::now();
        }
        Ok(())
    }
}

/// A connection, whether its last statement was cancelled or failed, and when its plans were discarded.
#[derive(Debug)]
pub(in crate::store::engine) struct Connection {
    raw: PgConnection,
    unreliable: bool,
    planned: Instant,
    health: WriteHealth,
}

impl Connection {
    /// Runs a statement with `run`. Until it succeeded, the connection counts as unreliable: a cancelled request leaves an
    /// answer unread, and an error may be the end of the connection.
    pub(in crate::store::engine) async fn run<T>(
        &mut self,
        run: impl AsyncFnOnce(&mut PgConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, DatabaseError> {
        self.unreliable = true;
        let result = run(&mut self.raw).await.map_err(DatabaseError::Postgres);
        self.unreliable = result.is_err();
        self.health.record(&result);
        result
    }

    async fn execute_plain(
        &mut self,
        statement: &'static str,
    ) -> Result<PgQueryResult, DatabaseError> {
        self.run(async |raw| raw.execute(statement).await).await
    }
}

/// A transaction, rolled back when dropped without a commit.
#[derive(Debug)]
pub(in crate::store) struct PostgresTransaction {
    /// `None` once committed.
    connection: Option<PooledConnection>,
}

impl PostgresTransaction {
    pub(in crate::store::engine) fn connection(
        &mut self,
    ) -> Result<&mut Connection, DatabaseError> {
        Ok(self.connection.as_mut().ok_or(DatabaseError::Closed)?)
    }

    /// Commits, and returns once the server has confirmed it.
    pub(in crate::store::engine) async fn commit(mut self) -> Result<(), DatabaseError> {
        let connection = self.connection()?;
        connection.execute_plain("COMMIT").await?;
        self.connection = None;
        Ok(())
    }
}

impl Drop for PostgresTransaction {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else { return };
        let Ok(runtime) = Handle::try_current() else {
            // The server rolls back when the connection ends.
            drop(Object::take(connection));
            return;
        };
        runtime.spawn(async move {
            if connection.execute_plain("ROLLBACK").await.is_err() {
                drop(Object::take(connection));
            }
        });
    }
}
