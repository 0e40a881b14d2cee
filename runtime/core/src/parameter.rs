//! Values of parameters in path and query.

use std::borrow::Cow;
use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;

use crate::{Number, RawJson, Timestamp};

/// A type of parameters in path and query.
pub trait Parameter: Sized {
    /// The text, not yet encoded.
    fn to_text(&self) -> Cow<'_, str>;

    /// Reads the text, already decoded.
    ///
    /// # Errors
    /// The expected form: `a whole number`.
    fn from_text(text: &str) -> Result<Self, &'static str>;
}

impl Parameter for String {
    fn to_text(&self) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        Ok(text.to_owned())
    }
}

impl Parameter for bool {
    fn to_text(&self) -> Cow<'_, str> {
        Cow::Borrowed(if *self { "true" } else { "false" })
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        text.parse().map_err(|_| "true or false")
    }
}

impl Parameter for i64 {
    fn to_text(&self) -> Cow<'_, str> {
        Cow::Owned(self.to_string())
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        whole(text)
    }
}

impl Parameter for u64 {
    fn to_text(&self) -> Cow<'_, str> {
        Cow::Owned(self.to_string())
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        whole(text)
    }
}

fn whole<T: FromStr<Err = ParseIntError>>(text: &str) -> Result<T, &'static str> {
    text.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => "within 64 bits",
        _ => "a whole number",
    })
}

impl Parameter for Number {
    fn to_text(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.as_str())
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        text.parse().map_err(|_| "a number")
    }
}

impl Parameter for Timestamp {
    fn to_text(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.as_str())
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        Ok(Self::as_written(text))
    }
}

/// A value of unknown type: JSON if the text parses as JSON, otherwise a string.
impl Parameter for RawJson {
    fn to_text(&self) -> Cow<'_, str> {
        self.json::<String>().map_or(Cow::Borrowed(self.as_str()), Cow::Owned)
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        text.parse().or_else(|_| Self::new(&text)).map_err(|_| "a value")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again<T: Parameter>(text: &str) -> Result<String, &'static str> {
        T::from_text(text).map(|value| value.to_text().into_owned())
    }

    #[test]
    fn texts_round_trip() {
        assert_eq!(again::<String>("a b").as_deref(), Ok("a b"));
        assert_eq!(again::<bool>("true").as_deref(), Ok("true"));
        assert_eq!(again::<Number>("1.50").as_deref(), Ok("1.50"));
        assert_eq!(again::<RawJson>("due").as_deref(), Ok("due"));
        assert_eq!(again::<RawJson>("5").as_deref(), Ok("5"));
        assert_eq!(again::<i64>("x").unwrap_err(), "a whole number");
        let large = "99999999999999999999";
        assert_eq!(again::<u64>(large).unwrap_err(), "within 64 bits");
    }
}
