//! Writes of this process, one after the other, committed in batches.
//!
//! A commit waits for the disk, so one commit serves all writers that came while the previous one was under way. The
//! first writer begins a transaction on the only connection that writes. Each writer works within a savepoint and then
//! joins the batch, or rolls its savepoint back. The first to join starts a task that takes the lock behind all writers
//! who wait by then, commits, and answers everyone in the batch.
//!
//! A writer sees what earlier writers of the batch wrote. If they are refused because of it and the commit then fails,
//! the refusal was premature; all writers of the batch get the error.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rusqlite::Connection;
use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};

use crate::store::DatabaseError;
use crate::store::engine::sqlite::{DatabaseFile, retry_while_busy, statement};
use crate::store::engine::write_health::PROBE_BYTES;
use crate::store::hook::StatementHook;
use crate::store::sql::Sql;

#[derive(Debug, Clone)]
pub(super) struct WriteQueue {
    file: Arc<DatabaseFile>,
    /// Tokio's mutex is first come, first served.
    writer: Arc<Mutex<Writer>>,
    waiting: Arc<AtomicUsize>,
}

/// A writer in the queue, until it is dropped.
struct Waiting<'q>(&'q AtomicUsize);

impl<'q> Waiting<'q> {
    fn begin(count: &'q AtomicUsize) -> Waiting<'q> {
        count.fetch_add(1, Ordering::Relaxed);
        Waiting(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The connection that writes. While the lock is free, a transaction is open exactly if the batch has members.
#[derive(Debug)]
struct Writer {
    /// `None` once it is closed.
    connection: Option<Connection>,
    batch: CommitBatch,
}

/// Writers who wait for the next commit.
#[derive(Debug, Default)]
struct CommitBatch {
    members: Vec<oneshot::Sender<Result<(), Arc<DatabaseError>>>>,
}

impl WriteQueue {
    pub(super) fn new(file: Arc<DatabaseFile>, connection: Connection) -> WriteQueue {
        let writer = Writer { connection: Some(connection), batch: CommitBatch::default() };
        WriteQueue { file, writer: Arc::new(Mutex::new(writer)), waiting: Arc::default() }
    }

    /// How many writers wait for the one before.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Waits for the writers before, and begins to write.
    ///
    /// `BEGIN IMMEDIATE` takes the lock of the file, so that no statement fails because another process writes.
    pub(super) async fn begin(&self) -> Result<WriteGuard, DatabaseError> {
        let timeout = self.file.timeout;
        let waiting = Waiting::begin(&self.waiting);
        let mut writer = tokio::time::timeout(timeout, Arc::clone(&self.writer).lock_owned())
            .await
            .map_err(|_| DatabaseError::TimedOut)?;
        drop(waiting);
        if writer.connection()?.is_autocommit() {
            self.file.check()?;
            let begun = retry_while_busy(timeout, || writer.execute("BEGIN IMMEDIATE")).await;
            self.file.health.record(&begun);
            begun?;
        }
        let mut guard = WriteGuard { writer, queue: self.clone(), failed: false, joined: false };
        guard.writer.execute("SAVEPOINT writer")?;
        Ok(guard)
    }

    /// Writes as much to the log as any request may, takes it back, and commits a page.
    pub(super) async fn probe(&self) -> Result<(), DatabaseError> {
        let mut guard = self.begin().await?;
        let written = guard.writer.fill_log();
        self.file.health.record(&written);
        // A failure ends the transaction.
        guard.failed = written.is_err();
        written?;
        // No version of the program reads this number of the file's header.
        guard.writer.execute("PRAGMA user_version = 0")?;
        guard.commit().await?;
        self.file.health.record_recovery();
        Ok(())
    }

    /// Commits for all writers who are in the queue now.
    async fn commit_batch(self) {
        // Lets the tasks run that are about to enter the queue.
        tokio::task::yield_now().await;
        let mut writer = self.writer.lock_owned().await;
        // The thread is not waited for: if the runtime ends first, no writer gets an answer.
        drop(tokio::task::spawn_blocking(move || {
            writer.commit(&self.file);
        }));
    }

    /// Commits what is open and closes the connection.
    pub(super) async fn close(&self) {
        let mut writer = Arc::clone(&self.writer).lock_owned().await;
        let file = Arc::clone(&self.file);
        let closing = move || {
            writer.commit(&file);
            // The last connection to a file copies the log into it, and an error there loses nothing.
            drop(writer.connection.take());
        };
        // It fails only if the runtime ends.
        let _ = tokio::task::spawn_blocking(closing).await;
    }
}

impl Writer {
    fn connection(&self) -> Result<&Connection, DatabaseError> {
        self.connection.as_ref().ok_or(DatabaseError::Closed)
    }

    /// Takes `&mut self` because only then futures that hold a `Writer` are `Send`.
    fn execute(&mut self, text: &str) -> Result<(), DatabaseError> {
        statement::execute_plain(self.connection()?, text)
    }

    /// Writes a large table to the log within the transaction, and undoes that. With a small cache, SQLite writes changed
    /// pages before the commit.
    fn fill_log(&mut self) -> Result<(), DatabaseError> {
        let connection = self.connection()?;
        let cache: i64 = connection.pragma_query_value(None, "cache_size", |row| row.get(0))?;
        connection.pragma_update(None, "cache_size", 10)?;
        let filled = connection.execute_batch(&format!(
            "SAVEPOINT probe;
             CREATE TABLE write_probe AS SELECT zeroblob({PROBE_BYTES}) AS written;
             ROLLBACK TO probe;
             RELEASE probe"
        ));
        connection.pragma_update(None, "cache_size", cache)?;
        Ok(filled?)
    }

    /// Commits the open transaction, if there is one, and answers the batch.
    fn commit(&mut self, file: &DatabaseFile) {
        if self.batch.members.is_empty() {
            return;
        }
        // What was committed to a file that has been moved away would not be found again.
        let result = self.execute("COMMIT").and_then(|()| file.check());
        file.record_commit(&result);
        self.finish(result);
    }

    /// Undoes the current writer's changes. Without other members the transaction ends, so that it does not keep other
    /// processes waiting.
    fn roll_back_writer(&mut self) {
        let rolled_back = if self.batch.members.is_empty() {
            self.execute("ROLLBACK")
        } else {
            self.execute("ROLLBACK TO writer").and_then(|()| self.execute("RELEASE writer"))
        };
        // There is no savepoint if SQLite had to roll back the whole transaction, for example because the disk is full.
        // The changes of the batch are gone then, too.
        if rolled_back.is_err() {
            self.finish(Err(DatabaseError::TransactionLost));
        }
    }

    /// Ends the transaction and sends the result to all members of the batch.
    fn finish(&mut self, result: Result<(), DatabaseError>) {
        if self.connection().is_ok_and(|connection| !connection.is_autocommit()) {
            // Nothing can be done if it fails; the next `BEGIN` reports it.
            let _ = self.execute("ROLLBACK");
        }
        let result = result.map_err(Arc::new);
        for member in self.batch.members.drain(..) {
            // The caller may have gone away.
            let _ = member.send(result.clone());
        }
    }
}

/// A writer's access to the connection. Dropped without [`WriteGuard::commit`], its changes are rolled back.
#[derive(Debug)]
pub(crate) struct WriteGuard {
    writer: OwnedMutexGuard<Writer>,
    queue: WriteQueue,
    /// A statement failed, so that nothing more may run or be committed.
    failed: bool,
    /// The changes belong to the batch.
    joined: bool,
}

impl WriteGuard {
    pub(crate) fn hook(&self) -> &StatementHook {
        &self.queue.file.hook
    }

    /// Runs a statement. After an error nothing more runs, as in PostgreSQL, except after a violated unique constraint.
    pub(crate) fn run<T>(
        &mut self,
        sql: &Sql<'_>,
        run: fn(&Connection, &Sql<'_>) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        let connection = self.writer.connection()?;
        // Outside of a transaction the statement would commit by itself.
        if self.failed || connection.is_autocommit() {
            return Err(DatabaseError::TransactionLost);
        }
        let result = run(connection, sql);
        self.failed = result.as_ref().is_err_and(|error| !error.is_unique_violation());
        self.queue.file.health.record(&result);
        result
    }

    /// Joins the batch, and returns once it is on the disk.
    pub(crate) async fn commit(mut self) -> Result<(), DatabaseError> {
        if self.failed {
            return Err(DatabaseError::TransactionLost);
        }
        self.writer.execute("RELEASE writer")?;
        // From here to the end of the lock nothing is awaited, so that a cancelled caller cannot leave the released
        // changes without a member that waits for their commit.
        self.joined = true;
        let (member, result) = oneshot::channel();
        let is_first = self.writer.batch.members.is_empty();
        self.writer.batch.members.push(member);
        if is_first {
            tokio::spawn(self.queue.clone().commit_batch());
        }
        drop(self);
        result.await.map_err(|_| DatabaseError::TransactionLost)?.map_err(DatabaseError::Commit)
    }
}

impl Drop for WriteGuard {
    fn drop(&mut self) {
        if !self.joined {
            self.writer.roll_back_writer();
        }
    }
}
