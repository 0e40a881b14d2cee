//! Reading JSON so that a mistake says where it is, and numbers keep every digit.
//!
//! Writing is left to `serde`; reading goes over the raw text of each value, for an exact number is
//! only there.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use super::{DecodeError, Extra, Number};

/// A type that is read from JSON.
pub trait FromJson: Sized {
    /// Reads a value.
    ///
    /// # Errors
    /// When the value is not of this type; the error says where.
    fn from_json(json: &RawValue) -> Result<Self, DecodeError>;
}

/// Reads a whole text.
pub(super) fn from_slice<T: FromJson>(text: &[u8]) -> Result<T, DecodeError> {
    let json: &RawValue = serde_json::from_slice(text).map_err(DecodeError::new)?;
    T::from_json(json)
}

/// `serde`'s way in, for the implementations of `Deserialize`.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromJson,
    D: Deserializer<'de>,
{
    let json = Box::<RawValue>::deserialize(deserializer)?;
    T::from_json(&json).map_err(D::Error::custom)
}

/// The members of an object that is being read.
#[derive(Debug, Default)]
pub struct Members {
    members: BTreeMap<String, Box<RawValue>>,
}

impl Members {
    pub fn from_json(json: &RawValue) -> Result<Self, DecodeError> {
        let members = serde_json::from_str(json.get()).map_err(|_| expected("an object", json))?;
        Ok(Self { members })
    }

    /// A member that is always there and never `null`.
    pub fn required<T: FromJson>(&mut self, name: &str) -> Result<T, DecodeError> {
        let json = self.members.remove(name);
        let json = json.ok_or_else(|| DecodeError::new("is missing").under(name))?;
        T::from_json(&json).map_err(|error| error.under(name))
    }

    /// A member that may be absent or `null`.
    pub fn optional<T: FromJson>(&mut self, name: &str) -> Result<Option<T>, DecodeError> {
        let json = self.take(name);
        json.map(|json| T::from_json(&json).map_err(|error| error.under(name)))
            .transpose()
    }

    /// A member as it came; `None` when it is absent or `null`.
    pub(crate) fn take(&mut self, name: &str) -> Option<Box<RawValue>> {
        self.members
            .remove(name)
            .filter(|json| json.get() != "null")
    }

    /// A member that is only expected to be of the type: another value stays among the rest.
    pub fn seen<T: FromJson>(&mut self, name: &str) -> Option<T> {
        let value = T::from_json(self.members.get(name)?).ok()?;
        self.members.remove(name);
        Some(value)
    }

    /// The text of a member that is a string, which stays where it is.
    pub fn text(&self, name: &str) -> Option<String> {
        String::from_json(self.members.get(name)?).ok()
    }

    /// What nobody asked for.
    pub fn rest(self) -> Extra {
        Extra::new(self.members)
    }
}

/// Writes a member if there is a value.
pub fn write_optional<M: SerializeMap>(
    object: &mut M,
    name: &'static str,
    value: &Option<impl Serialize>,
) -> Result<(), M::Error> {
    value
        .as_ref()
        .map_or(Ok(()), |value| object.serialize_entry(name, value))
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
    match what == got {
        // The kind is right, so what is in it is not: a lone surrogate, a number out of range.
        true => DecodeError::new(format!("expected {what} that can be read")),
        false => DecodeError::new(format!("expected {what}, got {got}")),
    }
}

impl FromJson for String {
    fn from_json(json: &RawValue) -> Result<Self, DecodeError> {
        let text: Result<Cow<'_, str>, _> = serde_json::from_str(json.get());
        text.map(Cow::into_owned)
            .map_err(|_| expected("a string", json))
    }
}

impl FromJson for bool {
    fn from_json(json: &RawValue) -> Result<Self, DecodeError> {
        serde_json::from_str(json.get()).map_err(|_| expected("a boolean", json))
    }
}

impl FromJson for i64 {
    fn from_json(json: &RawValue) -> Result<Self, DecodeError> {
        Number::from_json(json)?
            .as_i64()
            .ok_or_else(|| expected("a whole number", json))
    }
}

/// A count may also come as a string of digits: it is asked for where the form is not certain.
impl FromJson for u64 {
    fn from_json(json: &RawValue) -> Result<Self, DecodeError> {
        let count = match String::from_json(json) {
            Ok(text) => text.parse().ok(),
            Err(_) => Number::from_json(json)?
                .as_i64()
                .and_then(|count| count.try_into().ok()),
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
    fn mistakes_say_where_and_what() {
        assert_eq!(
            read::<Vec<bool>>("[true, 1]").unwrap_err(),
            "/1: expected a boolean, got a number"
        );
        assert_eq!(
            read::<String>("{}").unwrap_err(),
            "expected a string, got an object"
        );
        assert_eq!(
            read::<String>(r#""\ud800""#).unwrap_err(),
            "expected a string that can be read"
        );
        assert_eq!(
            read::<Vec<bool>>("null").unwrap_err(),
            "expected a list, got null"
        );
    }

    #[test]
    fn whole_numbers_may_be_written_in_any_way() {
        assert_eq!(read::<i64>("5.0"), Ok(5));
        assert_eq!(read::<i64>("-12e1"), Ok(-120));
        assert_eq!(read::<i64>("9223372036854775807"), Ok(i64::MAX));
        assert!(read::<i64>("9223372036854775808").is_err());
        assert!(read::<i64>("0.5").is_err());
        assert_eq!(read::<u64>("\"50\""), Ok(50));
        assert!(read::<u64>("-1").is_err());
    }

    #[test]
    fn absent_null_and_unreadable_members_differ_by_how_they_are_asked_for() {
        let text = r#"{"a":null,"b":"x","c":5,"d":1e2}"#;
        let json: &RawValue = serde_json::from_str(text).unwrap();
        let mut members = Members::from_json(json).unwrap();
        assert_eq!(members.optional::<String>("a"), Ok(None));
        assert_eq!(members.optional::<String>("z"), Ok(None));
        assert_eq!(members.required::<String>("b").as_deref(), Ok("x"));
        assert_eq!(members.seen::<String>("c"), None);
        assert_eq!(
            members.required::<String>("y").unwrap_err().to_string(),
            "/y: is missing"
        );
        let rest = members.rest();
        assert_eq!(rest.iter().collect::<Vec<_>>(), [("c", "5"), ("d", "1e2")]);
    }
}
