//! The writes of a run, and readings of lists during which it makes none.

use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Counts the writes that the scenarios of a run make.
#[derive(Debug, Default)]
pub(super) struct Writes {
    lock: RwLock<()>,
    begun: AtomicU64,
    ended: AtomicU64,
}

/// A write that is being made.
pub(super) struct Write<'a> {
    writes: &'a Writes,
    _lock: Option<RwLockReadGuard<'a, ()>>,
}

/// How many writes had begun and ended at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    begun: u64,
    ended: u64,
}

impl Writes {
    /// Waits until no scenario holds writes back.
    pub(super) async fn begin(&self) -> Write<'_> {
        let lock = self.lock.read().await;
        self.count(Some(lock))
    }

    /// Begins a write that is not held back.
    pub(super) fn begin_now(&self) -> Write<'_> {
        self.count(self.lock.try_read().ok())
    }

    fn count<'a>(&'a self, lock: Option<RwLockReadGuard<'a, ()>>) -> Write<'a> {
        self.begun.fetch_add(1, Ordering::SeqCst);
        Write { writes: self, _lock: lock }
    }

    pub(super) fn made(&self) -> Made {
        let ended = self.ended.load(Ordering::SeqCst);
        Made { begun: self.begun.load(Ordering::SeqCst), ended }
    }

    /// Whether a write was being made then or since.
    pub(super) fn any_since(&self, before: Made) -> bool {
        before.begun != before.ended || self.made().begun != before.begun
    }

    /// Holds writes back, once those that are being made have ended.
    pub(super) async fn hold_back(&self) -> RwLockWriteGuard<'_, ()> {
        self.lock.write().await
    }
}

impl Drop for Write<'_> {
    fn drop(&mut self) {
        self.writes.ended.fetch_add(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[tokio::test]
    async fn writes_wait_while_they_are_held_back() {
        let writes = Arc::new(Writes::default());
        let before = writes.made();
        assert!(!writes.any_since(before));
        let write = writes.begin().await;
        assert!(writes.any_since(before) && writes.any_since(writes.made()));
        drop(write);
        let after = writes.made();
        assert!(writes.any_since(before) && !writes.any_since(after));
        let held = writes.hold_back().await;
        let waiting = tokio::spawn({
            let writes = Arc::clone(&writes);
            async move { drop(writes.begin().await) }
        });
        tokio::task::yield_now().await;
        assert!(!writes.any_since(after));
        drop(writes.begin_now());
        assert!(writes.any_since(after));
        drop(held);
        waiting.await.unwrap();
    }
}
