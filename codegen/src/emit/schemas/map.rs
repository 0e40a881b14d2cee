//! Builder of mappings that keep the order of insertion.

use serde_yaml::{Mapping, Value};

/// A mapping under construction.
#[derive(Default)]
pub struct Map(Mapping);

impl Map {
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.0.insert(Value::from(key), value.into());
        self
    }

    /// Adds an entry to the mapping of a key, which is added if it is absent.
    pub fn with_nested(mut self, key: &str, inner: &str, value: impl Into<Value>) -> Self {
        let nested =
            self.0.entry(Value::from(key)).or_insert_with(|| Value::Mapping(Mapping::new()));
        if let Value::Mapping(nested) = nested {
            nested.insert(Value::from(inner), value.into());
        }
        self
    }

    /// Adds an entry unless its value is null or an empty text, list or mapping.
    pub fn with_non_empty(self, key: &str, value: impl Into<Value>) -> Self {
        let value = value.into();
        let empty = match &value {
            Value::Null => true,
            Value::String(text) => text.is_empty(),
            Value::Sequence(items) => items.is_empty(),
            Value::Mapping(entries) => entries.is_empty(),
            _ => false,
        };
        if empty { self } else { self.with(key, value) }
    }

    /// Adds the entries of another.
    pub fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Whether a schema has no type, so that any value is allowed.
    pub fn is_anything(&self) -> bool {
        ["type", "$ref", "anyOf"].iter().all(|key| self.get(key).is_none())
    }

    /// The value of a key, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        self.0.get_mut(key)
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }
}

impl From<Map> for Value {
    fn from(map: Map) -> Self {
        Self::Mapping(map.0)
    }
}

impl<K: AsRef<str>, V: Into<Value>> FromIterator<(K, V)> for Map {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        entries.into_iter().fold(Self::default(), |map, (key, value)| map.with(key.as_ref(), value))
    }
}

/// A number, which is written without a fraction if it has none.
#[expect(clippy::cast_possible_truncation, reason = "bounds of integers are written as such")]
pub fn number(number: f64) -> Value {
    if number.fract() == 0.0 { Value::from(number as i64) } else { Value::from(number) }
}
