//! A JSON value of a type that is not documented.

use std::fmt;
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use super::DecodeError;
use super::json::FromJson;

/// A JSON value of a type that is not documented, kept as it was written.
///
/// Two are equal when their texts are.
#[derive(Clone)]
pub struct RawJson(Box<RawValue>);

impl RawJson {
    /// A value of one's own as JSON.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    pub fn new(value: &impl Serialize) -> Result<Self, serde_json::Error> {
        to_raw_value(value).map(Self)
    }

    /// The JSON text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// The value read as a type of the caller's.
    ///
    /// # Errors
    /// When it is not of that type.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, DecodeError> {
        serde_json::from_str(self.as_str()).map_err(DecodeError::new)
    }
}

impl FromStr for RawJson {
    type Err = serde_json::Error;

    fn from_str(text: &str) -> Result<Self, serde_json::Error> {
        RawValue::from_string(text.to_owned()).map(Self)
    }
}

impl PartialEq for RawJson {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl fmt::Debug for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RawJson({})", self.as_str())
    }
}

impl FromJson for RawJson {
    fn from_json(json: &RawValue) -> Result<Self, DecodeError> {
        Ok(Self(json.to_owned()))
    }
}

impl Serialize for RawJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RawJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Box::deserialize(deserializer).map(Self)
    }
}
