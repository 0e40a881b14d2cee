//! The rate limit of each key.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::keys::KeyHash;

/// From this number of keys on, those that have not been used for a second are forgotten.
const MANY_KEYS: usize = 1024;

/// The generic cell rate algorithm: each request moves the time at which its key has used nothing, and is refused if
/// that is more than a second ahead. A key that was idle can send the requests of a second at once.
#[derive(Debug, Clone)]
pub(super) struct RateLimiter {
    interval: Duration,
    /// When each key will have used nothing.
    idle_from: Arc<Mutex<BTreeMap<String, Instant>>>,
}

impl RateLimiter {
    pub(super) fn new(per_second: NonZeroU32) -> RateLimiter {
        let interval = Duration::from_secs(1) / per_second.get();
        RateLimiter { interval, idle_from: Arc::default() }
    }

    /// Counts a request of the key; false if it is over the limit.
    pub(super) fn admit(&self, key: &KeyHash) -> bool {
        let now = Instant::now();
        let mut keys = self.idle_from.lock().unwrap_or_else(PoisonError::into_inner);
        if keys.len() >= MANY_KEYS {
            keys.retain(|_, idle_from| *idle_from > now);
        }
        let idle_from = keys.get(key.as_str()).copied().unwrap_or(now).max(now) + self.interval;
        let admitted = idle_from - now <= Duration::from_secs(1);
        if admitted {
            keys.insert(key.as_str().to_owned(), idle_from);
        }
        admitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::ApiKey;

    #[tokio::test(start_paused = true)]
    async fn each_key_has_its_own_rate() {
        let limiter = RateLimiter::new(NonZeroU32::new(4).unwrap());
        let [one, other] = std::array::from_fn(|_| ApiKey::generate().unwrap().hash());
        let admitted = |key, number| (0..number).filter(|_| limiter.admit(key)).count();
        assert_eq!((admitted(&one, 10), admitted(&other, 3)), (4, 3));
        tokio::time::advance(Duration::from_millis(500)).await;
        assert_eq!((admitted(&one, 10), admitted(&other, 10)), (2, 3));
        tokio::time::advance(Duration::from_secs(60)).await;
        assert_eq!(admitted(&one, 10), 4);
    }

    #[tokio::test(start_paused = true)]
    async fn idle_keys_are_forgotten() {
        let limiter = RateLimiter::new(NonZeroU32::new(1).unwrap());
        for _ in 0..MANY_KEYS {
            assert!(limiter.admit(&ApiKey::generate().unwrap().hash()));
        }
        tokio::time::advance(Duration::from_secs(2)).await;
        assert!(limiter.admit(&ApiKey::generate().unwrap().hash()));
        assert_eq!(limiter.idle_from.lock().unwrap().len(), 1);
    }
}
