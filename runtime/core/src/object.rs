//! Structs that are JSON objects: reading and writing them member by member.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::nesting::check_depth;
use crate::{DecodeError, Extra, Members};

/// A struct that is a JSON object. [`json_object!`](crate::json_object) adds what follows from it.
pub trait JsonObject: Sized {
    /// Whether a value may contain another of its type. Its depth is then limited, as reading needs stack for each level.
    const RECURSIVE: bool = false;

    /// Reads the struct from the members of an object.
    ///
    /// # Errors
    /// When a required member is missing, or a member has another type.
    fn from_members(members: &mut Members<'_>) -> Result<Self, DecodeError>;

    /// Writes the members.
    fn write_members<'a, S: Serializer>(&'a self, object: &mut ObjectWriter<'a, S>);
}

/// Implements [`FromJson`](crate::FromJson), `Serialize` and `Deserialize` for a [`JsonObject`].
#[macro_export]
macro_rules! json_object {
    ($name:ident) => {
        impl $crate::FromJson for $name {
            fn from_json(json: &$crate::RawValue) -> Result<Self, $crate::DecodeError> {
                $crate::read_object(json)
            }
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                $crate::write_object(self, serializer)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                $crate::deserialize(deserializer)
            }
        }
    };
}

/// Reads a struct from an object.
///
/// # Errors
/// When the value is not an object, or not that of the struct.
pub fn read_object<T: JsonObject>(json: &RawValue) -> Result<T, DecodeError> {
    if T::RECURSIVE {
        check_depth(json)?;
    }
    T::from_members(&mut Members::from_json(json)?)
}

/// Writes a struct as an object.
///
/// # Errors
/// Those of the serializer.
pub fn write_object<T: JsonObject, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut object = ObjectWriter::new(serializer);
    value.write_members(&mut object);
    object.finish()
}

/// An object that is being written member by member. The first error is kept for the end, so that generated code needs no
/// branch for each member.
pub struct ObjectWriter<'e, S: Serializer> {
    object: Result<S::SerializeMap, S::Error>,
    extra: Option<&'e Extra>,
    /// Names that were written and are also in `extra`, which are then left out there: no member is written twice.
    replaced: Vec<&'static str>,
}

impl<'e, S: Serializer> ObjectWriter<'e, S> {
    fn new(serializer: S) -> Self {
        Self { object: serializer.serialize_map(None), extra: None, replaced: Vec::new() }
    }

    /// Writes the members that the contract does not describe, after all others. Call it first.
    pub fn extra(&mut self, extra: &'e Extra) {
        self.extra = Some(extra).filter(|extra| !extra.is_empty());
    }

    /// Writes a member that always has a value.
    pub fn required(&mut self, name: &'static str, value: &impl Serialize) {
        if self.is_extra(name) {
            self.replaced.push(name);
        }
        self.write(|object| object.serialize_entry(name, value));
    }

    /// Writes a member if it has a value.
    pub fn optional(&mut self, name: &'static str, value: &Option<impl Serialize>) {
        if let Some(value) = value {
            self.required(name, value);
        }
    }

    /// Writes a member, as `null` if it has no value here and none in `extra`.
    pub fn nullable(&mut self, name: &'static str, value: &Option<impl Serialize>) {
        if value.is_some() || !self.is_extra(name) {
            self.required(name, value);
        }
    }

    fn finish(mut self) -> Result<S::Ok, S::Error> {
        if let Some(extra) = self.extra {
            let replaced = std::mem::take(&mut self.replaced);
            self.write(|object| extra.write(object, &replaced));
        }
        self.object.and_then(SerializeMap::end)
    }

    fn is_extra(&self, name: &str) -> bool {
        self.extra.is_some_and(|extra| extra.get(name).is_some())
    }

    fn write(&mut self, write: impl FnOnce(&mut S::SerializeMap) -> Result<(), S::Error>) {
        if let Ok(object) = &mut self.object
            && let Err(error) = write(object)
        {
            self.object = Err(error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Default, PartialEq)]
    struct Book {
        title: String,
        due: Option<String>,
        shelf: Option<i64>,
        r#type: Option<bool>,
        extra: Extra,
    }

    impl JsonObject for Book {
        fn from_members(members: &mut Members<'_>) -> Result<Self, DecodeError> {
            Ok(Self {
                title: members.member("title")?,
                due: members.member("dueDate")?,
                shelf: members.member("shelf")?,
                r#type: members.lenient("type"),
                extra: members.rest(),
            })
        }

        fn write_members<'a, S: Serializer>(&'a self, object: &mut ObjectWriter<'a, S>) {
            object.extra(&self.extra);
            object.required("title", &self.title);
            object.optional("dueDate", &self.due);
            object.nullable("shelf", &self.shelf);
            object.optional("type", &self.r#type);
        }
    }

    crate::json_object!(Book);

    #[test]
    fn no_member_is_written_twice() {
        let text = r#"{"title":"Emma","shelf":3,"type":"x"}"#;
        let read = || serde_json::from_str::<Book>(text).unwrap();
        let written = |book: &Book| serde_json::to_string(book).unwrap();
        assert_eq!(written(&read()), text);
        let mut book = read();
        book.r#type = Some(true);
        assert_eq!(written(&book), r#"{"title":"Emma","shelf":3,"type":true}"#);
        for name in ["title", "dueDate", "shelf", "type"] {
            book.extra.insert(name, &"y").unwrap();
        }
        assert_eq!(written(&book), r#"{"title":"Emma","shelf":3,"type":true,"dueDate":"y"}"#);
        // What has no value does not hide one that is there.
        book.shelf = None;
        assert_eq!(written(&book), r#"{"title":"Emma","type":true,"dueDate":"y","shelf":"y"}"#);
    }

    #[derive(Debug, PartialEq)]
    struct Nothing {}

    impl JsonObject for Nothing {
        fn from_members(_: &mut Members<'_>) -> Result<Self, DecodeError> {
            Ok(Self {})
        }

        fn write_members<'a, S: Serializer>(&'a self, _: &mut ObjectWriter<'a, S>) {}
    }

    crate::json_object!(Nothing);

    #[test]
    fn members_are_read_and_written_by_their_kind() {
        let book: Book =
            serde_json::from_str(r#"{"type":"x","title":"Emma","dueDate":null,"a":1.50}"#).unwrap();
        assert_eq!((book.title.as_str(), book.r#type), ("Emma", None));
        let written = serde_json::to_string(&book).unwrap();
        assert_eq!(written, r#"{"title":"Emma","shelf":null,"a":1.50,"type":"x"}"#);
        assert!(serde_json::from_str::<Book>("{}").is_err());
        assert_eq!(serde_json::from_str::<Nothing>("{\"a\":1}").unwrap(), Nothing {});
        assert_eq!(serde_json::to_string(&Nothing {}).unwrap(), "{}");
    }

    #[test]
    fn an_error_of_the_serializer_is_returned() {
        let book =
            Book { title: "Emma".to_owned(), due: Some("May".to_owned()), ..Book::default() };
        let mut little = [0; 12];
        assert!(serde_json::to_writer(&mut little[..], &book).is_err());
        let mut enough = [0; 64];
        assert!(serde_json::to_writer(&mut enough[..], &book).is_ok());
    }
}
