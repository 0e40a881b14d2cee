//! Types of members and parameters, as far as the document tells them.

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
    /// A string that holds a point in time, in one of the forms listed (empty: the form is not said).
    Timestamp(Vec<TimestampForm>),
    /// A string out of a list that may grow.
    Enumeration(Vec<String>),
    /// A record of the contract, by name.
    Record(String),
    /// A JSON array of one type.
    List(Box<Type>),
    /// The document does not tell; the string is the gap's id.
    Unknown(String),
}

impl Type {
    /// The record that this is, or a list of.
    #[must_use]
    pub fn record(&self) -> Option<&str> {
        match self {
            Self::Record(name) => Some(name),
            Self::List(item) => item.record(),
            _ => None,
        }
    }
}

/// What a string holds.
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

/// A documented way to write a point in time.
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
    /// Every form there is a word for.
    pub const ALL: [Self; 4] = [
        Self::Utc,
        Self::OffsetAhead,
        Self::OffsetBehind,
        Self::Fraction,
    ];

    /// The word used in the contract and in clause ids.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Utc => "utc",
            Self::OffsetAhead => "offset_ahead",
            Self::OffsetBehind => "offset_behind",
            Self::Fraction => "fraction",
        }
    }
}

/// One of the ways a thing can be addressed in a path or a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Identifier {
    /// The service's own identifier, an opaque string the document calls a UUID.
    Uuid,
    /// The e-mail address of the person the record is about.
    Email,
}

impl Identifier {
    /// The word used in the contract and in clause ids.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Uuid => "uuid",
            Self::Email => "email",
        }
    }
}
