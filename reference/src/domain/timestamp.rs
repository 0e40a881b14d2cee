//! Points in time, with one accepted and one printed format.
//!
//! Accepted: `YYYY-MM-DDThh:mm:ss`, an optional decimal fraction, then `Z`, `+hh:mm` or `-hh:mm`. Printed: the same
//! in UTC with three decimals. Stored to the microsecond; further digits are cut off.

use std::fmt;

use crate::api::models;

/// A point in time between the years 0000 and 9999 in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp(jiff::Timestamp);

/// The text is not a timestamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a timestamp; write it as 2024-05-06T07:08:09Z or 2024-05-06T07:08:09.5+02:00")]
pub struct InvalidTimestamp;

/// Number of decimals that `jiff` parses.
const MAX_DECIMALS: usize = 9;

impl Timestamp {
    /// 1970-01-01, the epoch of the database columns.
    pub const EPOCH: Timestamp = Timestamp(jiff::Timestamp::UNIX_EPOCH);

    /// Parses a timestamp strictly in the documented format.
    pub fn parse(text: &str) -> Result<Timestamp, InvalidTimestamp> {
        models::Timestamp::new(text).map_err(|_| InvalidTimestamp)?;
        let (seconds, rest) = text.split_at_checked(19).ok_or(InvalidTimestamp)?;
        let zone = rest.trim_start_matches(|c: char| c == '.' || c.is_ascii_digit());
        let decimals = rest.trim_end_matches(zone).trim_start_matches('.');
        let decimals = &decimals[..decimals.len().min(MAX_DECIMALS)];
        let point = if decimals.is_empty() { "" } else { "." };
        let moment: jiff::Timestamp =
            format!("{seconds}{point}{decimals}{zone}").parse().map_err(|_| InvalidTimestamp)?;
        let first: jiff::Timestamp =
            "0000-01-01T00:00:00Z".parse().map_err(|_| InvalidTimestamp)?;
        if moment < first { Err(InvalidTimestamp) } else { Ok(Timestamp::from(moment)) }
    }

    /// A time in microseconds since 1970-01-01; `None` if it is out of range.
    pub fn from_micros(micros: i64) -> Option<Timestamp> {
        jiff::Timestamp::from_microsecond(micros).ok().map(Timestamp)
    }

    /// Microseconds since 1970-01-01.
    pub fn as_micros(self) -> i64 {
        self.0.as_microsecond()
    }
}

/// Rounds down to the microsecond, so that comparisons use the stored value.
impl From<jiff::Timestamp> for Timestamp {
    fn from(moment: jiff::Timestamp) -> Timestamp {
        let micros = moment.as_nanosecond().div_euclid(1000);
        let cut = i64::try_from(micros).ok().and_then(Timestamp::from_micros);
        cut.unwrap_or(Timestamp(moment))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.strftime("%Y-%m-%dT%H:%M:%S.%3fZ"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        Timestamp::parse(text).unwrap().to_string()
    }

    #[test]
    fn every_documented_form_is_read_and_answered_in_utc() {
        assert_eq!(written("2024-05-06T07:08:09Z"), "2024-05-06T07:08:09.000Z");
        assert_eq!(written("2024-05-06T07:08:09.5+02:00"), "2024-05-06T05:08:09.500Z");
        assert_eq!(written("2024-05-06T07:08:09.123456789012-11:30"), "2024-05-06T18:38:09.123Z");
        assert_eq!(written("1969-12-31T23:59:59.9996Z"), "1969-12-31T23:59:59.999Z");
        assert_eq!(written("2024-02-29T00:00:00-00:00"), "2024-02-29T00:00:00.000Z");
        assert_eq!(written("0000-01-01T00:00:00Z"), "0000-01-01T00:00:00.000Z");
        assert_eq!(written("9999-12-30T00:00:00Z"), "9999-12-30T00:00:00.000Z");
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "2024-05-06",
            "2024-05-06T07:08:09",
            "2024-05-06 07:08:09Z",
            "2024-05-06t07:08:09z",
            "2024-05-06T07:08Z",
            "2024-05-06T07:08:09.Z",
            "2024-05-06T07:08:09,5Z",
            "2024-05-06T07:08:09+0200",
            "2024-05-06T07:08:09+02",
            "2024-05-06T07:08:09+24:00",
            "2024-05-06T07:08:09+02:60",
            "2024-05-06T07:08:09+02:00:00",
            "2024-05-06T07:08:09Z[UTC]",
            "2024-02-30T00:00:00Z",
            "2023-02-29T00:00:00Z",
            "2024-13-01T00:00:00Z",
            "2024-05-06T24:00:00Z",
            "2024-05-06T07:60:00Z",
            "+2024-05-06T07:08:09Z",
            "02024-05-06T07:08:09Z",
            "0000-01-01T00:00:00+01:00",
            " 2024-05-06T07:08:09Z",
            "2024-05-06T07:08:09Z ",
            "1715000000",
            "２024-05-06T07:08:09Z",
            "2024-05-06T07:08:0éZ",
        ] {
            assert_eq!(Timestamp::parse(text), Err(InvalidTimestamp), "{text}");
        }
    }

    #[test]
    fn microseconds_survive_the_database() {
        let moment = Timestamp::parse("2024-05-06T07:08:09.123456Z").unwrap();
        assert_eq!(Timestamp::from_micros(moment.as_micros()), Some(moment));
        let later = Timestamp::parse("2024-05-06T07:08:09.123457Z").unwrap();
        assert!(moment < later);
        assert_eq!(Timestamp::from_micros(i64::MAX), None);
    }

    proptest::proptest! {
        #[test]
        fn formatted_values_are_parsed_back(millis in -62_167_219_200_000_i64..253_402_207_200_000) {
            let moment = Timestamp::from_micros(millis * 1000).unwrap();
            proptest::prop_assert_eq!(Timestamp::parse(&moment.to_string()), Ok(moment));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}[.0-9]{0,12}(Z|[+-][0-9]{2}:[0-9]{2})|.{0,30}") {
            if let Ok(moment) = Timestamp::parse(&text) {
                proptest::prop_assert_eq!(Timestamp::from_micros(moment.as_micros()), Some(moment));
            }
        }
    }
}
