//! The members of an object, read by name.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::json::{FromJson, Text, expected};
use crate::{DecodeError, Extra, RawJson};

/// The members of an object that is being read. Their values stay in its text.
#[derive(Debug, Default)]
pub struct Members<'a> {
    members: Vec<(Text<'a>, &'a RawValue)>,
    /// The first error so far. It is returned by the next call that can fail, so that optional members need no `?`.
    failed: Option<DecodeError>,
}

impl<'a> Members<'a> {
    /// The members of an object.
    ///
    /// # Errors
    /// When the value is no object.
    pub fn from_json(json: &'a RawValue) -> Result<Self, DecodeError> {
        serde_json::from_str(json.get()).map_err(|_| expected("an object", json))
    }

    /// A member that is always present and never `null`.
    pub fn required<T: FromJson>(&mut self, name: &str) -> Result<T, DecodeError> {
        self.check()?;
        let json = self.remove(name);
        let json = json.ok_or_else(|| DecodeError::new("is missing").under(name))?;
        T::from_json(json).map_err(|error| error.under(name))
    }

    /// A member that may be absent or `null`. Its error is returned by [`Members::finish`].
    pub fn optional<T: FromJson>(&mut self, name: &str) -> Option<T> {
        match T::from_json(self.take(name)?) {
            Ok(value) => Some(value),
            Err(error) => {
                self.failed.get_or_insert_with(|| error.under(name));
                None
            }
        }
    }

    /// The value made of the members, if all of them could be read.
    pub fn finish<T>(mut self, made: T) -> Result<T, DecodeError> {
        self.check().map(|()| made)
    }

    fn check(&mut self) -> Result<(), DecodeError> {
        self.failed.take().map_or(Ok(()), Err)
    }

    /// The JSON of a member; `None` when it is absent or `null`.
    pub(crate) fn take(&mut self, name: &str) -> Option<&'a RawValue> {
        self.remove(name).filter(|json| json.get() != "null")
    }

    /// Whether several members have this name.
    pub(crate) fn repeats(&self, name: &str) -> bool {
        let mut named = self.members.iter().filter(|(known, _)| known.0 == name);
        named.nth(1).is_some()
    }

    /// A member whose type is assumed: a value of another type stays among the rest.
    pub fn lenient<T: FromJson>(&mut self, name: &str) -> Option<T> {
        let value = T::from_json(self.get(name)?).ok()?;
        self.remove(name);
        Some(value)
    }

    /// The text of a member that is a string, without removing it.
    pub fn text(&self, name: &str) -> Option<String> {
        String::from_json(self.get(name)?).ok()
    }

    /// The members that were not read.
    pub fn rest(&mut self) -> Extra {
        let owned =
            |(name, json): (Text<'_>, &RawValue)| (name.0.into_owned(), RawJson(json.to_owned()));
        Extra::new(self.members.drain(..).map(owned).collect())
    }

    /// The last member of this name.
    fn get(&self, name: &str) -> Option<&'a RawValue> {
        let mut members = self.members.iter().rev();
        members.find(|(known, _)| known.0 == name).map(|it| it.1)
    }

    fn remove(&mut self, name: &str) -> Option<&'a RawValue> {
        let mut found = None;
        self.members.retain(|(known, json)| {
            let keep = known.0 != name;
            if !keep {
                found = Some(*json);
            }
            keep
        });
        found
    }
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Entries)
    }
}

/// The members of an object in a text, in order; an empty text has none.
pub(crate) fn all_members(text: &[u8]) -> Result<Vec<(String, &RawValue)>, serde_json::Error> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let members: Members<'_> = serde_json::from_slice(text)?;
    let members = members.members.into_iter();
    Ok(members.map(|(name, json)| (name.0.into_owned(), json)).collect())
}

/// Collects the members of an object.
struct Entries;

impl<'de> Visitor<'de> for Entries {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut object: M) -> Result<Members<'de>, M::Error> {
        let mut members = Vec::with_capacity(8);
        while let Some(member) = object.next_entry()? {
            members.push(member);
        }
        let failed = None;
        Ok(Members { members, failed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_two_members_of_one_name_counts() {
        let text = r#"{"a":1,"b":2,"a":"x","\u0062":3,"b":4}"#;
        let json: &RawValue = serde_json::from_str(text).unwrap();
        let mut members = Members::from_json(json).unwrap();
        assert_eq!(members.text("a").as_deref(), Some("x"));
        assert_eq!(members.lenient::<String>("a").as_deref(), Some("x"));
        assert_eq!(members.optional::<String>("a"), None);
        let rest = members.rest();
        assert_eq!(rest.iter().collect::<Vec<_>>(), [("b", "4")]);
    }

    #[test]
    fn absent_null_and_unreadable_members_are_distinguished() {
        let text = r#"{"a":null,"b":"x","c":5,"d":1e2}"#;
        let json: &RawValue = serde_json::from_str(text).unwrap();
        let mut members = Members::from_json(json).unwrap();
        assert_eq!(members.optional::<String>("a"), None);
        assert_eq!(members.optional::<String>("z"), None);
        assert_eq!(members.required::<String>("b").as_deref(), Ok("x"));
        assert_eq!(members.lenient::<String>("c"), None);
        assert_eq!(members.required::<String>("y").unwrap_err().to_string(), "/y: is missing");
        let rest = members.rest();
        assert_eq!(rest.iter().collect::<Vec<_>>(), [("c", "5"), ("d", "1e2")]);
        assert_eq!(members.finish(1), Ok(1));
    }

    #[test]
    fn the_first_error_is_returned() {
        let json: &RawValue = serde_json::from_str(r#"{"a":5,"b":6,"c":"x"}"#).unwrap();
        let told = |error: DecodeError| assert_eq!(error.pointer, "/a");
        let mut members = Members::from_json(json).unwrap();
        assert_eq!(members.optional::<String>("a"), None);
        assert_eq!(members.optional::<String>("b"), None);
        told(members.finish(()).unwrap_err());
        let mut members = Members::from_json(json).unwrap();
        assert_eq!(members.optional::<String>("a"), None);
        told(members.required::<String>("c").unwrap_err());
    }
}
