//! Where a database stays, and whether it still does.
//!
//! A file that is moved away while it is open can be written to as before, and nobody will ever find what was written. So
//! what stands at its place is compared with what was opened.
//!
//! The log gets to the disk by a call of its own ([`Home::reach_disk`]) and not within a commit, so that who waits for the
//! disk keeps nobody from writing meanwhile.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::store::DatabaseError;

/// How many prepared statements a connection keeps: more than the store has.
const STATEMENTS: usize = 128;

/// How many pages of 4 KB the log takes before they are brought into the file. A page that was changed often meanwhile is
/// brought there once. Until then readers have the log to look through, and who opens the file after a crash to read.
const LOG_PAGES: u32 = 8000;

/// Where a database stays.
#[derive(Debug)]
pub(in crate::store) struct Home {
    /// As SQLite takes it.
    name: String,
    /// How long to wait for what others hold.
    patience: Duration,
    /// The file and its log, as they were when it was opened. In memory there is none.
    files: Vec<(PathBuf, Identity)>,
    /// The log, open to be brought to the disk.
    log: Option<File>,
    /// Whether the disk once did not take the log. From then on it may keep less than it says: the system forgets what it
    /// could not write.
    doubtful: AtomicBool,
}

impl Home {
    pub(in crate::store) fn new(name: String, patience: Duration) -> Home {
        Home {
            name,
            patience,
            files: Vec::new(),
            log: None,
            doubtful: AtomicBool::new(false),
        }
    }

    pub(in crate::store) fn patience(&self) -> Duration {
        self.patience
    }

    /// The first connection, which makes the file if there is none. It waits for what others hold.
    pub(in crate::store) fn found(&self, patience: Duration) -> rusqlite::Result<Connection> {
        self.connected(OpenFlags::SQLITE_OPEN_CREATE, patience)
    }

    /// Notes what is there, by the connection that is going to write. It leaves it to the caller from now on to bring the
    /// log to the disk.
    pub(in crate::store) fn note(&mut self, connection: &Connection) -> Result<(), DatabaseError> {
        // In memory it is empty.
        let Some(path) = connection.path().filter(|it| !it.is_empty()) else {
            return Ok(());
        };
        let file = PathBuf::from(path);
        let mut log = OsString::from(path);
        log.push("-wal");
        let log = PathBuf::from(log);
        if log.exists() {
            self.log = Some(OpenOptions::new().write(true).open(&log)?);
            // It may have been made a moment ago: that it is there has to last, too. Elsewhere folders cannot be opened.
            #[cfg(unix)]
            if let Some(folder) = log.parent() {
                File::open(folder)?.sync_all()?;
            }
            connection.execute_batch("PRAGMA synchronous = NORMAL")?;
        }
        let noted = [file, log].into_iter().filter_map(|it| {
            let identity = Identity::of(&it)?;
            Some((it, identity))
        });
        self.files = noted.collect();
        Ok(())
    }

    /// Waits until everything that was committed is on the disk, where whoever opens the file will find it.
    pub(in crate::store::engine) fn reach_disk(&self) -> Result<(), DatabaseError> {
        if let Some(log) = &self.log
            && let Err(error) = log.sync_data()
        {
            self.doubtful.store(true, Ordering::Relaxed);
            return Err(error.into());
        }
        self.stands()
    }

    /// Takes this file for the log when it is to be brought to the disk.
    #[cfg(test)]
    pub(in crate::store::engine) fn mistake_for_log(&mut self, file: File) {
        self.log = Some(file);
    }

    /// Another connection to what was opened.
    pub(super) fn connect(&self) -> Result<Connection, DatabaseError> {
        let connection = self.connected(OpenFlags::empty(), Duration::ZERO)?;
        self.stands()?;
        Ok(connection)
    }

    /// Whether what stands there is what was opened, and can be relied on.
    pub(in crate::store) fn stands(&self) -> Result<(), DatabaseError> {
        if self.doubtful.load(Ordering::Relaxed) {
            return Err(DatabaseError::Doubtful);
        }
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
        connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
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
