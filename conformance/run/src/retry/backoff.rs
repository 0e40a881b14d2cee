//! Delays before a retry.

use std::time::Duration;

use crate::scenario::{Reference, Scenario, Step};

/// The upper bound of the first delay, in durations of the attempt before.
const FACTOR: u32 = 8;
/// The least upper bound of the first delay, and the greatest of any.
const MIN_BOUND: Duration = Duration::from_millis(100);
const MAX_BOUND: Duration = Duration::from_secs(5);
const MAX_LOOK_BACK: Duration = Duration::from_secs(10);

/// A random delay, so that two runs that disturbed each other do not do so again. The bound doubles with each attempt.
///
/// `duration` is that of the attempt before, `random` a random number.
pub(super) fn random_delay(attempt: usize, duration: Duration, random: u64) -> Duration {
    let doublings = 1_u32 << attempt.saturating_sub(2).min(8);
    let bound = (duration * FACTOR).max(MIN_BOUND) * doublings;
    let bound = bound.min(MAX_BOUND).as_micros();
    let parts = u128::from(random % 1_000);
    Duration::from_micros(u64::try_from(bound * parts / 1_000).unwrap_or_default())
}

/// How far before its start a scenario puts the records that it creates. After a delay of that length they rank before all
/// older ones, if no others were created meanwhile. Records of long ago do so after no delay.
pub(super) fn look_back(scenario: &Scenario) -> Duration {
    let references = scenario.steps.iter().flat_map(Step::all_references);
    let ago = references.filter_map(|reference| match reference {
        Reference::Ago { seconds, .. } => u64::try_from(*seconds).ok().map(Duration::from_secs),
        _ => None,
    });
    let back = ago.filter(|back| *back < MAX_LOOK_BACK).max().unwrap_or_default();
    back + Duration::from_secs(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_double_up_to_a_limit() {
        let duration = Duration::from_millis(50);
        let longest = |attempt| random_delay(attempt, duration, 999).as_millis();
        assert_eq!([2, 3, 4, 5].map(longest), [399, 799, 1598, 3196]);
        assert_eq!(random_delay(2, Duration::ZERO, 999).as_millis(), 99);
        assert!(random_delay(5, Duration::from_secs(60), 999) < MAX_BOUND);
        assert_eq!(random_delay(5, duration, 1_000), Duration::ZERO);
    }
}
