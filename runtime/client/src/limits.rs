//! Time limits of attempts and calls.

use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use crate::transport::{TransportError, TransportErrorKind};

/// The time limits of a call; `None` for no limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Of one attempt, its body included.
    pub(crate) timeout: Option<Duration>,
    /// Of all attempts and the waits between them.
    pub(crate) deadline: Option<Duration>,
}

/// The limits of a started call.
pub(crate) struct Clock {
    limits: Limits,
    /// The end of the call.
    end: Option<Instant>,
}

impl Clock {
    pub(crate) fn start(limits: Limits) -> Self {
        let end = limits.deadline.and_then(from_now);
        Self { limits, end }
    }

    /// Aborts an attempt at its own limit or that of the call, whichever comes first.
    pub(crate) async fn limit<T>(
        &self,
        attempt: impl Future<Output = Result<T, TransportError>>,
    ) -> Result<T, TransportError> {
        let own = self.limits.timeout.and_then(from_now);
        let Some(end) = [own, self.end].into_iter().flatten().min() else {
            return attempt.await;
        };
        match timeout_at(end, attempt).await {
            Ok(outcome) => outcome,
            Err(_) => Err(self.over(own == Some(end))),
        }
    }

    /// Whether time is left after this wait.
    pub(crate) fn has(&self, wait: Duration) -> bool {
        self.end.is_none_or(|end| from_now(wait).is_some_and(|over| over < end))
    }

    fn over(&self, by_attempt: bool) -> TransportError {
        let (what, limit) = if by_attempt {
            ("the attempt", self.limits.timeout)
        } else {
            ("the whole call", self.limits.deadline)
        };
        let limit = limit.unwrap_or_default();
        let reason = format!("{what} took longer than its limit of {limit:?}");
        TransportError::new(TransportErrorKind::TimedOut).with_source(reason)
    }
}

/// The moment after that time; `None` if it is out of range.
fn from_now(time: Duration) -> Option<Instant> {
    Instant::now().checked_add(time)
}

#[cfg(test)]
mod tests {
    use std::error::Error;
    use std::future::pending;

    use super::*;

    fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    /// When an attempt that never ends is aborted, and why.
    async fn given_up(timeout: Option<u64>, deadline: Option<u64>) -> (Duration, String) {
        let (timeout, deadline) = (timeout.map(seconds), deadline.map(seconds));
        let start = Instant::now();
        let clock = Clock::start(Limits { timeout, deadline });
        let error = clock.limit(pending::<Result<(), _>>()).await.unwrap_err();
        assert_eq!(error.kind(), TransportErrorKind::TimedOut);
        (start.elapsed(), error.source().unwrap().to_string())
    }

    #[tokio::test(start_paused = true)]
    async fn the_earlier_limit_applies_and_is_named() {
        let attempt = "the attempt took longer than its limit of 3s";
        let call = "the whole call took longer than its limit of 2s";
        for (timeout, deadline, after, reason) in [
            (Some(3), None, 3, attempt),
            (Some(3), Some(5), 3, attempt),
            (Some(3), Some(2), 2, call),
            (None, Some(2), 2, call),
        ] {
            let (took, said) = given_up(timeout, deadline).await;
            // The timer has a resolution of one millisecond.
            assert!(took >= seconds(after) && took < seconds(after) + Duration::from_millis(5));
            assert_eq!(said, reason);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_response_in_time_is_returned() {
        for (timeout, deadline) in [(None, None), (Some(Duration::MAX), Some(Duration::MAX))] {
            let clock = Clock::start(Limits { timeout, deadline });
            let late = async {
                tokio::time::sleep(seconds(1_000_000)).await;
                Ok(5)
            };
            assert_eq!(clock.limit(late).await.unwrap(), 5);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_must_leave_time_for_an_attempt() {
        let (timeout, deadline) = (None, Some(seconds(10)));
        let clock = Clock::start(Limits { timeout, deadline });
        assert!(clock.has(seconds(9)) && !clock.has(seconds(10)) && !clock.has(Duration::MAX));
        tokio::time::advance(seconds(5)).await;
        assert!(clock.has(seconds(4)) && !clock.has(seconds(5)));
        let deadline = None;
        assert!(Clock::start(Limits { timeout, deadline }).has(Duration::MAX));
    }
}
