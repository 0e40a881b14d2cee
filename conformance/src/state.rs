//! What outlives a run on disk: its journal, the fixtures that runs used up, and the locks that runs share.

pub mod cleanup_plan;
mod fixture_locks;
pub mod journal;
mod journal_writer;

pub(crate) use fixture_locks::FixtureLocks;
pub use journal_writer::{JournalError, JournalWriter};
