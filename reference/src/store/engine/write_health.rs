//! Whether writes fail because the storage does: a disk is full, or a server only reads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::store::{DatabaseError, Unavailable};

/// Whether the last write failed for want of storage. Shared by all connections of a store.
#[derive(Debug, Clone, Default)]
pub(super) struct WriteHealth {
    failing: Arc<AtomicBool>,
}

impl WriteHealth {
    /// Notes the result of a statement that writes, before its commit.
    pub(super) fn record_statement<T>(&self, result: &Result<T, DatabaseError>) {
        let Err(error) = result else { return };
        if let Some(Unavailable::Full | Unavailable::Storage) = error.unavailable() {
            self.failing.store(true, Ordering::Relaxed);
        }
    }

    /// Notes the result of a commit. A commit shows that writes succeed again.
    pub(super) fn record_commit(&self, result: &Result<(), DatabaseError>) {
        self.record_statement(result);
        if result.is_ok() {
            self.failing.store(false, Ordering::Relaxed);
        }
    }

    pub(super) fn is_failing(&self) -> bool {
        self.failing.load(Ordering::Relaxed)
    }
}
