//! Sends all requests of a run: limits their rate, waits when the service asks to, and stops when the circuit
//! breaker trips.

#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http::header::{DATE, RETRY_AFTER};
use jiff::fmt::rfc2822::DateTimeParser;
use jiff::{SignedDuration, Timestamp};
use spec::Method;
use tokio::time::{Instant, sleep, timeout_at};

use super::Transport;
use super::circuit_breaker::CircuitBreaker;
use super::rate_limiter::RateLimiter;
use super::response_memory::limit;
use super::stop_signal::StopSignal;
use crate::exchange::{Fault, Request, Response};

/// Limit for a `finally` call; for all of a scenario together once the run is to stop, so that it ends soon.
pub(super) const MAX_FINALLY_TIME: Duration = Duration::from_secs(10);
/// Number of retries after status 429.
const MAX_REPEATS: u32 = 3;
/// Number of times that a restoring or removing call is sent again because it was not answered.
const MAX_RESTORE_REPEATS: u32 = 5;
/// The pause before it is sent again; each further one is twice as long.
const FIRST_RESTORE_PAUSE: Duration = Duration::from_millis(100);
/// Longer requests to wait are not followed.
const MAX_WAIT: Duration = Duration::from_secs(60);
/// The wait when the server gives no valid one.
const DEFAULT_WAIT: Duration = Duration::from_secs(1);
/// Limit for the bytes of all responses of a run, which would otherwise last very long.
const MAX_RECEIVED_BYTES: u64 = 2 << 30;
/// Seconds of difference between two clocks that may be latency.
const MAX_UNNOTICED_LAG: i64 = 2;
/// How long to wait for pending responses when the run is to stop. A write with a response is known to have
/// happened and can be cleaned up.
const LAST_RESPONSE_WAIT: Duration = Duration::from_secs(2);

/// Sends all requests of a run.
pub struct RequestSender {
    transport: Arc<dyn Transport>,
    rate_limiter: RateLimiter,
    pub(crate) stop: StopSignal,
    circuit_breaker: Mutex<CircuitBreaker>,
    received: AtomicU64,
    /// Seconds from the `Date` header of a response to its arrival; the least of all responses.
    clock_difference: AtomicI64,
}

impl RequestSender {
    /// Creates a sender that sends this many requests a second at most, until `stop`.
    pub fn new(transport: Arc<dyn Transport>, rate: Option<f64>, stop: StopSignal) -> Self {
        Self {
            transport,
            rate_limiter: RateLimiter::per_second(rate),
            stop,
            circuit_breaker: Mutex::default(),
            received: AtomicU64::new(0),
            clock_difference: AtomicI64::new(i64::MAX),
        }
    }

    /// How far the clock of the server is behind the one of this machine, as all responses so far agree. Latency and the
    /// fractions that the header lacks count as none.
    pub(super) fn clock_lag(&self) -> SignedDuration {
        match self.clock_difference.load(Ordering::Relaxed) {
            i64::MAX | ..=MAX_UNNOTICED_LAG => SignedDuration::ZERO,
            seconds => SignedDuration::from_secs(seconds),
        }
    }

    /// Waits, but not longer than the run lasts.
    pub(super) async fn pause(&self, time: Duration) {
        tokio::select! {
            () = sleep(time) => {}
            _ = self.stop.requested() => {}
        }
    }

    /// Sends a request as soon as the rate allows.
    pub(super) async fn send(&self, request: &Request) -> Result<Response, Fault> {
        self.admit(1).await?;
        self.send_admitted(request).await
    }

    /// Waits until this many requests may be sent together.
    pub(crate) async fn admit(&self, together: u32) -> Result<(), Fault> {
        if let Some(fault) = self.stop.reason() {
            return Err(fault);
        }
        // In this order, a request that is admitted immediately registers no waiter.
        tokio::select! {
            biased;
            () = self.rate_limiter.turn(together) => Ok(()),
            fault = self.stop.requested() => Err(fault),
        }
    }

    /// Sends an admitted request. Retries it only if the server asked to wait, and the request was not processed or
    /// changes nothing.
    pub(super) async fn send_admitted(&self, request: &Request) -> Result<Response, Fault> {
        for repeat in 0.. {
            if repeat > 0 {
                self.admit(1).await?;
            }
            let outcome = self.exchange(request).await.and_then(|response| self.receive(response));
            let requested = outcome.as_ref().ok().and_then(requested_wait);
            // A longer wait is not started at all: the run reports that it was throttled.
            let followed = requested.filter(|wait| *wait <= MAX_WAIT);
            if let Some(wait) = followed {
                self.rate_limiter.hold(wait);
            }
            let refused = outcome.as_ref().is_ok_and(|response| {
                response.status == 429 || response.status == 503 && request.method.is_safe()
            });
            if !refused || followed.is_none() || repeat >= MAX_REPEATS {
                self.record_outcome(&outcome, requested.is_some());
                return outcome;
            }
        }
        Err(Fault::Stopped)
    }

    /// Sends one request. Waits only briefly for its response once the run is to stop.
    async fn exchange(&self, request: &Request) -> Result<Response, Fault> {
        let end = async {
            self.stop.requested().await;
            tokio::select! {
                () = self.stop.halted() => {}
                () = sleep(LAST_RESPONSE_WAIT) => {}
            }
        };
        tokio::select! {
            biased;
            outcome = self.transport.send(request) => outcome,
            () = end => Err(Fault::Timeout),
        }
    }

    /// Sends a `finally` call, also in a run that was interrupted, but not to a service that does not answer,
    /// and not after `until`. Repeats it until it is answered.
    pub(super) async fn send_finally(
        &self,
        request: &Request,
        until: Instant,
    ) -> Result<Response, Fault> {
        self.repeat(request, until, Urgency::Finally).await
    }

