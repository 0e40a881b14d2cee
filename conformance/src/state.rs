//! State on disk: journals, consumed fixtures, and locks shared by runs.

pub mod cleanup_plan;
mod fixture_ledger;
mod fixture_locks;
pub mod journal;
mod journal_writer;

pub(crate) use fixture_ledger::FixtureLedger;
pub(crate) use fixture_locks::FixtureLocks;
pub use journal_writer::{JournalError, JournalWriter};
