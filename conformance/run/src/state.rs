//! State on disk: journals, consumed fixtures, and locks shared by runs.

pub mod cleanup_plan;
mod fixture_ledger;
mod fixture_locks;
pub mod journal;
mod journal_writer;

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

pub use fixture_ledger::FixtureLedger;
pub(crate) use fixture_locks::FixtureLocks;
pub use journal_writer::{JournalError, JournalWriter};

/// File in the state folder with the fixtures that were consumed.
const LEDGER_FILE: &str = "used-fixtures.jsonl";

/// Options to read and append to a file that only its owner can access.
fn private_append() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Fails for what is there and no regular file: opening a pipe would wait for its other end.
fn check_regular(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(io::Error::other("it is not a regular file")),
        _ => Ok(()),
    }
}

fn read_regular(path: &Path) -> io::Result<String> {
    check_regular(path)?;
    fs::read_to_string(path)
}
