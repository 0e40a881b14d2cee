//! Sources of the current time. Nothing else in this crate reads the system clock.

use std::time::SystemTime;

use crate::domain::timestamp::Timestamp;

/// A source of the current time.
pub trait Clock: Send + Sync {
    /// The current time.
    fn now(&self) -> Timestamp;
}

/// The system clock.
#[derive(Debug, Clone, Copy)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::from(at(SystemTime::now()))
    }
}

/// The timestamp of a time; the last one there is for years above 9999.
fn at(time: SystemTime) -> jiff::Timestamp {
    jiff::Timestamp::try_from(time).unwrap_or(jiff::Timestamp::MAX)
}

/// A clock that always returns the same time, for reproducible results.
#[derive(Debug, Clone, Copy)]
pub struct FixedClock(pub Timestamp);

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn years_above_9999_are_clamped() {
        let far = SystemTime::UNIX_EPOCH + Duration::from_secs(300_000_000_000);
        assert_eq!(at(far), jiff::Timestamp::MAX);
        assert!(at(SystemTime::now()) < at(far));
    }
}
