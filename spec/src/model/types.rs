//! Types of members and parameters.

/// The type of a member, parameter or envelope member on the wire (JSON).
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// A string, perhaps with a format.
    Text(Option<Format>),
    /// A whole number.
    Integer,
    /// Any JSON number; money is one, and keeps its exact value.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A timestamp in one of these forms (empty: any form).
    Timestamp(Vec<TimestampForm>),
    /// A string from an open list of values.
    Enumeration(Vec<String>),
    /// A record of the contract, by name.
    Record(String),
    /// A JSON array of one type.
    List(Box<Type>),
    /// The document does not show the type; the string is the gap's id.
    Unknown(String),
}

impl Type {
    /// The documented values: of an enumeration or a boolean.
    pub(crate) fn values(&self) -> Vec<&str> {
        match self {
            Self::Enumeration(values) => values.iter().map(String::as_str).collect(),
            Self::Boolean => vec!["true", "false"],
            _ => Vec::new(),
        }
    }

    /// The record of this type, or of its items.
    pub fn record(&self) -> Option<&str> {
        match self {
            Self::Record(name) => Some(name),
            Self::List(item) => item.record(),
            _ => None,
        }
    }
}

/// Format of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// An e-mail address.
    Email,
    /// An absolute URL.
    Url,
    /// An ISO 3166 alpha-2 country code.
    Country,
    /// An opaque identifier of a record.
    Identifier,
}

/// A documented form of a timestamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TimestampForm {
    /// `2026-01-31T12:00:00Z`
    Utc,
    /// `2026-01-31T12:00:00+02:00`
    OffsetAhead,
    /// `2026-01-31T12:00:00-02:00`
    OffsetBehind,
    /// `2026-01-31T12:00:00.25Z`
    Fraction,
}

impl TimestampForm {
    /// All forms.
    pub const ALL: [Self; 4] = [Self::Utc, Self::OffsetAhead, Self::OffsetBehind, Self::Fraction];

    /// Name in the contract and in clause ids.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utc => "utc",
            Self::OffsetAhead => "offset_ahead",
            Self::OffsetBehind => "offset_behind",
            Self::Fraction => "fraction",
        }
    }
}

/// A kind of identifier of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Identifier {
    /// The service's own identifier, an opaque string that the document calls a UUID.
    Uuid,
    /// The e-mail address of the person the record is about.
    Email,
}

impl Identifier {
    /// Name in the contract and in clause ids.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uuid => "uuid",
            Self::Email => "email",
        }
    }
}
