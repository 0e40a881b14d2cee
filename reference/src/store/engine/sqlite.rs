//! SQLite, called in place: a statement runs on the task that asks, on a connection that nobody else has meanwhile.
//!
//! To find a row by a key takes some microseconds, less than it takes to ask another thread and to be woken. What may take
//! long (`Sql::long`) still runs here, but tells the runtime first, which moves the other tasks of the thread elsewhere.
//! Only what waits for the disk, the commit, leaves the task (`line`).
//!
//! SQLite is told not to wait for locks, which would stop a thread: who finds the file held tries again later, as often as
//! their patience lasts.

mod home;
mod pool;
pub(super) mod statement;
mod wait;

use crate::store::DatabaseError;
use crate::store::engine::Line;

pub(in crate::store) use home::Home;
pub(in crate::store) use pool::{Pool, Pooled};
pub(in crate::store) use wait::patiently;

/// A database of SQLite, of which there is one file or none.
#[derive(Debug, Clone)]
pub(in crate::store) struct File {
    readers: Pool,
    /// SQLite lets one connection write at a time. Writers of this process wait their turn in order instead of racing for
    /// the lock of the file.
    writers: Line,
}

impl File {
    /// With the connections that read, and the one that writes. In memory it is the same.
    pub(in crate::store) fn new(readers: Pool, writer: Pool) -> File {
        let writers = Line::new(writer);
        File { readers, writers }
    }

    pub(super) fn writers(&self) -> &Line {
        &self.writers
    }

    /// A connection for one statement that reads.
    pub(super) async fn reader(&self) -> Result<Pooled, DatabaseError> {
        self.readers.connection().await
    }

    /// A connection for several statements that read as of one moment, that of the first.
    pub(super) async fn snapshot(&self) -> Result<Pooled, DatabaseError> {
        let mut connection = self.readers.connection().await?;
        connection.with(|it| statement::plain(it, "BEGIN"))?;
        Ok(connection)
    }

    /// Whether the file is still where it was opened.
    pub(super) fn stands(&self) -> Result<(), DatabaseError> {
        self.readers.home().stands()
    }

    /// Closes all connections, once what is under way is done.
    pub(super) async fn close(&self) {
        self.readers.close(std::future::ready(())).await;
        self.writers.close().await;
    }
}
