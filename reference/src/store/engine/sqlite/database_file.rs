//! A database file: how to connect to it, and whether what it keeps can be relied on.
//!
//! A file that is moved or replaced while it is open still takes writes, which are lost. The file and its log are
//! therefore compared with those that were opened. A file that becomes shorter is checked: `VACUUM` leaves it complete.

use std::ffi::OsString;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, ffi};

use crate::store::DatabaseError;
use crate::store::engine::write_health::WriteHealth;
use crate::store::hook::StatementHook;

/// Prepared statements that a connection keeps: more than the store has.
const STATEMENTS: usize = 128;

/// Pages of 4 KB in the log before a checkpoint. A page that was changed often since the last checkpoint is written to
/// the file once, but a longer log takes longer to read after a crash.
const CHECKPOINT_PAGES: u32 = 8000;

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
    /// The largest length that the file had while it was complete.
    length: AtomicU64,
    pub(super) health: WriteHealth,
}

impl DatabaseFile {
    pub(crate) fn new(uri: String, timeout: Duration, hook: StatementHook) -> DatabaseFile {
        DatabaseFile {
            uri,
            hook,
            timeout,
            opened: Vec::new(),
            sync_failed: AtomicBool::new(false),
            length: AtomicU64::new(0),
            health: WriteHealth::default(),
        }
    }

    /// The first connection, which creates a missing file and waits for locks itself.
    pub(crate) fn create(&self, timeout: Duration) -> rusqlite::Result<Connection> {
        let connection = self.open(OpenFlags::SQLITE_OPEN_CREATE, timeout)?;
        if let Some(path) = connection.path().filter(|path| !path.is_empty()) {
            restrict_new_file(Path::new(path));
        }
        Ok(connection)
    }

    /// Like [`DatabaseFile::create`], but fails without a file.
    pub(crate) fn open_existing(&self, timeout: Duration) -> rusqlite::Result<Connection> {
        self.open(OpenFlags::empty(), timeout)
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

    /// Fails if the file was moved, replaced or truncated, or its log could not be synced.
    pub(super) fn check(&self) -> Result<(), DatabaseError> {
        if self.sync_failed.load(Ordering::Relaxed) {
            return Err(DatabaseError::SyncFailed);
        }
        let mut lengths = Vec::with_capacity(self.opened.len());
        for (path, identity) in &self.opened {
            let metadata = path.metadata().map_err(|_| DatabaseError::FileMoved)?;
            if FileIdentity::of(&metadata) != *identity {
                return Err(DatabaseError::FileMoved);
            }
            lengths.push((path, metadata.len()));
        }
        // The log, which comes second, may become shorter.
        match lengths.first() {
            Some((path, length)) => self.check_length(path, *length),
            None => Ok(()),
        }
    }

    fn check_length(&self, path: &Path, length: u64) -> Result<(), DatabaseError> {
        if self.length.fetch_max(length, Ordering::Relaxed) <= length {
            return Ok(());
        }
        if !is_complete(path) {
            return Err(DatabaseError::FileTruncated);
        }
        self.length.store(length, Ordering::Relaxed);
        Ok(())
    }

    /// Notes the result of a commit. After a failed sync the file takes no more writes.
    pub(super) fn record_commit(&self, result: &Result<(), DatabaseError>) {
        let code = result.as_ref().err().and_then(DatabaseError::sqlite_code);
        if let Some(ffi::SQLITE_IOERR_FSYNC | ffi::SQLITE_IOERR_DIR_FSYNC) = code {
            self.sync_failed.store(true, Ordering::Relaxed);
        }
        self.health.record(result);
    }

    fn open(&self, flags: OpenFlags, timeout: Duration) -> rusqlite::Result<Connection> {
        let flags = flags
            | OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.uri, flags)?;
        connection.busy_timeout(timeout)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        // Otherwise a statement is compiled again whenever a value is bound that a plan might depend on.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        // With `FULL` a commit returns after the log is synced to the disk.
        connection.execute_batch("PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL")?;
        connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
        Ok(connection)
    }
}

/// Whether the file, without its log, has all pages that its header counts.
///
/// SQLite reads the file here too: closing another descriptor of it would release the locks of this process.
fn is_complete(path: &Path) -> bool {
    let path = path.display().to_string();
    let path = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let pages = Connection::open_with_flags(format!("file:{path}?immutable=1"), flags)
        .and_then(|file| file.query_row("PRAGMA page_count", [], |row| row.get::<_, u32>(0)));
    pages.is_ok_and(|pages| pages > 0)
}

/// Makes a new file accessible to its owner only: it will hold personal data. SQLite gives its log the same permissions.
#[cfg(unix)]
fn restrict_new_file(path: &Path) {
    use std::os::unix::fs::PermissionsExt;

    // Devices have no length either.
    if path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() == 0) {
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
