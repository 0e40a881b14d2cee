//! When it is pointless to go on: nobody answers, or every answer only asks to wait.
//!
//! Looks at what came of requests, one after the other; knows no clock and sends nothing.

use crate::exchange::{Fault, Response};

/// Requests without an answer, in a row, to a service that never gave one: each may have cost the
/// whole time-out.
const MOST_AT_FIRST: u32 = 3;
/// The same once it has answered: a server that restarts drops everything it was just asked.
const MOST_UNANSWERED: u32 = 24;
/// Answers in a row that ask to wait, after all waiting they were worth.
const MOST_PUT_OFF: u32 = 3;

/// Why a run gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TripReason {
    /// Nobody answers.
    Unanswered,
    /// Every answer only asks to wait.
    Throttled,
}

impl TripReason {
    /// What becomes of the requests that are not sent any more.
    pub(super) fn fault(self) -> Fault {
        match self {
            Self::Unanswered => Fault::Unanswered,
            Self::Throttled => Fault::Throttled,
        }
    }
}

/// What the latest requests came to.
#[derive(Debug, Default)]
pub(super) struct CircuitBreaker {
    answered: bool,
    unanswered: u32,
    put_off: u32,
}

impl CircuitBreaker {
    /// Learns what came of a request; `put_off` if that was nothing but a wish to wait.
    pub(super) fn learn(
        &mut self,
        outcome: &Result<Response, Fault>,
        put_off: bool,
    ) -> Option<TripReason> {
        match outcome {
            Ok(_) => {
                self.answered = true;
                self.unanswered = 0;
                self.put_off = if put_off { self.put_off + 1 } else { 0 };
            }
            // Never on the wire, so it tells nothing of the service.
            Err(Fault::Unsendable(_) | Fault::Stopped | Fault::Unanswered | Fault::Throttled) => {}
            Err(fault) if fault.is_unreachable() && !self.answered => {
                return Some(TripReason::Unanswered);
            }
            Err(_) => self.unanswered += 1,
        }
        let most = if self.answered {
            MOST_UNANSWERED
        } else {
            MOST_AT_FIRST
        };
        if self.unanswered >= most {
            Some(TripReason::Unanswered)
        } else if self.put_off >= MOST_PUT_OFF {
            Some(TripReason::Throttled)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderMap;

    use super::*;

    fn answer() -> Result<Response, Fault> {
        Ok(Response {
            status: 200,
            headers: HeaderMap::new(),
            body: Vec::new(),
        })
    }

    /// How many outcomes it takes to give up, and why; each is said to be put off or not.
    fn after(
        outcomes: impl IntoIterator<Item = (Result<Response, Fault>, bool)>,
    ) -> Option<(usize, TripReason)> {
        let mut circuit_breaker = CircuitBreaker::default();
        let mut numbered = (1..).zip(outcomes).take(100);
        numbered.find_map(|(n, (outcome, put_off))| {
            Some((n, circuit_breaker.learn(&outcome, put_off)?))
        })
    }

    fn forever(
        outcome: Result<Response, Fault>,
    ) -> impl Iterator<Item = (Result<Response, Fault>, bool)> {
        std::iter::repeat((outcome, false))
    }

    #[test]
    fn who_is_not_there_is_given_up_at_once() {
        let refused = Err(Fault::Connect("refused".to_owned()));
        assert_eq!(
            after(forever(refused.clone())),
            Some((1, TripReason::Unanswered))
        );
        // A server that was there may come back.
        let gone = std::iter::once((answer(), false)).chain(forever(refused));
        assert_eq!(after(gone), Some((25, TripReason::Unanswered)));
    }

    #[test]
    fn silence_is_borne_for_longer_from_one_who_spoke() {
        let silent = || forever(Err(Fault::Timeout));
        assert_eq!(after(silent()), Some((3, TripReason::Unanswered)));
        let spoke = std::iter::once((answer(), false)).chain(silent());
        assert_eq!(after(spoke), Some((25, TripReason::Unanswered)));
        let now_and_then = (0..).map(|n| match n % 3 {
            2 => (answer(), false),
            _ => (Err(Fault::Timeout), false),
        });
        assert_eq!(after(now_and_then), None);
    }

    #[test]
    fn wishes_to_wait_are_borne_while_others_are_answered() {
        let storm = std::iter::repeat((answer(), true));
        assert_eq!(after(storm), Some((3, TripReason::Throttled)));
        let flapping = (0..).map(|n| (answer(), n % 2 == 0));
        assert_eq!(after(flapping), None);
    }

    #[test]
    fn what_was_never_sent_tells_nothing() {
        assert_eq!(
            after(forever(Err(Fault::Unsendable("no URL".to_owned())))),
            None
        );
        assert_eq!(after(forever(Err(Fault::Stopped))), None);
    }
}
