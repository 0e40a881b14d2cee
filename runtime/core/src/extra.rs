//! Members of an object that the contract does not describe.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde::ser::SerializeMap;

use crate::{DecodeError, RawJson};

/// Members of an object that the contract does not describe, by name, each as its JSON text. They are written back, except
/// those whose name is that of a field with a value.
///
/// Values are equal if their texts are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extra {
    members: BTreeMap<String, RawJson>,
}

impl Extra {
    pub(crate) fn new(members: BTreeMap<String, RawJson>) -> Self {
        Self { members }
    }

    /// Whether there are no members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// The JSON text of a member.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.members.get(name).map(RawJson::as_str)
    }

    /// Deserializes a member; `None` when it is absent.
    ///
    /// # Errors
    /// When the member is not of that type.
    pub fn json<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, DecodeError> {
        let value = self.members.get(name).map(RawJson::json).transpose();
        value.map_err(|error| error.under(name))
    }

    /// Adds a member, or replaces it.
    ///
    /// # Errors
    /// When the value cannot be written as JSON.
    pub fn insert(
        &mut self,
        name: impl Into<String>,
        value: &impl Serialize,
    ) -> Result<(), serde_json::Error> {
        self.members.insert(name.into(), RawJson::new(value)?);
        Ok(())
    }

    /// Names and JSON texts, in order of name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.members.iter().map(|(name, json)| (name.as_str(), json.as_str()))
    }

    /// Writes the members into an object, except some.
    pub(crate) fn write<M: SerializeMap>(
        &self,
        object: &mut M,
        without: &[&str],
    ) -> Result<(), M::Error> {
        let mut members = self.members.iter().filter(|(name, _)| !without.contains(&name.as_str()));
        members.try_for_each(|(name, json)| object.serialize_entry(name, json))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_inserted_and_read_as_any_type() {
        let mut extra = Extra::default();
        extra.insert("shelf", &vec![1, 2]).unwrap();
        assert_eq!(extra.get("shelf"), Some("[1,2]"));
        assert_eq!(extra.json::<Vec<u8>>("shelf"), Ok(Some(vec![1, 2])));
        assert_eq!(extra.json::<String>("room"), Ok(None));
        assert_eq!(extra.json::<String>("shelf").unwrap_err().pointer, "/shelf");
        assert_eq!((extra.len(), extra.is_empty()), (1, false));
    }
}
