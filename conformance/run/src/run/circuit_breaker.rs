//! Decides when to stop a run because requests keep failing or being throttled.
//!
//! Counts outcomes only: no clock, no I/O.

use crate::exchange::{Fault, Response};

/// Consecutive requests without a response before the first response of the run. Low, because each may take the
/// whole time-out.
const MAX_AT_FIRST: u32 = 3;
/// Consecutive requests without a response after the service has answered once. A server that restarts drops all
/// requests in flight.
const MAX_UNANSWERED: u32 = 24;
/// Consecutive responses that ask to wait, after all retries of the request.
const MAX_THROTTLED: u32 = 3;

/// Counts consecutive failures by kind.
#[derive(Debug, Default)]
pub(super) struct CircuitBreaker {
    answered: bool,
    unanswered: u32,
    throttled: u32,
}

impl CircuitBreaker {
    /// Records the outcome of a request; `throttled` if the response only asked to wait. If the breaker trips,
    /// the fault of requests that are no longer sent.
    pub(super) fn record_outcome(
        &mut self,
        outcome: &Result<Response, Fault>,
        throttled: bool,
    ) -> Option<Fault> {
        match outcome {
            Ok(_) => {
                self.answered = true;
                self.unanswered = 0;
                self.throttled = if throttled { self.throttled + 1 } else { 0 };
            }
            // Never sent, so it says nothing about the service.
            Err(Fault::Unsendable(_)) => {}
            Err(fault) if fault.is_end_of_run() => {}
            Err(fault) if fault.is_unreachable() && !self.answered => {
                return Some(Fault::Unanswered);
            }
            Err(_) => self.unanswered += 1,
        }
        let max = if self.answered { MAX_UNANSWERED } else { MAX_AT_FIRST };
        if self.unanswered >= max {
            Some(Fault::Unanswered)
        } else if self.throttled >= MAX_THROTTLED {
            Some(Fault::Throttled)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderMap;

    use super::*;
    use crate::exchange::ResponseBody;

    fn response() -> Result<Response, Fault> {
        Ok(Response { status: 200, headers: HeaderMap::new(), body: ResponseBody::default() })
    }

    /// Number of outcomes until the breaker trips, and why. Each outcome is paired with its `throttled` flag.
    fn after(
        outcomes: impl IntoIterator<Item = (Result<Response, Fault>, bool)>,
    ) -> Option<(usize, Fault)> {
        let mut circuit_breaker = CircuitBreaker::default();
        let mut numbered = (1..).zip(outcomes).take(100);
        numbered.find_map(|(n, (outcome, throttled))| {
            Some((n, circuit_breaker.record_outcome(&outcome, throttled)?))
        })
    }

    fn forever(
        outcome: Result<Response, Fault>,
    ) -> impl Iterator<Item = (Result<Response, Fault>, bool)> {
        std::iter::repeat((outcome, false))
    }

    #[test]
    fn connection_refused_opens_the_circuit_immediately() {
        let refused = Err(Fault::Connect("refused".to_owned()));
        assert_eq!(after(forever(refused.clone())), Some((1, Fault::Unanswered)));
        // A server that answered before may come back.
        let gone = std::iter::once((response(), false)).chain(forever(refused));
        assert_eq!(after(gone), Some((25, Fault::Unanswered)));
    }

    #[test]
    fn limit_is_higher_after_the_first_response() {
        let silent = || forever(Err(Fault::Timeout));
        assert_eq!(after(silent()), Some((3, Fault::Unanswered)));
        let spoke = std::iter::once((response(), false)).chain(silent());
        assert_eq!(after(spoke), Some((25, Fault::Unanswered)));
        let now_and_then = (0..).map(|n| match n % 3 {
            2 => (response(), false),
            _ => (Err(Fault::Timeout), false),
        });
        assert_eq!(after(now_and_then), None);
    }

    #[test]
    fn throttling_trips_only_without_other_responses() {
        let storm = std::iter::repeat((response(), true));
        assert_eq!(after(storm), Some((3, Fault::Throttled)));
        let flapping = (0..).map(|n| (response(), n % 2 == 0));
        assert_eq!(after(flapping), None);
    }

    #[test]
    fn unsent_requests_are_not_counted() {
        assert_eq!(after(forever(Err(Fault::Unsendable("no URL".to_owned())))), None);
        assert_eq!(after(forever(Err(Fault::Stopped))), None);
    }
}
