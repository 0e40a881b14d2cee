//! Durations in settings: an integer and one unit, such as `500ms`, `30s` or `5m`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The units, longest first.
const UNITS: [(&str, u64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1)];

/// The longest duration of a setting; it can be added to any `Instant` without overflow.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

const INVALID: &str =
    "not a time from 1ms to 24h; write a whole number and its unit, such as 500ms, 30s, 5m or 1h";

/// A duration from 1 ms to 24 h.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeLimit(pub Duration);

impl FromStr for TimeLimit {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<TimeLimit, &'static str> {
        let end = text.find(|c: char| !c.is_ascii_digit()).ok_or(INVALID)?;
        let (number, unit) = text.split_at(end);
        let number: u64 = number.parse().map_err(|_| INVALID)?;
        let (_, millis) = UNITS.iter().find(|(name, _)| *name == unit).ok_or(INVALID)?;
        let time = number.checked_mul(*millis).map(Duration::from_millis);
        let time = time.filter(|time| !time.is_zero() && *time <= LONGEST);
        time.map(TimeLimit).ok_or(INVALID)
    }
}

/// In the largest unit that represents it exactly.
impl fmt::Display for TimeLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.0.as_millis();
        let exact = UNITS.iter().find(|(_, unit)| millis.is_multiple_of(u128::from(*unit)));
        let (name, unit) = exact.unwrap_or(&UNITS[3]);
        write!(f, "{}{name}", millis / u128::from(*unit))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_integer_and_a_unit_are_parsed() {
        for (text, millis) in [("1ms", 1), ("30s", 30_000), ("5m", 300_000), ("24h", 86_400_000)] {
            let time = TimeLimit(Duration::from_millis(millis));
            assert_eq!(text.parse(), Ok(time), "{text}");
            assert_eq!(time.to_string(), text);
        }
        for text in [
            "",
            "30",
            "s",
            "0s",
            "25h",
            "1.5s",
            "-1s",
            "1 s",
            "1d",
            "30S",
            "99999999999999999999s",
            "9999999999999999h",
        ] {
            assert_eq!(text.parse::<TimeLimit>(), Err(INVALID), "{text}");
        }
    }

    proptest! {
        #[test]
        fn formatted_durations_are_parsed_back(millis in 1_u64..=86_400_000) {
            let time = TimeLimit(Duration::from_millis(millis));
            prop_assert_eq!(time.to_string().parse(), Ok(time));
        }

        #[test]
        fn parsing_never_panics(text in ".*") {
            let _ = text.parse::<TimeLimit>();
        }
    }
}
