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
            Some(json) => read(json),
            None => T::absent().ok_or_else(missing),
        }
        .map_err(|error| error.under_member(name))
    }

    /// A member that can be `null`; `None` stands for `null`.
    ///
    /// # Errors
    /// When the member has another type, or is missing.
    pub fn nullable<T: FromJson>(&mut self, name: &str) -> Result<Option<T>, DecodeError> {
        self.optional_nullable(name)?.ok_or_else(|| missing().under_member(name))
    }

    /// A member that can be `null` or left out; the outer `None` stands for a member that is left out.
    ///
    /// # Errors
    /// When the member has another type.
    pub fn optional_nullable<T: FromJson>(
        &mut self,
        name: &str,
    ) -> Result<Option<Option<T>>, DecodeError> {
        let read = self.remove(name).map(FromJson::from_json).transpose();
        read.map_err(|error| error.under_member(name))
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

    /// The same at a path such as `supplier.id`, which leads through objects.
    pub(crate) fn text_at(&self, path: &str) -> Option<String> {
        match path.split_once('.') {
            Some((object, path)) => Members::from_json(self.get(object)?).ok()?.text_at(path),
            None => self.text(path),
        }
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

fn missing() -> DecodeError {
    DecodeError::new("is missing").missing()
}

/// Reads a member that may not be `null` for its type; it is then missing.
fn read<T: FromJson>(json: &RawValue) -> Result<T, DecodeError> {
    let is_null = json.get() == "null";
    T::from_json(json).map_err(|error| if is_null { error.missing() } else { error })
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

    #[test]
    fn null_is_told_from_what_is_left_out() {
        let json: &RawValue = serde_json::from_str(r#"{"a":null,"b":"x","c":null}"#).unwrap();
        let mut members = Members::from_json(json).unwrap();
        assert_eq!(members.optional_nullable::<String>("a"), Ok(Some(None)));
        assert_eq!(members.optional_nullable::<String>("b"), Ok(Some(Some("x".to_owned()))));
        assert_eq!(members.optional_nullable::<String>("z"), Ok(None));
        assert_eq!(members.nullable::<String>("c"), Ok(None));
        assert_eq!(members.nullable::<String>("z").unwrap_err().to_string(), "/z: is missing");
    }
}