    /// As [`send`](Self::send), but repeats a restoring, removing or reading call until it is answered, for a limited time.
    pub(super) async fn send_until_answered(&self, request: &Request) -> Result<Response, Fault> {
        self.repeat(request, Instant::now() + MAX_FINALLY_TIME, Urgency::Usual).await
    }

    /// Sends a call again while it is not answered, even if it may have been processed: restoring or removing a record
    /// twice has the effect of once.
    async fn repeat(
        &self,
        request: &Request,
        until: Instant,
        urgency: Urgency,
    ) -> Result<Response, Fault> {
        let send = async || match urgency {
            Urgency::Usual => self.send(request).await,
            Urgency::Finally => self.send_finally_once(request, until).await,
        };
        let mut outcome = send().await;
        for repeat in 0..MAX_RESTORE_REPEATS {
            let left = until.saturating_duration_since(Instant::now());
            let pause = pause_before_repeat(request, &outcome, repeat);
            let Some(pause) = pause.filter(|pause| *pause < left) else { break };
            if outcome.as_ref().is_ok_and(|response| requested_wait(response).is_some()) {
                self.rate_limiter.hold(pause);
            } else {
                tokio::select! {
                    () = sleep(pause) => {}
                    () = self.stop.halted() => break,
                }
            }
            let next = send().await;
            if next.as_ref().is_err_and(Fault::is_end_of_run) {
                break;
            }
            // A request that did not arrive says nothing of one that may have.
            if may_have_arrived(&next) || !may_have_arrived(&outcome) {
                outcome = next;
            }
        }
        outcome
    }

    async fn send_finally_once(
        &self,
        request: &Request,
        until: Instant,
    ) -> Result<Response, Fault> {
        if self.stop.is_unanswered() {
            return Err(Fault::Unanswered);
        }
        tokio::select! {
            biased;
            () = self.stop.halted() => return Err(Fault::Stopped),
            turn = timeout_at(until, self.rate_limiter.turn(1)) => {
                if turn.is_err() {
                    return Err(Fault::Timeout);
                }
            }
        }
        // Without a response, the request may have arrived.
        tokio::select! {
            sent = timeout_at(until, self.transport.send(request)) => {
                sent.unwrap_or(Err(Fault::Timeout)).and_then(|response| self.receive(response))
            }
            () = self.stop.halted() => Err(Fault::Timeout),
        }
    }

    /// Counts a response, and refuses one that is too large to be parsed.
    fn receive(&self, response: Response) -> Result<Response, Fault> {
        if let Some(date) = response.header(DATE).and_then(parse_date) {
            let seconds = Timestamp::now().duration_since(date).as_secs();
            self.clock_difference.fetch_min(seconds, Ordering::Relaxed);
        }
        let bytes = response.body.len() as u64;
        if self.received.fetch_add(bytes, Ordering::SeqCst) + bytes > MAX_RECEIVED_BYTES {
            self.stop.give_up(Fault::Oversized, None);
        }
        limit(response)
    }

    fn record_outcome(&self, outcome: &Result<Response, Fault>, throttled: bool) {
        let mut circuit_breaker =
            self.circuit_breaker.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reason) = circuit_breaker.record_outcome(outcome, throttled) {
            self.stop.give_up(reason, outcome.as_ref().err());
        }
    }
}

/// Which signals end a call.
#[derive(Clone, Copy)]
enum Urgency {
    /// The end of the run.
    Usual,
    /// Only that the run is to stop at once.
    Finally,
}

fn may_have_arrived(outcome: &Result<Response, Fault>) -> bool {
    outcome.as_ref().map_or_else(Fault::may_have_arrived, |_| true)
}

/// How long to wait before a call is sent again because it was not answered; `None` if it was, or must not be repeated.
/// A `POST` may have an effect each time.
fn pause_before_repeat(
    request: &Request,
    outcome: &Result<Response, Fault>,
    repeat: u32,
) -> Option<Duration> {
    let can_be_repeated = request.method != Method::Post;
    let pause = Some(FIRST_RESTORE_PAUSE * 2_u32.saturating_pow(repeat));
    match outcome {
        Ok(response) if response.status == 429 => requested_wait(response),
        Ok(response) if response.is_unavailable() && can_be_repeated => {
            requested_wait(response).or(pause)
        }
        Err(Fault::Timeout | Fault::Broken(_) | Fault::Connect(_)) if can_be_repeated => pause,
        _ => None,
    }
}

/// How long a response asks to wait. Status 429 always does.
fn requested_wait(response: &Response) -> Option<Duration> {
    let value = response.header(RETRY_AFTER).map(str::trim);
    let wait = value.and_then(|value| seconds(value).or_else(|| until(value, response)));
    match response.status {
        429 => Some(wait.unwrap_or(DEFAULT_WAIT)),
        503 => wait,
        _ => None,
    }
}

fn seconds(value: &str) -> Option<Duration> {
    let digits = !value.is_empty() && value.bytes().all(|c| c.is_ascii_digit());
    // A number that does not fit is still a long time.
    digits.then(|| Duration::from_secs(value.parse().unwrap_or(u64::MAX)))
}

/// `Retry-After` as a date uses the server's clock, which the `Date` header gives.
fn until(value: &str, response: &Response) -> Option<Duration> {
    let wait = parse_date(value)?.duration_since(parse_date(response.header(DATE)?)?);
    Some(Duration::try_from(wait).unwrap_or(Duration::ZERO))
}

fn parse_date(text: &str) -> Option<Timestamp> {
    DateTimeParser::new().parse_timestamp(text).ok()
}
