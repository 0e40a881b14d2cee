//! Stops a run early: on an interrupt, or when the circuit breaker trips.

use tokio::sync::watch;

use crate::exchange::Fault;

/// Tells all parts of a run to stop. Clones share one state.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(watch::Sender<State>);

#[derive(Debug, Default)]
struct State {
    /// The fault of requests that are no longer sent, if the circuit breaker tripped.
    gave_up: Option<Fault>,
    /// The last fault before the circuit breaker tripped, if requests got no response.
    fault: Option<Fault>,
    interrupted: bool,
    halted: bool,
}

impl State {
    /// The fault of requests that are no longer sent, if the run is to stop.
    fn reason(&self) -> Option<Fault> {
        if self.interrupted { Some(Fault::Stopped) } else { self.gave_up.clone() }
    }
}

impl StopSignal {
    /// Stops the run on behalf of the user; `finally` calls are still made.
    pub fn interrupt(&self) {
        self.0.send_modify(|state| state.interrupted = true);
    }

    /// Whether the user interrupted the run.
    pub fn is_interrupted(&self) -> bool {
        self.0.borrow().interrupted
    }

    /// Stops the run at once: no more `finally` calls, and no waiting for responses.
    pub fn halt(&self) {
        self.0.send_modify(|state| (state.interrupted, state.halted) = (true, true));
    }

    /// Whether the run is to stop at once.
    pub fn is_halted(&self) -> bool {
        self.0.borrow().halted
    }

    /// Resolves when the run is to stop at once.
    pub(super) async fn halted(&self) {
        self.wait_for(|state| state.halted).await;
    }

    /// Stops the run because nothing more can be tested, with the fault of requests that are no longer sent.
    /// The first reason counts.
    pub(crate) fn give_up(&self, reason: Fault, fault: Option<&Fault>) {
        self.0.send_modify(|state| {
            state.gave_up.get_or_insert(reason);
            state.fault = state.fault.take().or_else(|| fault.cloned());
        });
    }

    /// Allows a run that ended at a violation to verify the records that it restored.
    pub(crate) fn go_on_after_violation(&self) {
        self.0.send_modify(|state| {
            state.gave_up.take_if(|reason| *reason == Fault::FailedFast);
        });
    }

    /// Why requests got no response, if the circuit breaker tripped for that.
    pub fn fault(&self) -> Option<Fault> {
        self.0.borrow().fault.clone()
    }

    /// Whether requests get no response, so that `finally` calls cannot succeed.
    pub(super) fn is_unanswered(&self) -> bool {
        self.0.borrow().gave_up == Some(Fault::Unanswered)
    }

    /// The fault of requests that are no longer sent, if the run is to stop.
    pub fn reason(&self) -> Option<Fault> {
        self.0.borrow().reason()
    }

    /// Resolves when the run is to stop, with the fault of the remaining requests.
    pub(super) async fn requested(&self) -> Fault {
        self.wait_for(|state| state.reason().is_some()).await;
        self.reason().unwrap_or(Fault::Stopped)
    }

    async fn wait_for(&self, is_reached: impl FnMut(&State) -> bool) {
        // Cannot fail, because `self` keeps the channel open.
        let _ = self.0.subscribe().wait_for(is_reached).await;
    }
}
