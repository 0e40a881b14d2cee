//! Connections that are kept open, each lent to one at a time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError};

use crate::store::DatabaseError;
use crate::store::engine::sqlite::home::Home;
use crate::store::engine::sqlite::wait::aside;
use crate::store::engine::sqlite::{patiently, statement};
use crate::store::sql::Sql;

/// So many connections at most.
#[derive(Debug, Clone)]
pub(in crate::store) struct Pool {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    home: Arc<Home>,
    /// How many connections there are at most.
    size: u32,
    /// One permit for each connection that is not lent.
    free: Arc<Semaphore>,
    /// Those that were opened before and came back.
    idle: Mutex<Vec<Connection>>,
}

impl Pool {
    /// So many connections to this place, of which some are open already.
    pub(in crate::store) fn new(home: Arc<Home>, size: u32, open: Vec<Connection>) -> Pool {
        let free = Arc::new(Semaphore::new(usize::try_from(size).unwrap_or_default()));
        let idle = Mutex::new(open);
        Pool {
            shared: Arc::new(Shared {
                home,
                size,
                free,
                idle,
            }),
        }
    }

    pub(in crate::store::engine) fn home(&self) -> &Home {
        &self.shared.home
    }

    /// A connection, once one is free.
    pub(in crate::store::engine) async fn connection(&self) -> Result<Pooled, DatabaseError> {
        let permit = self.permit().await?;
        let idle = self.shared.idle().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => patiently(self.home().patience(), || self.home().connect()).await?,
        };
        Ok(Pooled {
            connection: Some(connection),
            shared: Arc::clone(&self.shared),
            _permit: permit,
        })
    }

    async fn permit(&self) -> Result<OwnedSemaphorePermit, DatabaseError> {
        match Arc::clone(&self.shared.free).try_acquire_owned() {
            Ok(permit) => return Ok(permit),
            Err(TryAcquireError::Closed) => return Err(DatabaseError::Closed),
            Err(TryAcquireError::NoPermits) => {}
        }
        let permit = Arc::clone(&self.shared.free).acquire_owned();
        let waited = tokio::time::timeout(self.home().patience(), permit).await;
        let waited = waited.map_err(|_| DatabaseError::TimedOut)?;
        waited.map_err(|_| DatabaseError::Closed)
    }

    /// Closes all connections, once all have come back and then this is done.
    pub(in crate::store::engine) async fn close(&self, last: impl Future) {
        // It fails for who closes it a second time.
        let Ok(_all) = self.shared.free.acquire_many(self.shared.size).await else {
            return;
        };
        self.shared.free.close();
        last.await;
        let idle = std::mem::take(&mut *self.shared.idle());
        // The last connection to a file brings its log into it. It does no harm where that fails, nor where the runtime
        // ends meanwhile.
        let _closed = tokio::task::spawn_blocking(move || drop(idle)).await;
    }
}

impl Shared {
    /// A panic cannot leave the list half changed.
    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection that is lent. Dropped, it goes back, and a transaction that is open on it is given up.
#[derive(Debug)]
pub(in crate::store) struct Pooled {
    /// There is one until this is dropped.
    connection: Option<Connection>,
    shared: Arc<Shared>,
    _permit: OwnedSemaphorePermit,
}

impl Pooled {
    pub(in crate::store::engine) fn home(&self) -> &Home {
        &self.shared.home
    }

    /// Runs something on the connection.
    pub(in crate::store::engine) fn with<T>(
        &mut self,
        run: impl FnOnce(&Connection) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        match &self.connection {
            Some(connection) => run(connection),
            None => Err(DatabaseError::Closed),
        }
    }

    /// Runs a statement that reads, again and again while the file is held by who repairs it.
    pub(in crate::store::engine) async fn run<T>(
        &mut self,
        sql: &Sql<'_>,
        run: fn(&Connection, &Sql<'_>) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        let patience = self.home().patience();
        patiently(patience, || match sql.is_long() {
            true => aside(|| self.with(|it| run(it, sql))),
            false => self.with(|it| run(it, sql)),
        })
        .await
    }
}

impl Drop for Pooled {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            if !connection.is_autocommit() {
                // It fails where the database has given the transaction up by itself.
                let _ended = statement::plain(&connection, "ROLLBACK");
            }
            self.shared.idle().push(connection);
        }
    }
}
