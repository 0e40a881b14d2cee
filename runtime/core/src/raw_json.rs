//! A JSON value of a type that is not documented.

use std::any::type_name;
use std::fmt;
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::DecodeError;
use crate::json::FromJson;

/// A JSON value of a type that is not documented, kept as it was written.
///
/// Two are equal when their texts are. Formats other than JSON get the value, each number in it as a [`Number`]
/// would be.
///
/// [`Number`]: crate::Number
#[derive(Clone)]
pub struct RawJson(pub(crate) Box<RawValue>);

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
        write(&self.0, serializer)
    }
}

json_type!(RawJson);

/// Writes a text where `serde_json` writes, and elsewhere the value it stands for: other formats have no place for
/// the text, and would show the name under which `serde_json` hands it to itself.
pub(crate) fn write<S: Serializer>(json: &RawValue, serializer: S) -> Result<S::Ok, S::Error> {
    // Nobody can be asked which format he writes; but what wraps a serializer of `serde_json` keeps its errors.
    if type_name::<S::Error>() == type_name::<serde_json::Error>() {
        return json.serialize(serializer);
    }
    let value: Value = serde_json::from_str(json.get()).map_err(S::Error::custom)?;
    value.serialize(serializer)
}
