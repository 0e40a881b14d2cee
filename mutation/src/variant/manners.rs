//! Manners of a server that has much to do: it asks to come again, or takes its time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use http::header::{HeaderValue, RETRY_AFTER};

use crate::bend::{Bend, Next, Seen};
use crate::response;

/// Every so-many-th request is one too many, whatever it is.
#[derive(Default)]
pub(super) struct Busy(AtomicUsize);

/// A number that no loop of scenarios is in step with.
const TOO_MANY: usize = 11;

impl Bend for Busy {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let count = self.0.fetch_add(1, Ordering::Relaxed);
        if count % TOO_MANY != TOO_MANY - 1 {
            return Next::Forward(seen.request.clone());
        }
        let mut answer = response::error(seen.contract, 429, "come again");
        answer
            .headers
            .insert(RETRY_AFTER, HeaderValue::from_static("0"));
        Next::Answer(answer)
    }

    fn looks_back(&self) -> bool {
        false
    }
}

/// Answers come late, and not in the order of the requests.
pub(super) struct Slow;

/// The longest wait.
const LONGEST: u64 = 40;

impl Bend for Slow {
    fn wait(&self, seen: &Seen<'_>) -> Duration {
        let bytes = seen.request.target.bytes().map(u64::from);
        Duration::from_millis(bytes.sum::<u64>() % LONGEST)
    }

    fn looks_back(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request};

    #[test]
    fn one_in_eleven_is_too_many_and_the_next_one_is_not() {
        let (toy, busy) = (Toy::new(), Busy::default());
        let sent = request("GET", "/books/b1", None);
        let passed = || toy.request(&busy, &sent) == Next::Forward(sent.clone());
        let passed: Vec<bool> = (0..12).map(|_| passed()).collect();
        let refused: Vec<_> = (0..12).filter(|at| !passed[*at]).collect();
        assert_eq!(refused, [10]);
    }

    #[test]
    fn requests_wait_for_different_times() {
        let toy = Toy::new();
        let wait = |target| toy.seen(&request("GET", target, None), |seen| Slow.wait(seen));
        assert_ne!(wait("/books/b1"), wait("/books/b2"));
        assert!(wait("/books/b1") < Duration::from_millis(LONGEST));
    }
}
