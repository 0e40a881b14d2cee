//! Connections that read, each used by one task at a time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::store::DatabaseError;
use crate::store::engine::sqlite::retry::run_long;
use crate::store::engine::sqlite::{DatabaseFile, retry_while_busy, statement};
use crate::store::hook::StatementHook;
use crate::store::sql::Sql;

/// More than most machines have processors; a statement is rarely suspended while it runs.
const CONNECTIONS: usize = 8;

/// A pool of connections, opened on demand.
#[derive(Debug, Clone)]
pub(super) struct ReaderPool {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    file: Arc<DatabaseFile>,
    /// One permit for each connection that is not in use.
    permits: Arc<Semaphore>,
    idle: Mutex<Vec<Connection>>,
}

impl ReaderPool {
    pub(super) fn new(file: Arc<DatabaseFile>) -> ReaderPool {
        let shared =
            Shared { file, permits: Arc::new(Semaphore::new(CONNECTIONS)), idle: Mutex::default() };
        ReaderPool { shared: Arc::new(shared) }
    }

    /// A connection, once one is free.
    pub(super) async fn get(&self) -> Result<Reader, DatabaseError> {
        let timeout = self.shared.file.timeout;
        let permit = Arc::clone(&self.shared.permits).acquire_owned();
        let permit = tokio::time::timeout(timeout, permit)
            .await
            .map_err(|_| DatabaseError::TimedOut)?
            .map_err(|_| DatabaseError::Closed)?;
        let idle = self.shared.idle().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => retry_while_busy(timeout, || self.shared.file.connect()).await?,
        };
        Ok(Reader {
            connection: Some(connection),
            shared: Arc::clone(&self.shared),
            _permit: permit,
        })
    }

    /// A connection with a transaction, which ends when it is dropped.
    pub(super) async fn begin(&self) -> Result<Reader, DatabaseError> {
        let mut reader = self.get().await?;
        statement::execute_plain(reader.connection()?, "BEGIN")?;
        Ok(reader)
    }

    /// Closes idle connections now, and the others once they are no longer used.
    pub(super) fn close(&self) {
        self.shared.permits.close();
        self.shared.idle().clear();
    }
}

impl Shared {
    /// A panic cannot leave the list half changed.
    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection in use. It goes back to the pool when dropped.
#[derive(Debug)]
pub(crate) struct Reader {
    /// `Some` until it is dropped.
    connection: Option<Connection>,
    shared: Arc<Shared>,
    _permit: OwnedSemaphorePermit,
}

impl Reader {
    /// Takes `&mut self` because only then futures that hold a `Reader` are `Send`.
    fn connection(&mut self) -> Result<&Connection, DatabaseError> {
        self.connection.as_ref().ok_or(DatabaseError::Closed)
    }

    pub(crate) fn hook(&self) -> &StatementHook {
        &self.shared.file.hook
    }

    /// Runs a statement that reads.
    pub(crate) async fn run<T>(
        &mut self,
        sql: &Sql<'_>,
        run: fn(&Connection, &Sql<'_>) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        // A reader only finds the file locked while another process recovers its log.
        retry_while_busy(self.shared.file.timeout, || {
            let connection = self.connection()?;
            if sql.long { run_long(|| run(connection, sql)) } else { run(connection, sql) }
        })
        .await
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let Some(connection) = self.connection.take() else {
            return;
        };
        if !connection.is_autocommit() {
            // It fails if SQLite has already rolled back.
            let _ = statement::execute_plain(&connection, "ROLLBACK");
        }
        if !self.shared.permits.is_closed() {
            self.shared.idle().push(connection);
        }
    }
}
