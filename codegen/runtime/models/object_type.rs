//! What every struct that is a JSON object has beside its fields.

use serde::Serializer;
use serde::ser::SerializeMap;
use serde_json::value::RawValue;

use super::{DecodeError, Members};

/// Implements reading and writing, from a table of the members: the field, how it is read and written, the name on
/// the wire. `extra` behind the table keeps what the table does not name.
///
/// A member that is `required` is always there. One that is `optional` may be absent or `null`, and is left out when
/// there is no value; one that is `nullable` is then written as `null`. With `seen` and `seen_nullable` it is the
/// same, but the type is only expected: another value stays in `extra`.
macro_rules! object_type {
    (@read $members:ident required $wire:literal) => { $members.required($wire)? };
    (@read $members:ident seen $wire:literal) => { $members.seen($wire) };
    (@read $members:ident seen_nullable $wire:literal) => { $members.seen($wire) };
    (@read $members:ident $kind:ident $wire:literal) => { $members.optional($wire)? };
    (@write $object:ident optional $wire:literal $value:expr) => {
        $crate::runtime::write_optional($object, $wire, $value)?
    };
    (@write $object:ident seen $wire:literal $value:expr) => {
        $crate::runtime::write_optional($object, $wire, $value)?
    };
    (@write $object:ident $kind:ident $wire:literal $value:expr) => {
        serde::ser::SerializeMap::serialize_entry($object, $wire, $value)?
    };
    ($name:ident { $($field:ident: $kind:ident $wire:literal,)* } $($extra:ident)?) => {
        impl $crate::runtime::FromJson for $name {
            fn from_json(json: &serde_json::value::RawValue) -> Result<Self, $crate::DecodeError> {
                $crate::runtime::read_object(json, |_members| {
                    Ok(Self {
                        $($field: $crate::runtime::object_type!(@read _members $kind $wire),)*
                        $($extra: std::mem::take(_members).rest(),)?
                    })
                })
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::runtime::write_object(serializer, |_object| {
                    $($crate::runtime::object_type!(@write _object $kind $wire &self.$field);)*
                    $(self.$extra.write(_object)?;)?
                    Ok(())
                })
            }
        }

        $crate::runtime::json_type!($name);
    };
}

pub(crate) use object_type;

/// Reads an object, member by member.
pub fn read_object<'a, T>(
    json: &'a RawValue,
    read: impl FnOnce(&mut Members<'a>) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    read(&mut Members::from_json(json)?)
}

/// Writes an object, member by member.
pub fn write_object<S: Serializer>(
    serializer: S,
    write: impl FnOnce(&mut S::SerializeMap) -> Result<(), S::Error>,
) -> Result<S::Ok, S::Error> {
    let mut object = serializer.serialize_map(None)?;
    write(&mut object)?;
    object.end()
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

    #[derive(Debug, PartialEq)]
    struct Nothing {}

    object_type! { Nothing {} }

    #[test]
    fn each_kind_of_member_is_read_and_written_its_way() {
        let book: Book = serde_json::from_str(r#"{"type":"x","title":"Emma","dueDate":null,"a":1.50}"#).unwrap();
        assert_eq!((book.title.as_str(), book.r#type), ("Emma", None));
        let written = serde_json::to_string(&book).unwrap();
        assert_eq!(written, r#"{"title":"Emma","shelf":null,"a":1.50,"type":"x"}"#);
        assert!(serde_json::from_str::<Book>("{}").is_err());
        assert_eq!(serde_json::from_str::<Nothing>("{\"a\":1}").unwrap(), Nothing {});
        assert_eq!(serde_json::to_string(&Nothing {}).unwrap(), "{}");
    }
}
