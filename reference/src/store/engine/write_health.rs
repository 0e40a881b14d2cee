//! Whether writes fail because the storage does: a disk is full, or a server only reads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::store::{DatabaseError, Unavailable};

/// What a probe writes: more than a request, and less than a disk with room for work has left.
pub(super) const PROBE_BYTES: u32 = 1 << 20;

/// Whether a write failed for want of storage, and no probe succeeded since. Shared by all connections of a store.
#[derive(Debug, Clone, Default)]
pub(super) struct WriteHealth {
    failing: Arc<AtomicBool>,
}

impl WriteHealth {
    /// Notes the result of a statement or a commit.
    pub(super) fn record<T>(&self, result: &Result<T, DatabaseError>) {
        let Err(error) = result else { return };
        if let Some(Unavailable::Full | Unavailable::Storage) = error.unavailable() {
            self.failing.store(true, Ordering::Relaxed);
        }
    }

    /// Notes that a probe of [`PROBE_BYTES`] succeeded. A smaller commit does not show that other writes would.
    pub(super) fn record_recovery(&self) {
        self.failing.store(false, Ordering::Relaxed);
    }

    pub(super) fn is_failing(&self) -> bool {
        self.failing.load(Ordering::Relaxed)
    }
}
