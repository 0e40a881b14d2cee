//! What a connection is doing, which decides when it is closed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::server::Limits;

/// The activity of one connection. Requests carry it as an extension.
#[derive(Debug, Clone)]
pub struct Activity {
    state: Arc<Mutex<State>>,
    close: Arc<Notify>,
}

#[derive(Debug, Clone, Copy)]
struct State {
    phase: Phase,
    since: Instant,
    key_accepted: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// For the head of a request, or for the client to read an answer.
    Waiting,
    /// For the body of a request.
    Receiving,
    /// A request is being handled.
    Handling,
}

/// How soon a connection may be closed to make room: the lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Precedence {
    rank: u8,
    since: Instant,
}

/// How long a request may send its body before a new connection may take its place at the limit.
const BODY_GRACE: Duration = Duration::from_secs(1);

impl Activity {
    pub(super) fn new() -> Activity {
        let state = State { phase: Phase::Waiting, since: Instant::now(), key_accepted: false };
        Activity { state: Arc::new(Mutex::new(state)), close: Arc::default() }
    }

    /// The key of a request was accepted.
    pub fn key_accepted(&self) {
        self.state().key_accepted = true;
    }

    /// The request is waiting for the rest of its body.
    pub fn receiving(&self) {
        self.enter(Phase::Receiving);
    }

    /// The request is complete and being handled.
    pub fn handling(&self) {
        self.enter(Phase::Handling);
    }

    /// The request is answered.
    pub(super) fn waiting(&self) {
        self.enter(Phase::Waiting);
    }

    pub(super) fn close(&self) {
        self.close.notify_one();
    }

    /// Returns when the connection is to be closed: it was told to, or it waited for too long.
    pub(super) async fn closed(&self, limits: Limits) {
        loop {
            let deadline = self.deadline(limits);
            tokio::select! {
                () = self.close.notified() => return,
                () = tokio::time::sleep_until(deadline) => {}
            }
            // A connection that answered a request meanwhile has a later deadline.
            if self.state().phase == Phase::Waiting && self.deadline(limits) <= Instant::now() {
                return;
            }
        }
    }

    /// The end of the wait, or the earliest end that a later wait can have.
    fn deadline(&self, limits: Limits) -> Instant {
        let state = *self.state();
        let shorter = limits.header_time.min(limits.idle_time);
        let limit = if state.key_accepted { limits.idle_time } else { shorter };
        match state.phase {
            Phase::Waiting => state.since + limit,
            Phase::Receiving | Phase::Handling => Instant::now() + limit,
        }
    }

    /// When the connection may be closed to make room, or `None` while it may not.
    pub(super) fn precedence(&self) -> Option<Precedence> {
        let state = *self.state();
        let rank = match state.phase {
            Phase::Waiting if !state.key_accepted => 0,
            Phase::Waiting => 1,
            Phase::Receiving if state.since.elapsed() >= BODY_GRACE => 2,
            Phase::Receiving | Phase::Handling => return None,
        };
        Some(Precedence { rank, since: state.since })
    }

    fn enter(&self, phase: Phase) {
        let mut state = self.state();
        state.phase = phase;
        state.since = Instant::now();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn connections_without_a_key_give_way_first() {
        let pass = |time| tokio::time::advance(Duration::from_millis(time));
        let [with_key, older, newer, body, handled] = std::array::from_fn(|_| Activity::new());
        with_key.key_accepted();
        body.receiving();
        handled.handling();
        assert!(body.precedence().is_none() && handled.precedence().is_none());
        pass(500).await;
        newer.waiting();
        pass(500).await;
        let rank = |activity: &Activity| activity.precedence().unwrap();
        assert!(rank(&older) < rank(&newer));
        assert!(rank(&newer) < rank(&with_key));
        assert!(rank(&with_key) < rank(&body));
        assert!(handled.precedence().is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_ends_earlier_before_a_key_was_accepted() {
        let limits =
            Limits { header_time: Duration::from_secs(10), idle_time: Duration::from_secs(60) };
        let time_to_close = async |activity: &Activity| {
            let start = Instant::now();
            activity.closed(limits).await;
            start.elapsed().as_secs()
        };
        let activity = Activity::new();
        assert_eq!(time_to_close(&activity).await, 10);
        activity.key_accepted();
        activity.waiting();
        assert_eq!(time_to_close(&activity).await, 60);
        activity.close();
        assert_eq!(time_to_close(&activity).await, 0);
    }
}
