//! `Deserialize` for types that read themselves from JSON.

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
