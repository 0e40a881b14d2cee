//! Limits the request rate of the whole run, and pauses it when the service asks to wait.
//!
//! Never resends anything.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex as StdMutex, PoisonError};
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{Instant, sleep_until};

/// Admits requests one by one.
#[derive(Debug)]
pub(super) struct RateLimiter {
    interval: Duration,
    /// Earliest time of the next request. Locked while waiting, so that requests are admitted in order.
    turn: Mutex<Instant>,
    /// End of the current pause; never locked while waiting.
    held: StdMutex<Instant>,
    /// Whether there ever was a pause. Without one and without a rate, admission needs no lock.
    was_held: AtomicBool,
}

impl RateLimiter {
    /// Limits the rate to this many requests a second; `None` for no limit.
    pub(super) fn per_second(rate: Option<f64>) -> Self {
        let interval = rate.map_or(Duration::ZERO, |rate| {
            Duration::try_from_secs_f64(rate.recip()).unwrap_or_default()
        });
        let now = Instant::now();
        Self {
            interval,
            turn: Mutex::new(now),
            held: StdMutex::new(now),
            was_held: AtomicBool::new(false),
        }
    }

    /// Waits until this many requests may be sent together. The next request waits as long as if they had been
    /// sent one after the other.
    pub(super) async fn turn(&self, together: u32) {
        if self.interval.is_zero() && !self.was_held.load(Ordering::SeqCst) {
            return;
        }
        let mut turn = self.turn.lock().await;
        loop {
            // Check again after each wait: another response may have extended the pause meanwhile.
            let until = (*turn).max(self.held_until());
            if until <= Instant::now() {
                break;
            }
            sleep_until(until).await;
        }
        *turn = Instant::now() + self.interval * together;
    }

    /// Pauses all requests of the run for this time.
    pub(super) fn hold(&self, time: Duration) {
        let until = Instant::now() + time;
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        *held = (*held).max(until);
        self.was_held.store(true, Ordering::SeqCst);
    }

    fn held_until(&self) -> Instant {
        *self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn seconds(since: Instant) -> f64 {
        since.elapsed().as_millis() as f64 / 1000.0
    }

    #[tokio::test(start_paused = true)]
    async fn requests_are_spaced_evenly() {
        let (start, rate_limiter) = (Instant::now(), RateLimiter::per_second(Some(4.0)));
        for expected in [0.0, 0.25, 0.5] {
            rate_limiter.turn(1).await;
            assert_eq!(seconds(start), expected);
        }
        // Idle time does not allow a burst later.
        tokio::time::advance(Duration::from_secs(10)).await;
        rate_limiter.turn(1).await;
        rate_limiter.turn(1).await;
        assert_eq!(seconds(start), 10.75);
        let (start, below_one) = (Instant::now(), RateLimiter::per_second(Some(0.5)));
        below_one.turn(1).await;
        below_one.turn(1).await;
        assert_eq!(seconds(start), 2.0);
    }

    #[tokio::test(start_paused = true)]
    async fn pause_extends_current_waits() {
        let (start, rate_limiter) = (Instant::now(), Arc::new(RateLimiter::per_second(Some(1.0))));
        rate_limiter.turn(1).await;
        let waiting = tokio::spawn({
            let rate_limiter = Arc::clone(&rate_limiter);
            async move { rate_limiter.turn(1).await }
        });
        tokio::time::advance(Duration::from_millis(500)).await;
        rate_limiter.hold(Duration::from_secs(5));
        rate_limiter.hold(Duration::from_secs(2));
        waiting.await.unwrap();
        assert_eq!(seconds(start), 5.5);
        rate_limiter.turn(1).await;
        assert_eq!(seconds(start), 6.5);
    }
}
