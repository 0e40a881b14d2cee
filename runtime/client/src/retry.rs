//! When a request is repeated, and after which wait: a pure decision.
//!
//! A request that writes is repeated only if certainly nothing was done: there was no connection,
//! or the service responded with 429 and `Retry-After`. Requests that the caller declares
//! idempotent, or that have a key of their own for that, are repeated like those that read.

use std::time::{Duration, SystemTime};

use bytes::Bytes;
use http::{HeaderMap, HeaderName, Response, StatusCode, header};

use crate::transport::{TransportError, TransportErrorKind};

/// How often a request is repeated, and after which waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retries {
    /// How often a request is repeated at most; 0 for never.
    pub limit: u32,
    /// The maximum wait before the first repetition; it doubles with each further one.
    pub first_wait: Duration,
    /// The maximum of all waits. If a service asks for a longer wait, the request is not repeated.
    pub longest_wait: Duration,
}

impl Default for Retries {
    fn default() -> Self {
        Self {
            limit: 2,
            first_wait: Duration::from_millis(250),
            longest_wait: Duration::from_secs(30),
        }
    }
}

impl Retries {
    /// Every request is sent once.
    #[must_use]
    pub fn never() -> Self {
        Self { limit: 0, ..Self::default() }
    }

    /// The default waits, with another limit.
    #[must_use]
    pub fn at_most(limit: u32) -> Self {
        Self { limit, ..Self::default() }
    }

    /// The wait before the next attempt; `None` when the result is final.
    ///
    /// `repeatable` is whether the request may be executed twice, `done` the number of repetitions so far.
    /// The wait is multiplied by `random() / u32::MAX`.
    pub(crate) fn wait(
        &self,
        repeatable: bool,
        outcome: &Result<Response<Bytes>, TransportError>,
        done: u32,
        random: impl FnOnce() -> u32,
    ) -> Option<Duration> {
        if done >= self.limit {
            return None;
        }
        let back_off = || self.back_off(done, random());
        match outcome {
            Err(error) => match error.kind() {
                TransportErrorKind::NotConnected => Some(back_off()),
                TransportErrorKind::TimedOut | TransportErrorKind::Broken => {
                    repeatable.then(back_off)
                }
                TransportErrorKind::TooLarge | TransportErrorKind::InvalidAddress => None,
            },
            Ok(answer) => {
                let busy = answer.status() == StatusCode::TOO_MANY_REQUESTS;
                match retry_after(answer.headers()) {
                    Some(asked) if busy || (repeatable && passes(answer.status())) => {
                        (asked <= self.longest_wait).then(|| asked.saturating_add(back_off()))
                    }
                    None if repeatable && (busy || passes(answer.status())) => Some(back_off()),
                    _ => None,
                }
            }
        }
    }

    /// A random part of the wait, so that clients do not return at the same moment.
    fn back_off(&self, done: u32, random: u32) -> Duration {
        let whole = self.first_wait.saturating_mul(2_u32.saturating_pow(done));
        let whole = whole.min(self.longest_wait);
        let part = f64::from(random) / f64::from(u32::MAX);
        // `Duration::MAX` rounds to a larger number of seconds.
        Duration::try_from_secs_f64(whole.as_secs_f64() * part).unwrap_or(whole)
    }
}

/// Whether the status is transient (502, 503, 504).
fn passes(status: StatusCode) -> bool {
    [StatusCode::BAD_GATEWAY, StatusCode::SERVICE_UNAVAILABLE, StatusCode::GATEWAY_TIMEOUT]
        .contains(&status)
}

