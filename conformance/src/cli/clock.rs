//! The current time, read once by each command.

use std::time::SystemTime;

use anyhow::Context;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// The current time. Fails if the system clock is wrong by thousands of years.
pub(super) fn now() -> anyhow::Result<Timestamp> {
    timestamp(SystemTime::now())
}

/// The current day in UTC.
pub(super) fn today() -> anyhow::Result<Date> {
    Ok(now()?.to_zoned(TimeZone::UTC).date())
}

fn timestamp(time: SystemTime) -> anyhow::Result<Timestamp> {
    Timestamp::try_from(time).context("the system clock shows a year above 9999; set it right")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn years_above_9999_are_errors() {
        let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        assert_eq!(timestamp(at(1_800_000_000)).unwrap().as_second(), 1_800_000_000);
        let error = timestamp(at(300_000_000_000)).unwrap_err();
        assert!(error.to_string().contains("year above 9999"), "{error}");
    }
}
