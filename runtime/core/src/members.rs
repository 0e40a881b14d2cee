//! The members of an object, read by name.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::json::{FromJson, Text, expected};
use crate::{DecodeError, Extra, RawJson};

/// The members of an object that is being read. Their values stay in its text.
#[derive(Debug, Default)]
pub struct Members<'a>(Vec<(Text<'a>, &'a RawValue)>);

impl<'a> Members<'a> {
    /// The members of an object.
    ///
    /// # Errors
    /// When the value is not an object.
    pub fn from_json(json: &'a RawValue) -> Result<Self, DecodeError> {
        serde_json::from_str(json.get()).map_err(|_| expected("an object", json))
    }

    /// A member; an `Option` may be absent or `null`.
    ///
    /// # Errors
    /// When the member has another type, or is missing.
    pub fn member<T: FromJson>(&mut self, name: &str) -> Result<T, DecodeError> {
        match self.remove(name) {
            Some(json) => T::from_json(json),
            None => T::absent().ok_or_else(|| DecodeError::new("is missing")),
        }
        .map_err(|error| error.under(name))
    }

    /// The JSON of a member; `None` when it is absent or `null`.
    pub(crate) fn take(&mut self, name: &str) -> Option<&'a RawValue> {
        self.remove(name).filter(|json| json.get() != "null")
    }

    /// The JSON of a member, which may be `null`; `None` when it is absent.
    pub(crate) fn take_or_null(&mut self, name: &str) -> Option<&'a RawValue> {
        self.remove(name)
    }

    /// Whether several members have this name.
    pub(crate) fn repeats(&self, name: &str) -> bool {
        self.0.iter().filter(|(known, _)| known.0 == name).nth(1).is_some()
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
        Extra::new(self.0.drain(..).map(owned).collect())
    }

    /// The last member of this name.
    fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.0.iter().rev().find(|(known, _)| known.0 == name).map(|(_, json)| *json)
    }

    fn remove(&mut self, name: &str) -> Option<&'a RawValue> {
        let mut found = None;
        self.0.retain(|(known, json)| {
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
    Ok(members.0.into_iter().map(|(name, json)| (name.0.into_owned(), json)).collect())
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
        Ok(Members(members))
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
        assert_eq!(members.member::<Option<String>>("a"), Ok(None));
        let rest = members.rest();
        assert_eq!(rest.iter().collect::<Vec<_>>(), [("b", "4")]);
    }

    #[test]
    fn absent_null_and_unreadable_members_are_distinguished() {
        let text = r#"{"a":null,"b":"x","c":5,"d":1e2}"#;
        let json: &RawValue = serde_json::from_str(text).unwrap();
        let mut members = Members::from_json(json).unwrap();
        assert_eq!(members.member::<Option<String>>("a"), Ok(None));
        assert_eq!(members.member::<Option<String>>("z"), Ok(None));
        assert_eq!(members.member::<String>("b").as_deref(), Ok("x"));
        assert_eq!(members.lenient::<String>("c"), None);
        assert_eq!(members.member::<String>("y").unwrap_err().to_string(), "/y: is missing");
        let rest = members.rest();
        assert_eq!(rest.iter().collect::<Vec<_>>(), [("c", "5"), ("d", "1e2")]);
    }
}
