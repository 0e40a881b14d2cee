//! Points in time in answers, written in other forms of ISO 8601.

use jiff::Timestamp;
use jiff::tz::Offset;
use referral_conformance::exchange::Response;

use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

/// A form of the same point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `2026-01-31T12:00:00+00:00`
    Offset,
    /// `2026-01-31T12:00:00.000000Z`
    Fraction,
    /// `20260131T120000Z`
    Basic,
    /// `2026-01-31T08:30:00-03:30`, at an offset that scenarios send as well
    Elsewhere,
}

impl Form {
    pub(super) const ALL: [(&'static str, Self); 4] = [
        ("offset", Self::Offset),
        ("fraction", Self::Fraction),
        ("basic", Self::Basic),
        ("elsewhere", Self::Elsewhere),
    ];

    /// The text in this form; `None` if it is no point in time in UTC.
    fn write(self, text: &str) -> Option<String> {
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
            Self::Elsewhere => return elsewhere(text),
            Self::Basic => format!("{}T{}Z", date.replace('-', ""), time.replace(':', "")),
        })
    }
}

/// The same moment on a clock three hours and a half behind.
fn elsewhere(text: &str) -> Option<String> {
    let moment: Timestamp = text.parse().ok()?;
    let behind = Offset::from_seconds(-12_600).ok()?;
    Some(moment.display_with_offset(behind).to_string())
}

impl Intercept for Form {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        answer::edited(upstream.main, |body| {
            json::each_text(body, &mut |text| {
                if let Some(other) = self.write(text) {
                    *text = other;
                }
            });
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instant_is_kept() {
        let at = "2026-01-31T12:00:00Z";
        assert_eq!(Form::Offset.write(at).unwrap(), "2026-01-31T12:00:00+00:00");
        assert_eq!(
            Form::Fraction.write(at).unwrap(),
            "2026-01-31T12:00:00.000000Z"
        );
        assert_eq!(Form::Basic.write(at).unwrap(), "20260131T120000Z");
        assert_eq!(
            Form::Fraction.write("2026-01-31T12:00:00.5Z").unwrap(),
            "2026-01-31T12:00:00.5000Z"
        );
        for other in [
            "Emma",
            "TZ",
            "2026-01-31",
            "2026-01-31T12:00Z",
            "2026-01-31T12:00:00+02:00",
        ] {
            assert_eq!(Form::Offset.write(other), None, "{other}");
        }
    }
}
