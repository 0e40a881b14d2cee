//! Forms of timestamps in responses.

use jiff::Timestamp;
use jiff::tz::Offset;

use crate::prelude::*;

/// A form of ISO 8601.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimestampStyle {
    /// `2026-01-31T12:00:00+00:00`
    Offset,
    /// `2026-01-31T12:00:00.000000Z`
    Fraction,
    /// `20260131T120000Z`
    Basic,
    /// `2026-01-31T08:30:00-03:30`
    OtherOffset,
}

impl TimestampStyle {
    pub(super) const ALL: [(&'static str, Self); 4] = [
        ("offset", Self::Offset),
        ("fraction", Self::Fraction),
        ("basic", Self::Basic),
        ("other offset", Self::OtherOffset),
    ];

    /// Converts the timestamps in all responses.
    pub(super) fn intercept(self) -> impl Intercept {
        edit_body(move |_, body| {
            json::each_text(body, &mut |text| {
                if let Some(converted) = self.convert(text) {
                    *text = converted;
                }
            });
        })
    }

    /// Converts a timestamp; `None` if the text is not a UTC timestamp.
    fn convert(self, text: &str) -> Option<String> {
        let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
        let digits = |text: &str, mark: char, lengths: [usize; 3]| {
            let parts: Vec<&str> = text.split(mark).collect();
            let fits = |(part, length): (&&str, usize)| {
                part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit())
            };
            parts.len() == 3 && parts.iter().zip(lengths).all(fits)
        };
        let whole = time.split('.').next()?;
        if !digits(date, '-', [4, 2, 2]) || !digits(whole, ':', [2, 2, 2]) {
            return None;
        }
        Some(match self {
            Self::Offset => format!("{date}T{time}+00:00"),
            Self::Fraction if time.contains('.') => format!("{date}T{time}000Z"),
            Self::Fraction => format!("{date}T{time}.000000Z"),
            Self::OtherOffset => {
                let instant: Timestamp = text.parse().ok()?;
                instant.display_with_offset(Offset::from_seconds(-12_600).ok()?).to_string()
            }
            Self::Basic => format!("{}T{}Z", date.replace('-', ""), time.replace(':', "")),
        })
    }
}
