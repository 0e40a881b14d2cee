//! Tables of keys: the keys of a map, their values, and their documentation.
//!
//! One table drives the parsing of a map and its documentation. Parsing
//! is in `reader`.

use std::fmt;

/// The keys of one kind of map.
#[derive(Debug)]
pub struct KeyTable {
    /// Name of the map: `book`.
    pub name: &'static str,
    /// Its documentation.
    pub doc: &'static str,
    /// Its keys, in the order of the documentation.
    pub keys: &'static [Key],
}

/// One key of a map.
#[derive(Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// Whether it is required.
    pub required: bool,
    /// Its values.
    pub shape: Shape,
    /// Its documentation.
    pub doc: &'static str,
}

/// The values of a key.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// Any text.
    Text,
    /// A whole number.
    Integer,
    /// A number, its digits kept as written.
    Number,
    /// `true` or `false`.
    Boolean,
    /// One of these keywords.
    OneOf(&'static [&'static str]),
    /// Values in order, all of one shape.
    List(&'static Shape),
    /// Free keys, whose values are all of one shape.
    MapOf(&'static Shape),
    /// Some of these keys, each with a value of one shape.
    MapAmong(&'static [&'static str], &'static Shape),
    /// A map with the keys of a table.
    Table(&'static KeyTable),
    /// Any one of some shapes.
    Either(&'static [Shape]),
    /// Any value.
    Any,
}

/// A required key; [`Key::doc`] adds its documentation.
pub const fn required(name: &'static str, shape: Shape) -> Key {
    Key { name, required: true, shape, doc: "" }
}

/// An optional key; [`Key::doc`] adds its documentation.
pub const fn optional(name: &'static str, shape: Shape) -> Key {
    Key { name, required: false, shape, doc: "" }
}

impl Key {
    /// The key with its documentation.
    #[must_use]
    pub const fn doc(self, doc: &'static str) -> Self {
        Self { doc, ..self }
    }
}

impl KeyTable {
    /// A table with its name, documentation and keys.
    pub const fn new(name: &'static str, doc: &'static str, keys: &'static [Key]) -> Self {
        Self { name, doc, keys }
    }

    /// The names of its keys.
    pub fn names(&self) -> Vec<&'static str> {
        self.keys.iter().map(|key| key.name).collect()
    }

    /// The key of that name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }
}

/// Describes the shape for a message: "a whole number", "a list of text".
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => f.write_str("text"),
            Self::Integer => f.write_str("a whole number"),
            Self::Number => f.write_str("a number"),
            Self::Boolean => f.write_str("`true` or `false`"),
            Self::OneOf(words) => {
                f.write_str(if words.len() > 1 { "one of " } else { "" })?;
                joined(f, words.iter().map(|word| format!("`{word}`")), ", ")
            }
            Self::List(shape) => write!(f, "a list of {shape}"),
            Self::MapOf(shape) => write!(f, "a map from free keys to {shape}"),
            Self::MapAmong(_, shape) => write!(f, "a map from known keys to {shape}"),
            Self::Table(table) => write!(f, "a map of `{}`", table.name),
            Self::Either(shapes) => joined(f, shapes.iter(), " or "),
            Self::Any => f.write_str("anything"),
        }
    }
}

fn joined(
    f: &mut fmt::Formatter<'_>,
    parts: impl Iterator<Item = impl fmt::Display>,
    between: &str,
) -> fmt::Result {
    for (index, part) in parts.enumerate() {
        f.write_str(if index > 0 { between } else { "" })?;
        part.fmt(f)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    static BOOK: KeyTable = KeyTable::new(
        "book",
        "A book of the library.",
        &[required("title", Shape::Text).doc("Its title.")],
    );

    static A_BOOK: Shape = Shape::Table(&BOOK);

    #[test]
    fn shapes_are_said_in_words() {
        let said = |shape: Shape| shape.to_string();
        assert_eq!(said(Shape::OneOf(&["lent", "here"])), "one of `lent`, `here`");
        assert_eq!(said(Shape::OneOf(&["lent"])), "`lent`");
        assert_eq!(said(Shape::List(&A_BOOK)), "a list of a map of `book`");
        assert_eq!(said(Shape::MapOf(&Shape::Integer)), "a map from free keys to a whole number");
        assert_eq!(
            said(Shape::MapAmong(&["pages"], &Shape::Integer)),
            "a map from known keys to a whole number"
        );
        assert_eq!(
            said(Shape::Either(&[Shape::Boolean, Shape::Any])),
            "`true` or `false` or anything"
        );
    }

    #[test]
    fn keys_are_found_by_name() {
        assert_eq!(BOOK.key("title").map(|key| key.doc), Some("Its title."));
        assert!(BOOK.key("Title").is_none());
    }
}
