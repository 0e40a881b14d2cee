//! Manners on the way: one pace for the whole run, waiting when asked to, stopping when it is
//! pointless to go on.

#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http::header::{DATE, RETRY_AFTER};
use jiff::fmt::rfc2822::DateTimeParser;
use tokio::time::{Instant, sleep, timeout_at};

use super::circuit_breaker::CircuitBreaker;
use super::rate_limiter::RateLimiter;
use super::stop_signal::StopSignal;
use super::transport::Transport;
use crate::exchange::{Fault, Request, Response};

/// How often a request is sent again after "too many requests".
const MOST_REPEATS: u32 = 3;
/// No wish to wait is followed for longer.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// The wait when the server names none that can be read.
const USUAL_WAIT: Duration = Duration::from_secs(1);
/// How long an answer is still waited for when the run is to end: a write that was answered is known
/// to have happened, and can be put back.
const LAST_CHANCE: Duration = Duration::from_secs(2);

/// Sends all requests of a run.
pub struct RequestSender {
    transport: Arc<dyn Transport>,
    rate_limiter: RateLimiter,
    stop: StopSignal,
    circuit_breaker: Mutex<CircuitBreaker>,
}

impl RequestSender {
    /// Over a transport, at a pace, until stopped.
    #[must_use]
    pub fn new(transport: Arc<dyn Transport>, rate_limiter: RateLimiter, stop: StopSignal) -> Self {
        Self {
            transport,
            rate_limiter,
            stop,
            circuit_breaker: Mutex::default(),
        }
    }

    /// Comes back when the run is to end.
    pub(super) async fn stopped(&self) {
        self.stop.requested().await;
    }

    /// Whether the run is to end at once.
    pub(super) fn is_halted(&self) -> bool {
        self.stop.is_halted()
    }

    /// Sends a request when it may go out.
    pub(super) async fn send(&self, request: &Request) -> Result<Response, Fault> {
        self.admit(1).await?;
        self.send_admitted(request).await
    }

    /// Waits until so many requests may go out in the same moment.
    pub(super) async fn admit(&self, together: u32) -> Result<(), Fault> {
        if let Some(fault) = self.stop.reason() {
            return Err(fault);
        }
        // In this order, a request that may go out at once registers no waiter.
        tokio::select! {
            biased;
            () = self.rate_limiter.turn(together) => Ok(()),
            fault = self.stop.requested() => Err(fault),
        }
    }

    /// Sends a request now. One that the server would not look at for now is sent again; no other is.
    pub(super) async fn send_admitted(&self, request: &Request) -> Result<Response, Fault> {
        for repeat in 0.. {
            if repeat > 0 {
                self.admit(1).await?;
            }
            let outcome = self.exchange(request).await;
            let asked = outcome.as_ref().ok().and_then(wait_asked_for);
            // Who asks for more is not waited for at all: the run says that it was told to wait.
            let followed = asked.filter(|wait| *wait <= LONGEST_WAIT);
            if let Some(wait) = followed {
                self.rate_limiter.hold(wait);
            }
            let refused = outcome.as_ref().is_ok_and(|answer| answer.status == 429);
            if !refused || followed.is_none() || repeat >= MOST_REPEATS {
                self.learn(&outcome, asked.is_some());
                return outcome;
            }
        }
        Err(Fault::Stopped)
    }

    /// One request and its answer; not waited for much longer once the run is to end.
    async fn exchange(&self, request: &Request) -> Result<Response, Fault> {
        let end = async {
            self.stop.requested().await;
            tokio::select! {
                () = self.stop.halted() => {}
                () = sleep(LAST_CHANCE) => {}
            }
        };
        tokio::select! {
            biased;
            outcome = self.transport.send(request) => outcome,
            () = end => Err(Fault::Timeout),
        }
    }

    /// Sends a request that puts something back: also when somebody wants the run to end, but not where
    /// nobody is there, nor for longer than this. One that the server would not look at for now is sent again.
    pub(super) async fn send_last(
        &self,
        request: &Request,
        until: Instant,
    ) -> Result<Response, Fault> {
        for _ in 0..MOST_REPEATS {
            let answer = self.send_last_once(request, until).await?;
            let asked = wait_asked_for(&answer).filter(|_| answer.status == 429);
            let left = until.saturating_duration_since(Instant::now());
            let Some(wait) = asked.filter(|wait| *wait < left) else {
                return Ok(answer);
            };
            self.rate_limiter.hold(wait);
        }
        self.send_last_once(request, until).await
    }

    async fn send_last_once(&self, request: &Request, until: Instant) -> Result<Response, Fault> {
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
        // Where there was no answer, it is not known whether it arrived.
        tokio::select! {
            sent = timeout_at(until, self.transport.send(request)) => {
                sent.unwrap_or(Err(Fault::Timeout))
            }
            () = self.stop.halted() => Err(Fault::Timeout),
        }
    }

    fn learn(&self, outcome: &Result<Response, Fault>, put_off: bool) {
        let mut circuit_breaker = self
            .circuit_breaker
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(why) = circuit_breaker.learn(outcome, put_off) {
            self.stop.give_up(why, outcome.as_ref().err());
        }
    }
}

/// How long an answer asks to wait. "Too many requests" asks for it in any case.
fn wait_asked_for(answer: &Response) -> Option<Duration> {
    let asked = answer.header(RETRY_AFTER).map(str::trim);
    let wait = asked.and_then(|asked| seconds(asked).or_else(|| until(asked, answer)));
    match answer.status {
        429 => Some(wait.unwrap_or(USUAL_WAIT)),
        503 => wait,
        _ => None,
    }
}

fn seconds(asked: &str) -> Option<Duration> {
    let digits = !asked.is_empty() && asked.bytes().all(|c| c.is_ascii_digit());
    // More digits than fit are still a long time.
    digits.then(|| Duration::from_secs(asked.parse().unwrap_or(u64::MAX)))
}

/// A date is one on the server's clock, which the answer tells as well.
fn until(asked: &str, answer: &Response) -> Option<Duration> {
    let date = |text: &str| DateTimeParser::new().parse_timestamp(text).ok();
    let wait = date(asked)?.duration_since(date(answer.header(DATE)?)?);
    Some(Duration::try_from(wait).unwrap_or(Duration::ZERO))
}
