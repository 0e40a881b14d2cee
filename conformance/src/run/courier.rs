//! Manners on the way: one pace for the whole run, waiting when asked to, stopping when it is
//! pointless to go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, sleep_until};

use super::transport::Transport;
use crate::exchange::{Fault, Request, Response};

/// How often a request is sent again after "too many requests".
const MOST_REPEATS: u32 = 3;
/// No wish to wait is followed for longer.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// The wait when the server names none that can be read.
const USUAL_WAIT: Duration = Duration::from_secs(1);

/// Sends all requests of a run.
pub struct Courier {
    transport: Arc<dyn Transport>,
    pace: Pace,
    stop: Stop,
    reached: AtomicBool,
}

/// How many requests a second are sent at most.
#[derive(Debug)]
pub struct Pace {
    interval: Option<Duration>,
    next: Mutex<Option<Instant>>,
}

/// Whether the run is to end early; shared with whoever may say so.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    unreachable: AtomicBool,
    interrupted: AtomicBool,
}

impl Stop {
    /// Ends the run because somebody wants it to end.
    pub fn interrupt(&self) {
        self.0.interrupted.store(true, Ordering::SeqCst);
    }

    /// Whether somebody wanted it to end.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.0.interrupted.load(Ordering::SeqCst)
    }

    fn is_set(&self) -> bool {
        self.is_interrupted() || self.0.unreachable.load(Ordering::SeqCst)
    }
}

impl Pace {
    /// At most so many a second; as fast as it goes when `None`.
    #[must_use]
    pub fn per_second(rate: Option<u32>) -> Self {
        let interval = rate
            .filter(|rate| *rate > 0)
            .map(|rate| Duration::from_secs(1) / rate);
        Self {
            interval,
            next: Mutex::new(None),
        }
    }

    async fn wait(&self) {
        let Some(interval) = self.interval else {
            return;
        };
        let at = {
            let mut next = self.next.lock().await;
            let at = next.map_or_else(Instant::now, |next| next.max(Instant::now()));
            *next = Some(at + interval);
            at
        };
        sleep_until(at).await;
    }

    /// Nobody sends for a while, not only the one who was told so.
    async fn hold(&self, wait: Duration) {
        let mut next = self.next.lock().await;
        let until = Instant::now() + wait;
        *next = Some(next.map_or(until, |next| next.max(until)));
    }
}

impl Courier {
    /// Over a transport, at a pace, until stopped.
    #[must_use]
    pub fn new(transport: Arc<dyn Transport>, pace: Pace, stop: Stop) -> Self {
        Self {
            transport,
            pace,
            stop,
            reached: AtomicBool::new(false),
        }
    }

    /// Sends a request. One that the server would not look at for now is sent again; no other is.
    pub(super) async fn send(&self, request: &Request) -> Result<Response, Fault> {
        for repeat in 0.. {
            self.pace.wait().await;
            if self.stop.is_set() {
                return Err(Fault::Stopped);
            }
            let outcome = self.transport.send(request.clone()).await;
            self.learn(&outcome);
            match outcome {
                Ok(response) if response.status == 429 && repeat < MOST_REPEATS => {
                    let wait = wait_asked_for(&response);
                    if wait > LONGEST_WAIT {
                        return Ok(response);
                    }
                    self.pace.hold(wait).await;
                    sleep(wait).await;
                }
                outcome => return outcome,
            }
        }
        Err(Fault::Stopped)
    }

    /// Where nobody was ever met, more tries only waste the caller's time.
    fn learn(&self, outcome: &Result<Response, Fault>) {
        match outcome {
            Err(Fault::Connect(_)) if !self.reached.load(Ordering::SeqCst) => {
                self.stop.0.unreachable.store(true, Ordering::SeqCst);
            }
            Ok(_) => self.reached.store(true, Ordering::SeqCst),
            Err(_) => {}
        }
    }
}

fn wait_asked_for(response: &Response) -> Duration {
    let seconds = response
        .header("retry-after")
        .and_then(|value| value.trim().parse().ok());
    seconds.map_or(USUAL_WAIT, Duration::from_secs)
}
