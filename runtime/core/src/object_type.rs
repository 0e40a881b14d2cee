//! What every struct that is a JSON object has beside its fields.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::Extra;

/// Implements reading and writing, from a table of the members: the field, how it is read and written, the name on
/// the wire. `extra` behind the table keeps what the table does not name.
///
/// A member that is `required` is always there. One that is `optional` may be absent or `null`, and is left out when
/// there is no value; one that is `nullable` is then written as `null`. With `seen` and `seen_nullable` it is the
/// same, but the type is only expected: another value stays in `extra`.
///
/// A type that may hold itself is `recursive`: how deep it goes is then looked at before it is read.
#[macro_export]
macro_rules! object_type {
    (@recursive $json:ident) => { $crate::bounded($json)?; };
    (@read $members:ident required $wire:literal) => { $members.required($wire)? };
    (@read $members:ident seen $wire:literal) => { $members.seen($wire) };
    (@read $members:ident seen_nullable $wire:literal) => { $members.seen($wire) };
    (@read $members:ident $kind:ident $wire:literal) => { $members.optional($wire) };
    (@write $object:ident optional $wire:literal $value:expr) => { $object.optional($wire, $value) };
    (@write $object:ident seen $wire:literal $value:expr) => { $object.optional($wire, $value) };
    (@write $object:ident required $wire:literal $value:expr) => { $object.required($wire, $value) };
    (@write $object:ident $kind:ident $wire:literal $value:expr) => { $object.nullable($wire, $value) };
    ($name:ident $($recursive:ident)? { $($field:ident: $kind:ident $wire:literal,)* } $($extra:ident)?) => {
        impl $crate::FromJson for $name {
            fn from_json(json: &serde_json::value::RawValue) -> Result<Self, $crate::DecodeError> {
                $($crate::object_type!(@$recursive json);)?
                let mut _members = $crate::Members::from_json(json)?;
                let made = Self {
                    $($field: $crate::object_type!(@read _members $kind $wire),)*
                    $($extra: _members.rest(),)?
                };
                _members.finish(made)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut _object = $crate::ObjectWriter::new(serializer);
                $(_object.beside(&self.$extra);)?
                $($crate::object_type!(@write _object $kind $wire &self.$field);)*
                _object.finish()
            }
        }

        $crate::json_type!($name);
    };
}

/// An object that is being written, member by member. What goes wrong is kept for the end, so that types need no
/// branch for each member: there are many of them, and every branch is checked anew for each.
pub struct ObjectWriter<'e, S: Serializer> {
    object: Result<S::SerializeMap, S::Error>,
    extra: Option<&'e Extra>,
    /// What was written and is called like one of `extra`, which is then left out: no member is there twice.
    replaced: Vec<&'static str>,
}

impl<'e, S: Serializer> ObjectWriter<'e, S> {
    /// Opens the object.
    pub fn new(serializer: S) -> Self {
        Self {
            object: serializer.serialize_map(None),
            extra: None,
            replaced: Vec::new(),
        }
    }

    /// The members that nobody listed; they come behind all others.
    pub fn beside(&mut self, extra: &'e Extra) {
        self.extra = Some(extra).filter(|extra| !extra.is_empty());
    }

    /// A member that always has a value.
    pub fn required(&mut self, name: &'static str, value: &impl Serialize) {
        if self.is_extra(name) {
            self.replaced.push(name);
        }
        self.write(|object| object.serialize_entry(name, value));
    }

    /// A member that is written if there is a value.
    pub fn optional(&mut self, name: &'static str, value: &Option<impl Serialize>) {
        if let Some(value) = value {
            self.required(name, value);
        }
    }

    /// A member that is `null` if there is no value, here or among those that nobody listed.
    pub fn nullable(&mut self, name: &'static str, value: &Option<impl Serialize>) {
        if value.is_some() || !self.is_extra(name) {
            self.required(name, value);
        }
    }

    /// Closes the object, or tells what went wrong first.
    pub fn finish(mut self) -> Result<S::Ok, S::Error> {
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
    use crate::Extra;

    #[derive(Debug, Default, PartialEq)]
    struct Book {
        title: String,
        due: Option<String>,
        shelf: Option<i64>,
        r#type: Option<bool>,
        extra: Extra,
    }

    object_type! { Book {
        title: required "title",
        due: optional "dueDate",
        shelf: nullable "shelf",
        r#type: seen "type",
    } extra }

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
        assert_eq!(
            written(&book),
            r#"{"title":"Emma","shelf":3,"type":true,"dueDate":"y"}"#
        );
        // What has no value does not hide one that is there.
        book.shelf = None;
        assert_eq!(
            written(&book),
            r#"{"title":"Emma","type":true,"dueDate":"y","shelf":"y"}"#
        );
    }

    #[derive(Debug, PartialEq)]
    struct Nothing {}

    object_type! { Nothing {} }

    #[test]
    fn each_kind_of_member_is_read_and_written_its_way() {
        let book: Book =
            serde_json::from_str(r#"{"type":"x","title":"Emma","dueDate":null,"a":1.50}"#).unwrap();
        assert_eq!((book.title.as_str(), book.r#type), ("Emma", None));
        let written = serde_json::to_string(&book).unwrap();
        assert_eq!(
            written,
            r#"{"title":"Emma","shelf":null,"a":1.50,"type":"x"}"#
        );
        assert!(serde_json::from_str::<Book>("{}").is_err());
        assert_eq!(
            serde_json::from_str::<Nothing>("{\"a\":1}").unwrap(),
            Nothing {}
        );
        assert_eq!(serde_json::to_string(&Nothing {}).unwrap(), "{}");
    }

    #[test]
    fn a_writer_that_fails_is_told_of() {
        let book = Book {
            title: "Emma".to_owned(),
            due: Some("May".to_owned()),
            ..Book::default()
        };
        let mut little = [0; 12];
        assert!(serde_json::to_writer(&mut little[..], &book).is_err());
        let mut enough = [0; 64];
        assert!(serde_json::to_writer(&mut enough[..], &book).is_ok());
    }
}
