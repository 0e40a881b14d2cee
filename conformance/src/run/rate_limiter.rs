//! How fast requests go out: one rate for the whole run, and silence when the service asks for it.
//!
//! Waits, but never sends anything again: what an answer means is for others to say.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex as StdMutex, PoisonError};
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{Instant, sleep_until};

/// Lets requests through one by one.
#[derive(Debug)]
pub struct RateLimiter {
    interval: Duration,
    /// When the next request may go out. Held while waiting, so that requests go in turn.
    turn: Mutex<Instant>,
    /// Until when nobody sends; never held while waiting.
    held: StdMutex<Instant>,
    /// Whether somebody was ever told to wait; else, without a rate, there is nothing to look at.
    was_held: AtomicBool,
}

impl RateLimiter {
    /// At most so many a second; as fast as it goes when `None`.
    #[must_use]
    pub fn per_second(rate: Option<f64>) -> Self {
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

    /// Waits until so many requests may go out in the same moment. Whoever comes next waits as long as if they had gone
    /// out one after the other.
    pub(super) async fn turn(&self, together: u32) {
        if self.interval.is_zero() && !self.was_held.load(Ordering::SeqCst) {
            return;
        }
        let mut turn = self.turn.lock().await;
        loop {
            // ProbeAnswer at again after each wait, as somebody may have been told to wait meanwhile.
            let until = (*turn).max(self.held_until());
            if until <= Instant::now() {
                break;
            }
            sleep_until(until).await;
        }
        *turn = Instant::now() + self.interval * together;
    }

    /// Nobody sends for a while, not only the one who was told so.
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
    async fn requests_keep_their_distance() {
        let (start, rate_limiter) = (Instant::now(), RateLimiter::per_second(Some(4.0)));
        for expected in [0.0, 0.25, 0.5] {
            rate_limiter.turn(1).await;
            assert_eq!(seconds(start), expected);
        }
        // Time in which nothing was sent is not made up for.
        tokio::time::advance(Duration::from_secs(10)).await;
        rate_limiter.turn(1).await;
        rate_limiter.turn(1).await;
        assert_eq!(seconds(start), 10.75);
    }

    #[tokio::test(start_paused = true)]
    async fn a_rate_may_be_less_than_one() {
        let (start, rate_limiter) = (Instant::now(), RateLimiter::per_second(Some(0.5)));
        rate_limiter.turn(1).await;
        rate_limiter.turn(1).await;
        assert_eq!(seconds(start), 2.0);
    }

    #[tokio::test(start_paused = true)]
    async fn who_goes_together_is_made_up_for() {
        let (start, rate_limiter) = (Instant::now(), RateLimiter::per_second(Some(4.0)));
        rate_limiter.turn(8).await;
        assert_eq!(seconds(start), 0.0);
        rate_limiter.turn(1).await;
        assert_eq!(seconds(start), 2.0);
    }

    #[tokio::test(start_paused = true)]
    async fn without_a_rate_nobody_waits() {
        let (start, rate_limiter) = (Instant::now(), RateLimiter::per_second(None));
        for _ in 0..1000 {
            rate_limiter.turn(1).await;
        }
        assert_eq!(seconds(start), 0.0);
    }

    #[tokio::test(start_paused = true)]
    async fn all_wait_without_a_rate_too() {
        let (start, rate_limiter) = (Instant::now(), RateLimiter::per_second(None));
        rate_limiter.hold(Duration::from_secs(30));
        rate_limiter.turn(1).await;
        rate_limiter.turn(1).await;
        assert_eq!(seconds(start), 30.0);
    }

    #[tokio::test(start_paused = true)]
    async fn those_who_wait_already_wait_longer() {
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
