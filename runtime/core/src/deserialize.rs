//! `serde` support for types that read themselves from JSON text.
//!
//! `serde_json` provides the text of a value, with all digits of its numbers. Other formats do not, nor does
//! `serde` below `flatten` and in most enums: such values are converted to JSON first.

use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Error, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::json::{FromJson, Text};

/// Deserializes a type that is read from JSON.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromJson,
    D: Deserializer<'de>,
{
    let json = Box::<RawValue>::deserialize(Anywhere(deserializer))?;
    T::from_json(&json).map_err(D::Error::custom)
}

/// Implements `Deserialize` for a type with `FromJson`.
macro_rules! json_type {
    ($name:ident) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::deserialize(deserializer)
            }
        }
    };
}

/// Deserializes a type that is a string.
pub fn deserialize_text<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: for<'t> From<&'t str>,
    D: Deserializer<'de>,
{
    let text = Text::deserialize(deserializer)?;
    Ok(T::from(&text.0))
}

/// Lets a [`RawValue`] be read from any format.
struct Anywhere<D>(D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Anywhere<D> {
    type Error = D::Error;

    /// Called by a [`RawValue`], with a name that only `serde_json` knows.
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        raw: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let visitor = RawOrNot { raw, visitor };
        self.0.deserialize_newtype_struct(raw, visitor)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Passes a raw value to the visitor, and converts any other value to JSON first.
struct RawOrNot<V> {
    raw: &'static str,
    visitor: V,
}

impl<'de, V: Visitor<'de>> RawOrNot<V> {
    fn made<E: Error>(self, value: Value) -> Result<V::Value, E> {
        let made = value.deserialize_newtype_struct(self.raw, self.visitor);
        made.map_err(E::custom)
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for RawOrNot<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(f)
    }

    /// Called by formats that do not know the name.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.made(Value::deserialize(inner)?)
    }

    /// Called with a raw value, whose only member has the name, or with an object.
    fn visit_map<M: MapAccess<'de>>(self, mut object: M) -> Result<V::Value, M::Error> {
        let mut members = Map::new();
        while let Some(name) = object.next_key::<Text<'_>>()? {
            if name.0 == self.raw {
                let named = Some(self.raw);
                return self.visitor.visit_map(Named { named, object });
            }
            members.insert(name.0.into_owned(), object.next_value()?);
        }
        self.made(Value::Object(members))
    }
}

/// An object whose first name is already read.
struct Named<M> {
    named: Option<&'static str>,
    object: M,
}

impl<'de, M: MapAccess<'de>> MapAccess<'de> for Named<M> {
    type Error = M::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, M::Error> {
        let Some(name) = self.named.take() else {
            return self.object.next_key_seed(seed);
        };
        let name: StrDeserializer<'_, M::Error> = name.into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, M::Error> {
        self.object.next_value_seed(seed)
    }
}

#[cfg(test)]
mod tests {
    use serde::de::value::{Error, MapDeserializer};

    use crate::{Number, RawJson};

    use super::*;

    #[test]
    fn digits_are_kept_in_json_text() {
        let text = r#"{"a":[12345678901234567.89,12.50]}"#;
        let mut reader = serde_json::Deserializer::from_str(text);
        let json: RawJson = deserialize(&mut reader).unwrap();
        assert_eq!(json.as_str(), text);
        let json: RawJson = serde_json::from_reader(text.as_bytes()).unwrap();
        assert_eq!(json.as_str(), text);
        let number: Number = serde_json::from_str("12.50").unwrap();
        assert_eq!(number.as_str(), "12.50");
    }

    #[test]
    fn objects_of_other_formats_become_json() {
        let object = |members: &[(&'static str, u8)]| {
            let members = members.iter().copied();
            deserialize(MapDeserializer::<_, Error>::new(members))
        };
        let json: RawJson = object(&[("a", 1), ("b", 2)]).unwrap();
        assert_eq!(json.as_str(), r#"{"a":1,"b":2}"#);
        let json: RawJson = object(&[]).unwrap();
        assert_eq!(json.as_str(), "{}");
    }
}
