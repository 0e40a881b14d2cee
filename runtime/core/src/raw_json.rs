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

/// A JSON value of a type that is not documented, kept as text.
///
/// Values are equal if their texts are. Other formats than JSON receive the value, each number as a [`Number`]
/// would be.
///
/// [`Number`]: crate::Number
#[derive(Clone)]
pub struct RawJson(pub(crate) Box<RawValue>);

impl RawJson {
    /// Serializes a value.
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

    /// Deserializes the value.
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

/// Writes the text to `serde_json`, and the value to other formats, which would show the internal name of raw values.
pub(crate) fn write<S: Serializer>(json: &RawValue, serializer: S) -> Result<S::Ok, S::Error> {
    // A serializer does not reveal its format, but wrappers of a `serde_json` serializer keep its error type.
    if type_name::<S::Error>() == type_name::<serde_json::Error>() {
        return json.serialize(serializer);
    }
    let value: Value = serde_json::from_str(json.get()).map_err(S::Error::custom)?;
    value.serialize(serializer)
}
