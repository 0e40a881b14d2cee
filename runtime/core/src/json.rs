//! Reading JSON with the location of errors and every digit of numbers.
//!
//! Writing is left to `serde`; reading uses the raw text of each value, as exact numbers are only
//! available there.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::de::Visitor;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::{DecodeError, Number};

/// A type that is read from JSON.
pub trait FromJson: Sized {
    /// Reads a value.
    ///
    /// # Errors
    /// When the value has another type; the error says where.
    fn from_json(json: &RawValue) -> Result<Self, DecodeError>;

    /// The value of a member that is absent, if it is optional.
    fn absent() -> Option<Self> {
        None
    }
}

/// Reads a whole JSON text.
pub(crate) fn from_slice<T: FromJson>(text: &[u8]) -> Result<T, DecodeError> {
    let json: &RawValue = serde_json::from_slice(text).map_err(DecodeError::new)?;
    T::from_json(json)
}

/// `expected a string, got a number`.
pub fn expected(what: &str, json: &RawValue) -> DecodeError {
    let got = match json.get().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        _ => "a number",
    };
    if what == got {
        // The type matches, the content does not: a lone surrogate, a number out of range.
        DecodeError::new(format!("expected {what} that can be read"))
    } else {
        DecodeError::new(format!("expected {what}, got {got}"))
    }
}

/// A string that is copied only if it contains escapes.
#[derive(Debug)]
pub(crate) struct Text<'a>(pub(crate) Cow<'a, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TextVisitor)
    }
}

/// Visits a string without copying it.
struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Text<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Text<'de>, E> {
        Ok(Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Text<'de>, E> {
        Ok(Text(Cow::Owned(text.to_owned())))
    }
}

impl FromJson for String {
    fn from_json(json: &RawValue) -> Result<Self, DecodeError> {
        // A string without escapes is the text between its quotes.
        let quoted = json.get().strip_prefix('"');
        let bare = quoted.and_then(|text| text.strip_suffix('"'));
        if let Some(text) = bare.filter(|text| !text.contains('\\')) {
            return Ok(text.to_owned());
        }
        let text: Result<Text<'_>, _> = serde_json::from_str(json.get());
        text.map(|text| text.0.into_owned()).map_err(|_| expected("a string", json))
    }
}

impl FromJson for bool {
    fn from_json(json: &RawValue) -> Result<Self, DecodeError> {
        serde_json::from_str(json.get()).map_err(|_| expected("a boolean", json))
    }
}

impl FromJson for i64 {
    fn from_json(json: &RawValue) -> Result<Self, DecodeError> {
        Number::from_json(json)?.as_i64().ok_or_else(|| expected("a whole number", json))
    }
}

/// A count may also be a string of digits, as its type is not always documented.
impl FromJson for u64 {
    fn from_json(json: &RawValue) -> Result<Self, DecodeError> {
        let count = match String::from_json(json) {
            Ok(text) => text.parse().ok(),
            Err(_) => Number::from_json(json)?.as_i64().and_then(|count| count.try_into().ok()),
        };
        count.ok_or_else(|| expected("a count", json))
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(json: &RawValue) -> Result<Self, DecodeError> {
        let items: Vec<&RawValue> =
            serde_json::from_str(json.get()).map_err(|_| expected("a list", json))?;
        let read = |(at, item)| T::from_json(item).map_err(|error| error.under(at));
        items.into_iter().enumerate().map(read).collect()
    }
}

impl<T: FromJson> FromJson for BTreeMap<String, T> {
    fn from_json(json: &RawValue) -> Result<Self, DecodeError> {
        let members: BTreeMap<String, &RawValue> =
            serde_json::from_str(json.get()).map_err(|_| expected("an object", json))?;
        let read = |(name, value): (String, &RawValue)| match T::from_json(value) {
            Ok(value) => Ok((name, value)),
            Err(error) => Err(error.under(name)),
        };
        members.into_iter().map(read).collect()
    }
}

/// An optional member: absent and `null` are the same.
impl<T: FromJson> FromJson for Option<T> {
    fn from_json(json: &RawValue) -> Result<Self, DecodeError> {
        if json.get() == "null" { Ok(None) } else { T::from_json(json).map(Some) }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: FromJson> FromJson for Box<T> {
    fn from_json(json: &RawValue) -> Result<Self, DecodeError> {
        T::from_json(json).map(Self::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<T: FromJson>(text: &str) -> Result<T, String> {
        from_slice(text.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn errors_say_where_and_what() {
        assert_eq!(
            read::<Vec<bool>>("[true, 1]").unwrap_err(),
            "/1: expected a boolean, got a number"
        );
        assert_eq!(read::<String>("{}").unwrap_err(), "expected a string, got an object");
        assert_eq!(
            read::<String>(r#""\ud800""#).unwrap_err(),
            "expected a string that can be read"
        );
        assert_eq!(
            read::<BTreeMap<String, bool>>(r#"{"a":true,"b":"c"}"#).unwrap_err(),
            "/b: expected a boolean, got a string"
        );
        assert_eq!(read::<Vec<bool>>("null").unwrap_err(), "expected a list, got null");
    }

    #[test]
    fn whole_numbers_may_have_fractions_and_exponents() {
        assert_eq!(read::<i64>("5.0"), Ok(5));
        assert_eq!(read::<i64>("-12e1"), Ok(-120));
        assert_eq!(read::<i64>("9223372036854775807"), Ok(i64::MAX));
        assert!(read::<i64>("9223372036854775808").is_err());
        assert!(read::<i64>("0.5").is_err());
        assert_eq!(read::<u64>("\"50\""), Ok(50));
        assert!(read::<u64>("-1").is_err());
    }
}
