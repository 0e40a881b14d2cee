//! Types that are a string on the wire: identifiers and open enums.

use std::fmt;

/// Implements the traits of a string type for a type that has `as_str` and `From<&str>`: comparison and hashing by text,
/// `From<String>`, `FromStr`, `AsRef<str>`, `Display`, [`Parameter`](crate::Parameter), [`FromJson`](crate::FromJson),
/// `Serialize` and `Deserialize`.
#[macro_export]
macro_rules! text_type {
    ($name:ident) => {
        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl Eq for $name {}

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $name {
            fn cmp(&self, other: &Self) -> std::cmp::Ordering {
                self.as_str().cmp(other.as_str())
            }
        }

        impl std::hash::Hash for $name {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                std::hash::Hash::hash(self.as_str(), state);
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self::from(text.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::convert::Infallible;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Ok(Self::from(text))
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl $crate::Parameter for $name {
            fn to_text(&self) -> std::borrow::Cow<'_, str> {
                std::borrow::Cow::Borrowed(self.as_str())
            }

            fn from_text(text: &str) -> Result<Self, &'static str> {
                Ok(Self::from(text))
            }
        }

        impl $crate::FromJson for $name {
            fn from_json(json: &$crate::RawValue) -> Result<Self, $crate::DecodeError> {
                String::from_json(json).map(Self::from)
            }
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                $crate::deserialize_text(deserializer)
            }
        }
    };
}

/// A value that an enum does not list; only the enum makes it.
#[derive(Clone)]
pub struct UnknownText(String);

impl UnknownText {
    /// The value as sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for UnknownText {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Debug for UnknownText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

text_type!(UnknownText);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::hash::{DefaultHasher, Hash, Hasher};

    #[derive(Debug)]
    struct Shelf(String);

    impl Shelf {
        fn as_str(&self) -> &str {
            &self.0
        }
    }

    impl From<&str> for Shelf {
        fn from(text: &str) -> Self {
            Self(text.to_owned())
        }
    }

    text_type!(Shelf);

    #[test]
    fn comparison_is_by_text() {
        let shelves: BTreeSet<_> = ["B", "A", "B"].map(Shelf::from).into();
        let texts: Vec<_> = shelves.iter().map(Shelf::as_str).collect();
        assert_eq!(texts, ["A", "B"]);
        let [one, same, other] = ["B", "B", "A"].map(|text| {
            let mut hasher = DefaultHasher::new();
            Shelf::from(text).hash(&mut hasher);
            hasher.finish()
        });
        assert!(one == same && one != other);
    }

    #[test]
    fn text_is_a_json_string() {
        let shelf: Shelf = serde_json::from_str("\"A 3\"").unwrap();
        assert_eq!(shelf, Shelf::from("A 3".to_owned()));
        assert_eq!(serde_json::to_string(&shelf).unwrap(), "\"A 3\"");
        assert_eq!((shelf.to_string(), shelf.as_ref()), ("A 3".to_owned(), "A 3"));
        assert!(serde_json::from_str::<Shelf>("3").is_err());
    }
}
