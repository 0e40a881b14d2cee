//! Ending a run early: because somebody wants it to end, or because nobody is there to talk to.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// Whether the run is to end early; shared with whoever may say so.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    unreachable: AtomicBool,
    interrupted: AtomicBool,
    changed: Notify,
}

impl Stop {
    /// Ends the run because somebody wants it to end.
    pub fn interrupt(&self) {
        self.set(&self.0.interrupted);
    }

    /// Whether somebody wanted it to end.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.0.interrupted.load(Ordering::SeqCst)
    }

    /// Ends the run because nobody is there.
    pub(super) fn give_up(&self) {
        self.set(&self.0.unreachable);
    }

    pub(super) fn is_set(&self) -> bool {
        self.is_interrupted() || self.0.unreachable.load(Ordering::SeqCst)
    }

    /// Comes back when the run is to end.
    pub(super) async fn wanted(&self) {
        loop {
            // Made before the flags are looked at, so that no change between is missed.
            let changed = self.0.changed.notified();
            if self.is_set() {
                return;
            }
            changed.await;
        }
    }

    fn set(&self, flag: &AtomicBool) {
        flag.store(true, Ordering::SeqCst);
        self.0.changed.notify_waiters();
    }
}
