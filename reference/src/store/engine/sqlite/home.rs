//! Where a database stays, and whether it still does.
//!
//! A file that is moved away while it is open can be written to as before, and nobody will ever find what was written. So
//! what stands at its place is compared with what was opened.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::store::DatabaseError;

/// How many prepared statements a connection keeps: more than the store has.
const STATEMENTS: usize = 128;

/// Where a database stays.
#[derive(Debug)]
pub(in crate::store) struct Home {
    /// As SQLite takes it.
    name: String,
    /// How long to wait for what others hold.
    patience: Duration,
    /// The file and its log, as they were when it was opened. In memory there is none.
    files: Vec<(PathBuf, Identity)>,
}

impl Home {
    pub(in crate::store) fn new(name: String, patience: Duration) -> Home {
        Home {
            name,
            patience,
            files: Vec::new(),
        }
    }

    pub(in crate::store) fn patience(&self) -> Duration {
        self.patience
    }

    /// The first connection, which makes the file if there is none. It waits for what others hold.
    pub(in crate::store) fn found(&self, patience: Duration) -> rusqlite::Result<Connection> {
        self.connected(OpenFlags::SQLITE_OPEN_CREATE, patience)
    }

    /// Notes what is there, by a connection that has begun to write.
    pub(in crate::store) fn note(&mut self, connection: &Connection) {
        // In memory it is empty.
        let path = connection.path().filter(|it| !it.is_empty());
        if let Some(path) = path {
            let file = PathBuf::from(path);
            let mut log = OsString::from(path);
            log.push("-wal");
            let files = [file, PathBuf::from(log)].into_iter();
            let noted = files.filter_map(|it| {
                let identity = Identity::of(&it)?;
                Some((it, identity))
            });
            self.files = noted.collect();
        }
    }

    /// Another connection to what was opened.
    pub(super) fn connect(&self) -> Result<Connection, DatabaseError> {
        let connection = self.connected(OpenFlags::empty(), Duration::ZERO)?;
        self.stands()?;
        Ok(connection)
    }

    /// Whether what stands there is what was opened.
    pub(in crate::store) fn stands(&self) -> Result<(), DatabaseError> {
        let mut files = self.files.iter();
        match files.all(|(path, noted)| Identity::of(path).as_ref() == Some(noted)) {
            true => Ok(()),
            false => Err(DatabaseError::Moved),
        }
    }

    fn connected(&self, more: OpenFlags, patience: Duration) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.name, flags | more)?;
        connection.busy_timeout(patience)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        connection.execute_batch("PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL")?;
        Ok(connection)
    }
}

/// What makes a file this file, whatever it is called.
#[derive(Debug, PartialEq, Eq)]
struct Identity {
    #[cfg(unix)]
    node: (u64, u64),
}

impl Identity {
    /// Of what stands there, if anything does.
    fn of(path: &Path) -> Option<Identity> {
        let metadata = std::fs::metadata(path).ok()?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let node = (metadata.dev(), metadata.ino());
            Some(Identity { node })
        }
        // Elsewhere an open file cannot be moved away.
        #[cfg(not(unix))]
        {
            metadata.is_file().then_some(Identity {})
        }
    }
}