/// The wait that the service asks for. A date is compared with the `Date` of the same response, so that the clocks of two
/// machines are never compared.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: HeaderName| headers.get(name)?.to_str().ok().map(str::trim);
    let date = |text: &str| httpdate::parse_http_date(text).ok();
    let requested = text(header::RETRY_AFTER)?;
    if let Ok(seconds) = requested.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let (end, now): (SystemTime, SystemTime) = (date(requested)?, date(text(header::DATE)?)?);
    Some(end.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, retry_after: Option<&str>) -> Result<Response<Bytes>, TransportError> {
        let mut answer = Response::builder().status(status);
        if let Some(text) = retry_after {
            answer = answer.header(header::RETRY_AFTER, text);
        }
        Ok(answer.body(Bytes::new()).expect("an answer"))
    }

    fn lost(kind: TransportErrorKind) -> Result<Response<Bytes>, TransportError> {
        Err(TransportError::new(kind))
    }

    /// Whether a request may be repeated.
    const READS: bool = true;
    const WRITES: bool = false;

    fn millis(
        repeatable: bool,
        outcome: &Result<Response<Bytes>, TransportError>,
        done: u32,
    ) -> Option<u128> {
        Retries::at_most(3)
            .wait(repeatable, outcome, done, || u32::MAX)
            .map(|wait| wait.as_millis())
    }

    #[test]
    fn reads_are_repeated_with_growing_waits() {
        let lost = lost(TransportErrorKind::TimedOut);
        assert_eq!(millis(READS, &lost, 0), Some(250));
        assert_eq!(millis(READS, &lost, 1), Some(500));
        assert_eq!(millis(READS, &lost, 2), Some(1000));
        assert_eq!(millis(READS, &lost, 3), None);
        assert_eq!(millis(READS, &answer(503, None), 0), Some(250));
        assert_eq!(millis(READS, &answer(429, None), 0), Some(250));
    }

    #[test]
    fn writes_are_repeated_only_when_nothing_was_done() {
        let again = |outcome| millis(WRITES, &outcome, 0);
        assert_eq!(again(lost(TransportErrorKind::TimedOut)), None);
        assert_eq!(again(lost(TransportErrorKind::Broken)), None);
        assert_eq!(again(answer(503, Some("1"))), None);
        assert_eq!(again(answer(429, None)), None);
        assert_eq!(again(lost(TransportErrorKind::NotConnected)), Some(250));
        assert_eq!(again(answer(429, Some("2"))), Some(2250));
    }

    #[test]
    fn final_responses_are_not_repeated() {
        for status in [200, 400, 401, 404, 409, 500, 501] {
            assert_eq!(millis(READS, &answer(status, Some("1")), 0), None, "{status}");
        }
        for kind in [TransportErrorKind::TooLarge, TransportErrorKind::InvalidAddress] {
            assert_eq!(millis(READS, &lost(kind), 0), None);
        }
    }

    #[test]
    fn a_longer_wait_than_allowed_is_not_made() {
        assert_eq!(millis(READS, &answer(429, Some("30")), 0), Some(30_250));
        assert_eq!(millis(READS, &answer(429, Some("31")), 0), None);
    }

    #[test]
    fn waits_out_of_range_do_not_panic() {
        let long = Duration::from_secs(5);
        let ages = Duration::from_secs(u64::MAX);
        for (first_wait, longest_wait, asked, expected) in [
            (long, Duration::MAX, Some("18446744073709551615"), Duration::MAX),
            (Duration::ZERO, Duration::MAX, Some("18446744073709551615"), ages),
            (Duration::MAX, Duration::MAX, None, Duration::MAX),
        ] {
            let retries = Retries { limit: u32::MAX, first_wait, longest_wait };
            for done in [0, 1, u32::MAX - 1] {
                let wait = retries.wait(READS, &answer(429, asked), done, || u32::MAX);
                assert_eq!(wait, Some(expected));
            }
        }
    }

    #[test]
    fn a_date_is_compared_with_the_date_of_the_response() {
        let dated = |date: Option<&'static str>| {
            let mut answer = answer(429, Some("Thu, 01 Jan 2026 00:00:05 GMT"))?;
            if let Some(date) = date {
                let value = http::HeaderValue::from_static(date);
                answer.headers_mut().insert(header::DATE, value);
            }
            Ok(answer)
        };
        let again = |date| millis(WRITES, &dated(date), 0);
        assert_eq!(again(Some("Wed, 31 Dec 2025 23:59:58 GMT")), Some(7250));
        assert_eq!(again(Some("Thu, 01 Jan 2026 00:00:06 GMT")), Some(250));
        // A write is repeated only if the service says when.
        assert_eq!((again(None), again(Some("today"))), (None, None));
    }

    #[test]
    fn randomness_only_shortens_the_wait() {
        let lost = lost(TransportErrorKind::Broken);
        let wait = |random| Retries::default().wait(READS, &lost, 0, || random);
        assert_eq!(wait(u32::MAX), Some(Duration::from_millis(250)));
        assert_eq!(wait(0), Some(Duration::ZERO));
        assert!(wait(u32::MAX / 2) < Some(Duration::from_millis(126)));
    }
}
