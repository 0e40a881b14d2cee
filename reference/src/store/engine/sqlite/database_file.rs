//! A database file: how to connect to it, and whether what it keeps can be relied on.
//!
//! A file that is moved or replaced while it is open still takes writes, which are lost. The file and its log are
//! therefore compared with those that were opened.

use std::ffi::OsString;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, ffi};

use crate::store::DatabaseError;
use crate::store::hook::StatementHook;

/// Prepared statements that a connection keeps: more than the store has.
const STATEMENTS: usize = 128;

/// Pages of 4 KB in the log before a checkpoint. A page that was changed often since the last checkpoint is written to
/// the file once, but a longer log takes longer to read after a crash.
const CHECKPOINT_PAGES: u32 = 8000;

/// A database file.
#[derive(Debug)]
pub(crate) struct DatabaseFile {
    /// Path or URI for SQLite.
    uri: String,
    /// Sees the statements that run on the file.
    pub(crate) hook: StatementHook,
    /// How long to wait for locks and connections.
    pub(super) timeout: Duration,
    /// The file and its log when they were opened; empty in memory.
    opened: Vec<(PathBuf, FileIdentity)>,
    /// Whether the log could not be synced once. The system may then have dropped pages that it reports as written.
    sync_failed: AtomicBool,
}

impl DatabaseFile {
    pub(crate) fn new(uri: String, timeout: Duration, hook: StatementHook) -> DatabaseFile {
        let sync_failed = AtomicBool::new(false);
        DatabaseFile { uri, hook, timeout, opened: Vec::new(), sync_failed }
    }

    /// The first connection, which creates a missing file and waits for locks itself.
    pub(crate) fn create(&self, timeout: Duration) -> rusqlite::Result<Connection> {
        let connection = self.open(OpenFlags::SQLITE_OPEN_CREATE, timeout)?;
        if let Some(path) = connection.path().filter(|path| !path.is_empty()) {
            restrict_new_file(Path::new(path));
        }
        Ok(connection)
    }

    /// Remembers which file this connection has open, and its log.
    pub(crate) fn record_identity(&mut self, connection: &Connection) {
        // The path is empty in memory.
        let Some(path) = connection.path().filter(|path| !path.is_empty()) else {
            return;
        };
        let mut log = OsString::from(path);
        log.push("-wal");
        self.opened = [PathBuf::from(path), PathBuf::from(log)]
            .into_iter()
            .filter_map(|path| {
                let identity = FileIdentity::of(&path.metadata().ok()?);
                Some((path, identity))
            })
            .collect();
    }

    /// Another connection to the file.
    pub(super) fn connect(&self) -> Result<Connection, DatabaseError> {
        let connection = self.open(OpenFlags::empty(), Duration::ZERO)?;
        self.check()?;
        Ok(connection)
    }

    /// Fails if the file was moved or replaced, or its log could not be synced.
    pub(super) fn check(&self) -> Result<(), DatabaseError> {
        if self.sync_failed.load(Ordering::Relaxed) {
            return Err(DatabaseError::SyncFailed);
        }
        let unchanged = self.opened.iter().all(|(path, identity)| {
            path.metadata().is_ok_and(|metadata| FileIdentity::of(&metadata) == *identity)
        });
        if unchanged { Ok(()) } else { Err(DatabaseError::FileMoved) }
    }

    /// Notes that a commit failed. After a failed sync the file takes no more writes.
    pub(super) fn record_commit_error(&self, error: &DatabaseError) {
        if let Some(ffi::SQLITE_IOERR_FSYNC | ffi::SQLITE_IOERR_DIR_FSYNC) = error.sqlite_code() {
            self.sync_failed.store(true, Ordering::Relaxed);
        }
    }

    fn open(&self, flags: OpenFlags, timeout: Duration) -> rusqlite::Result<Connection> {
        let flags = flags
            | OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.uri, flags)?;
        connection.busy_timeout(timeout)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        // With `FULL` a commit returns after the log is synced to the disk.
        connection.execute_batch("PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL")?;
        connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
        Ok(connection)
    }
}

/// Makes a new file accessible to its owner only: it will hold personal data. SQLite gives its log the same permissions.
#[cfg(unix)]
fn restrict_new_file(path: &Path) {
    use std::os::unix::fs::PermissionsExt;

    if path.metadata().is_ok_and(|metadata| metadata.len() == 0) {
        // Fails on a file system without permissions.
        let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600));
    }
}

#[cfg(not(unix))]
fn restrict_new_file(_path: &Path) {}

/// Device and inode of a file. On platforms without them, an open file cannot be moved.
#[derive(Debug, PartialEq, Eq)]
struct FileIdentity(Option<(u64, u64)>);

impl FileIdentity {
    #[cfg(unix)]
    fn of(metadata: &Metadata) -> FileIdentity {
        use std::os::unix::fs::MetadataExt;

        FileIdentity(Some((metadata.dev(), metadata.ino())))
    }

    #[cfg(not(unix))]
    fn of(_metadata: &Metadata) -> FileIdentity {
        FileIdentity(None)
    }
}
