//! Stops a run early: on an interrupt, or when the circuit breaker trips.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use tokio::sync::Notify;

use super::circuit_breaker::TripReason;
use crate::exchange::Fault;

/// Tells all parts of a run to stop. Clones share one state.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    gave_up: OnceLock<TripReason>,
    /// The last fault before the circuit breaker tripped, if requests got no answer.
    fault: OnceLock<Fault>,
    interrupted: AtomicBool,
    halted: AtomicBool,
    changed: Notify,
}

impl StopSignal {
    /// Stops the run on behalf of the user; `finally` calls are still made.
    pub fn interrupt(&self) {
        self.0.interrupted.store(true, Ordering::SeqCst);
        self.0.changed.notify_waiters();
    }

    /// Whether the user interrupted the run.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.0.interrupted.load(Ordering::SeqCst)
    }

    /// Stops the run at once: no more `finally` calls, and no waiting for answers.
    pub fn halt(&self) {
        self.0.halted.store(true, Ordering::SeqCst);
        self.interrupt();
    }

    /// Whether the run is to stop at once.
    #[must_use]
    pub fn is_halted(&self) -> bool {
        self.0.halted.load(Ordering::SeqCst)
    }

    /// Resolves when the run is to stop at once.
    pub(super) async fn halted(&self) {
        loop {
            // Registered before the flag is checked, so that no change is missed.
            let changed = self.0.changed.notified();
            if self.is_halted() {
                return;
            }
            changed.await;
        }
    }

    /// Stops the run because the circuit breaker tripped. The first reason counts.
    pub(super) fn give_up(&self, why: TripReason, fault: Option<&Fault>) {
        if let Some(fault) = fault {
            let _ = self.0.fault.set(fault.clone());
        }
        // Fails if there is an earlier reason.
        let _ = self.0.gave_up.set(why);
        self.0.changed.notify_waiters();
    }

    /// Why requests got no answer, if the circuit breaker tripped for that.
    #[must_use]
    pub fn fault(&self) -> Option<&Fault> {
        self.0.fault.get()
    }

    /// Whether requests get no answer, so that `finally` calls cannot succeed.
    pub(super) fn is_unanswered(&self) -> bool {
        self.0.gave_up.get() == Some(&TripReason::Unanswered)
    }

    /// Whether the run is to stop, for any reason.
    pub(crate) fn is_requested(&self) -> bool {
        self.reason().is_some()
    }

    /// The fault of requests that are no longer sent, if the run is to stop.
    pub(super) fn reason(&self) -> Option<Fault> {
        match self.is_interrupted() {
            true => Some(Fault::Stopped),
            false => self.0.gave_up.get().copied().map(TripReason::fault),
        }
    }

    /// Resolves when the run is to stop, with the fault of the remaining requests.
    pub(super) async fn requested(&self) -> Fault {
        loop {
            // Registered before the flags are checked, so that no change is missed.
            let changed = self.0.changed.notified();
            if let Some(reason) = self.reason() {
                return reason;
            }
            changed.await;
        }
    }
}
