//! When something last moved on a connection, and what it is waiting for.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::time::Instant;

use crate::server::Limits;

/// Shared by the stream, the service and the watch of one connection, which run in one task.
pub(super) struct Pulse {
    state: Mutex<State>,
}

#[derive(Clone, Copy)]
struct State {
    /// A request is being answered.
    answering: bool,
    /// When the first byte of a head came that is not complete yet.
    head_began: Option<Instant>,
    /// When something was last read or written, or a request was answered.
    moved: Instant,
    /// Nothing was ever read.
    untouched: bool,
}

/// A request under way; it is answered, or given up, when this goes.
pub(super) struct Beat(Arc<Pulse>);

impl Pulse {
    /// Of a connection that was opened now.
    pub(super) fn new(now: Instant) -> Pulse {
        let state = State {
            answering: false,
            head_began: None,
            moved: now,
            untouched: true,
        };
        Pulse {
            state: Mutex::new(state),
        }
    }

    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        // Nothing is done under the lock that could leave the state half written.
        act(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Bytes came.
    pub(super) fn read(&self, now: Instant) {
        self.with(|state| {
            state.untouched = false;
            state.moved = now;
            if !state.answering && state.head_began.is_none() {
                state.head_began = Some(now);
            }
        });
    }

    /// Bytes went.
    pub(super) fn wrote(&self, now: Instant) {
        self.with(|state| state.moved = now);
    }

    /// A head is complete.
    pub(super) fn begin_request(self: &Arc<Self>) -> Beat {
        self.with(|state| {
            state.answering = true;
            state.head_began = None;
        });
        Beat(Arc::clone(self))
    }

    /// Whether nothing was ever read.
    pub(super) fn is_untouched(&self) -> bool {
        self.with(|state| state.untouched)
    }

    /// Whether it has waited longer than it may.
    pub(super) fn is_overdue(&self, now: Instant, limits: &Limits) -> bool {
        self.with(|state| state.deadline(limits).is_some_and(|it| it <= now))
    }

    /// When to look for that again: at the deadline, or where a deadline that does not run yet
    /// could end first.
    pub(super) fn look_again(&self, now: Instant, limits: &Limits) -> Instant {
        let soonest = now + limits.header_time.min(limits.idle_time);
        let deadline = self.with(|state| state.deadline(limits));
        deadline.map_or(soonest, |it| it.min(soonest))
    }
}

impl State {
    fn deadline(&self, limits: &Limits) -> Option<Instant> {
        match (self.answering, self.head_began) {
            (true, _) => None,
            (false, Some(began)) => Some(began + limits.header_time),
            (false, None) => Some(self.moved + limits.idle_time),
        }
    }
}

impl Drop for Beat {
    fn drop(&mut self) {
        let now = Instant::now();
        self.0.with(|state| {
            state.answering = false;
            state.moved = now;
        });
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const LIMITS: Limits = Limits {
        header_time: Duration::from_secs(2),
        idle_time: Duration::from_secs(5),
        connections: 1,
    };

    fn after(start: Instant, seconds: u64) -> Instant {
        start + Duration::from_secs(seconds)
    }

    #[test]
    fn a_connection_without_a_request_may_be_idle() {
        let start = Instant::now();
        let pulse = Pulse::new(start);
        assert!(pulse.is_untouched());
        assert_eq!(pulse.look_again(start, &LIMITS), after(start, 2));
        assert!(!pulse.is_overdue(after(start, 4), &LIMITS));
        assert!(pulse.is_overdue(after(start, 5), &LIMITS));
    }

    #[test]
    fn bytes_that_come_one_by_one_do_not_stretch_the_time_for_a_head() {
        let start = Instant::now();
        let pulse = Pulse::new(start);
        for second in 0..3 {
            pulse.read(after(start, second));
        }
        assert!(!pulse.is_untouched());
        assert!(!pulse.is_overdue(after(start, 1), &LIMITS));
        assert_eq!(pulse.look_again(after(start, 1), &LIMITS), after(start, 2));
        assert!(pulse.is_overdue(after(start, 2), &LIMITS));
    }

    #[test]
    fn a_request_under_way_has_no_deadline_here_and_then_it_is_idle_again() {
        let start = Instant::now();
        let pulse = Arc::new(Pulse::new(start));
        pulse.read(start);
        let beat = pulse.begin_request();
        pulse.read(after(start, 50));
        assert!(!pulse.is_overdue(after(start, 100), &LIMITS));
        drop(beat);
        pulse.wrote(after(start, 100));
        assert!(!pulse.is_overdue(after(start, 104), &LIMITS));
        assert!(pulse.is_overdue(after(start, 105), &LIMITS));
    }
}
