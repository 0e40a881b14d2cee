//! State on disk: journals, consumed fixtures, and locks shared by runs.

pub mod cleanup_plan;
mod fixture_ledger;
mod fixture_locks;
pub mod journal;
mod journal_writer;

use std::fs::OpenOptions;

pub(crate) use fixture_ledger::FixtureLedger;
pub(crate) use fixture_locks::FixtureLocks;
pub(crate) use journal_writer::JournalFailure;
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
