//! Manners of a server that has much to do: it asks to come again, or takes its time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use http::header::{HeaderValue, RETRY_AFTER};

use crate::intercept::{Intercept, InterceptContext, RequestAction};
use crate::response;

/// Every so-many-th request is one too many, whatever it is.
#[derive(Default)]
pub(super) struct Busy(AtomicUsize);

/// A number that no loop of scenarios is in step with.
const TOO_MANY: usize = 11;

impl Intercept for Busy {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let count = self.0.fetch_add(1, Ordering::Relaxed);
        if count % TOO_MANY != TOO_MANY - 1 {
            return RequestAction::Forward(context.request.clone());
        }
        let mut answer = response::error(context.contract, 429, "come again");
        answer
            .headers
            .insert(RETRY_AFTER, HeaderValue::from_static("0"));
        RequestAction::Respond(answer)
    }

    fn uses_history(&self) -> bool {
        false
    }
}

/// Answers come late, and not in the order of the requests.
pub(super) struct Slow;

/// The longest wait.
const LONGEST: u64 = 40;

impl Intercept for Slow {
    fn delay(&self, context: &InterceptContext<'_>) -> Duration {
        let bytes = context.request.target.bytes().map(u64::from);
        Duration::from_millis(bytes.sum::<u64>() % LONGEST)
    }

    fn uses_history(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request};

    #[test]
    fn every_eleventh_request_is_throttled() {
        let (server, busy) = (FakeServer::new(), Busy::default());
        let sent = request("GET", "/books/b1", None);
        let passed = || server.request(&busy, &sent) == RequestAction::Forward(sent.clone());
        let passed: Vec<bool> = (0..12).map(|_| passed()).collect();
        let refused: Vec<_> = (0..12).filter(|at| !passed[*at]).collect();
        assert_eq!(refused, [10]);
    }

    #[test]
    fn delays_differ() {
        let server = FakeServer::new();
        let wait =
            |target| server.context(&request("GET", target, None), |context| Slow.delay(context));
        assert_ne!(wait("/books/b1"), wait("/books/b2"));
        assert!(wait("/books/b1") < Duration::from_millis(LONGEST));
    }
}
