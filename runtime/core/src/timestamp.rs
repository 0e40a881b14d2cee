//! A timestamp as text.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::DecodeError;
use crate::json::{FromJson, Text};

/// A timestamp as text.
///
/// [`Timestamp::new`] accepts `YYYY-MM-DDThh:mm:ss` with an optional fraction of a second, followed by
/// `Z`, `+hh:mm` or `-hh:mm`. One that was read may have any form: see [`Timestamp::is_well_formed`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Timestamp(String);

/// The text is not a timestamp that [`Timestamp::new`] accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimestampError;

impl Timestamp {
    /// Parses a timestamp.
    ///
    /// # Errors
    /// When the form differs, or there is no such date or time.
    pub fn new(text: impl Into<String>) -> Result<Self, TimestampError> {
        let text = text.into();
        if well_formed(&text) { Ok(Self(text)) } else { Err(TimestampError) }
    }

    /// A timestamp of any form.
    pub(crate) fn as_written(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it has the form that [`Timestamp::new`] accepts.
    #[must_use]
    pub fn is_well_formed(&self) -> bool {
        well_formed(&self.0)
    }
}

fn well_formed(text: &str) -> bool {
    check(text.as_bytes()).is_some()
}

fn check(text: &[u8]) -> Option<()> {
    let (date_time, rest) = text.split_at_checked(19)?;
    for (at, mark) in [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')] {
        (date_time[at] == mark).then_some(())?;
    }
    let part = |from, to| digits(&date_time[from..to]);
    let (year, month, day) = (part(0, 4)?, part(5, 7)?, part(8, 10)?);
    let (hour, minute, second) = (part(11, 13)?, part(14, 16)?, part(17, 19)?);
    let in_day = hour < 24 && minute < 60 && second < 60;
    (in_day && (1..=days(year, month)).contains(&day)).then_some(())?;
    zone(fraction(rest)?)
}

/// The text after the fraction of a second.
fn fraction(rest: &[u8]) -> Option<&[u8]> {
    match rest {
        [b'.', rest @ ..] => {
            let len = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            (len > 0).then(|| &rest[len..])
        }
        _ => Some(rest),
    }
}

fn zone(text: &[u8]) -> Option<()> {
    match text {
        b"Z" => Some(()),
        [b'+' | b'-', h1, h2, b':', m1, m2] => {
            (digits(&[*h1, *h2])? < 24 && digits(&[*m1, *m2])? < 60).then_some(())
        }
        _ => None,
    }
}

fn digits(text: &[u8]) -> Option<u32> {
    text.iter()
        .try_fold(0, |sum, byte| byte.is_ascii_digit().then(|| sum * 10 + u32::from(byte - b'0')))
}

/// Days of a month; 0 when there is no such month.
fn days(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        _ => 0,
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Timestamp {
    type Err = TimestampError;

    fn from_str(text: &str) -> Result<Self, TimestampError> {
        Self::new(text)
    }
}

impl fmt::Display for TimestampError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a timestamp of the form YYYY-MM-DDThh:mm:ss with Z, +hh:mm or -hh:mm")
    }
}

impl std::error::Error for TimestampError {}

impl FromJson for Timestamp {
    fn from_json(json: &RawValue) -> Result<Self, DecodeError> {
        String::from_json(json).map(Self)
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Text::deserialize(deserializer)?;
        Ok(Self(text.0.into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documented_forms_are_accepted() {
        for text in [
            "2026-01-31T12:00:00Z",
            "2026-01-31T12:00:00+02:00",
            "2026-01-31T12:00:00-02:30",
            "2024-02-29T23:59:59.123456789Z",
            "2000-02-29T00:00:00.5-00:00",
        ] {
            assert_eq!(Timestamp::new(text).unwrap().as_str(), text);
        }
    }

    #[test]
    fn other_forms_and_impossible_times_are_refused() {
        for text in [
            "",
            "2026-01-31",
            "2026-01-31T12:00:00",
            "2026-01-31 12:00:00Z",
            "2026-02-29T12:00:00Z",
            "1900-02-29T12:00:00Z",
            "2026-13-01T12:00:00Z",
            "2026-01-00T12:00:00Z",
            "2026-01-31T24:00:00Z",
            "2026-01-31T12:00:60Z",
            "2026-01-31T12:00:00.Z",
            "2026-01-31T12:00:00+24:00",
            "2026-01-31T12:00:00+0200",
            "2026-01-31T12:00:00z",
            "２026-01-31T12:00:00Z",
        ] {
            assert_eq!(Timestamp::new(text), Err(TimestampError), "{text}");
        }
    }

    #[test]
    fn any_text_is_read_and_written_back() {
        let read: Timestamp = serde_json::from_str("\"31 Jan 2026\"").unwrap();
        assert!(!read.is_well_formed());
        assert_eq!(serde_json::to_string(&read).unwrap(), "\"31 Jan 2026\"");
        assert!(serde_json::from_str::<Timestamp>("5").is_err());
    }
}
