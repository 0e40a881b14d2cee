//! Ending a run early: because somebody wants it to end, or because it is pointless to go on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use tokio::sync::Notify;

use super::circuit_breaker::TripReason;
use crate::exchange::Fault;

/// Whether the run is to end early; shared with whoever may say so.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    gave_up: OnceLock<TripReason>,
    /// The last fault before it gave up, where that was for lack of answers.
    fault: OnceLock<Fault>,
    interrupted: AtomicBool,
    halted: AtomicBool,
    changed: Notify,
}

impl StopSignal {
    /// Ends the run because somebody wants it to end.
    pub fn interrupt(&self) {
        self.0.interrupted.store(true, Ordering::SeqCst);
        self.0.changed.notify_waiters();
    }

    /// Whether somebody wanted it to end.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.0.interrupted.load(Ordering::SeqCst)
    }

    /// Ends the run at once: nothing more is put back, and no answer is waited for.
    pub fn halt(&self) {
        self.0.halted.store(true, Ordering::SeqCst);
        self.interrupt();
    }

    /// Whether somebody wanted it to end at once.
    #[must_use]
    pub fn is_halted(&self) -> bool {
        self.0.halted.load(Ordering::SeqCst)
    }

    /// Comes back when the run is to end at once.
    pub(super) async fn halted(&self) {
        loop {
            // Made before the flag is looked at, so that no change between is missed.
            let changed = self.0.changed.notified();
            if self.is_halted() {
                return;
            }
            changed.await;
        }
    }

    /// Ends the run because it is pointless to go on; of several reasons the first counts.
    pub(super) fn give_up(&self, why: TripReason, fault: Option<&Fault>) {
        if let Some(fault) = fault {
            let _ = self.0.fault.set(fault.clone());
        }
        // Who was not the first has nothing to add.
        let _ = self.0.gave_up.set(why);
        self.0.changed.notify_waiters();
    }

    /// Why there were no answers, if the run gave up for that.
    #[must_use]
    pub fn fault(&self) -> Option<&Fault> {
        self.0.fault.get()
    }

    /// Whether nobody answers, so that not even putting something back can succeed.
    pub(super) fn is_unanswered(&self) -> bool {
        self.0.gave_up.get() == Some(&TripReason::Unanswered)
    }

    /// Whether the run is to end, for whatever reason.
    pub(crate) fn is_requested(&self) -> bool {
        self.reason().is_some()
    }

    /// The fault of requests that are not sent any more, if the run is to end.
    pub(super) fn reason(&self) -> Option<Fault> {
        match self.is_interrupted() {
            true => Some(Fault::Stopped),
            false => self.0.gave_up.get().copied().map(TripReason::fault),
        }
    }

    /// Comes back when the run is to end, with what becomes of the requests that are left.
    pub(super) async fn requested(&self) -> Fault {
        loop {
            // Made before the flags are looked at, so that no change between is missed.
            let changed = self.0.changed.notified();
            if let Some(reason) = self.reason() {
                return reason;
            }
            changed.await;
        }
    }
}
