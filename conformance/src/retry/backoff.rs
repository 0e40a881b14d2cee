//! How long to wait before something is tried again.

use std::time::Duration;

use jiff::Timestamp;

use super::RetryReason;
use crate::exchange::ScenarioTrace;

/// Of how many times its own length the first pause may be.
const ROOM: u32 = 8;
/// The shortest and the longest time that a first pause, and any, is drawn from.
const SHORTEST_ROOM: Duration = Duration::from_millis(100);
const LONGEST_ROOM: Duration = Duration::from_secs(5);
/// A scenario that looks further back is not waited for.
const LONGEST_LOOK_BACK: Duration = Duration::from_secs(10);

/// How long to wait before a try, so that two runs which met do not meet again.
///
/// `took` is how long the last try took, `drawn` a random number. Each further try has twice the room.
pub(crate) fn pause(why: RetryReason, attempt: u32, took: Duration, drawn: u64) -> Duration {
    if why == RetryReason::UsedUp {
        return Duration::ZERO;
    }
    let doublings = 1_u32 << attempt.saturating_sub(2).min(8);
    let room = (took * ROOM).max(SHORTEST_ROOM) * doublings;
    let room = room.min(LONGEST_ROOM).as_micros();
    let parts = u128::from(drawn % 1_000);
    Duration::from_micros(u64::try_from(room * parts / 1_000).unwrap_or_default())
}

/// How far back the times lie by which a scenario looks for an order; `now` is when it began. What it makes then
/// stands before everything that was there, if nothing is made for so long.
pub(crate) fn reaches_back(trace: &ScenarioTrace, now: Timestamp) -> Duration {
    let ranks = trace.steps.iter().flat_map(|step| &step.values.order);
    let times = ranks.filter_map(|(_, at)| at.parse::<Timestamp>().ok());
    let oldest = times.min().unwrap_or(now);
    let back = Duration::try_from(now.duration_since(oldest)).unwrap_or_default();
    (back + Duration::from_secs(1)).min(LONGEST_LOOK_BACK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pause_may_be_twice_as_long_up_to_a_limit() {
        let took = Duration::from_millis(50);
        let longest = |attempt| pause(RetryReason::Changed, attempt, took, 999).as_millis();
        assert_eq!([2, 3, 4, 5].map(longest), [399, 799, 1598, 3196]);
        assert_eq!(
            pause(RetryReason::Changed, 2, Duration::ZERO, 999).as_millis(),
            99
        );
        let far = pause(RetryReason::Changed, 5, Duration::from_secs(60), 999);
        assert!(far < LONGEST_ROOM);
        assert_eq!(pause(RetryReason::Changed, 5, took, 1_000), Duration::ZERO);
        assert_eq!(pause(RetryReason::UsedUp, 2, took, 999), Duration::ZERO);
    }
}
