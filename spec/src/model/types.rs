//! Types of members and parameters.

use super::words::words;

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
    /// A calendar date, `YYYY-MM-DD`.
    Date,
    /// A point in time as whole seconds since 1970, UTC.
    UnixTime,
    /// Any JSON value.
    Json,
    /// A string from an open list of values.
    Enumeration(Vec<String>),
    /// A record of the contract, by name.
    Record(String),
    /// A JSON array of one type.
    List(Box<Type>),
    /// A JSON object with any names, whose values are of one type.
    Map(Box<Type>),
    /// The document does not show the type; the string is the gap's id.
    Unknown(String),
}

impl Type {
    /// The type itself, or that of the items of a list or map.
    pub fn item(&self) -> &Self {
        match self {
            Self::List(inner) | Self::Map(inner) => inner.item(),
            other => other,
        }
    }

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

words! {
    /// Format of a string.
    Format {
        /// An e-mail address.
        Email = "email",
        /// An absolute URL.
        Url = "url",
        /// An ISO 3166 alpha-2 country code.
        Country = "country",
        /// An opaque identifier of a record.
        Identifier = "identifier",
        /// A decimal number written as text, such as `12.50`.
        Decimal = "decimal",
    }
}

words! {
    /// A documented form of a timestamp.
    TimestampForm {
        /// `2026-01-31T12:00:00Z`
        Utc = "utc",
        /// `2026-01-31T12:00:00+02:00`
        OffsetAhead = "offset_ahead",
        /// `2026-01-31T12:00:00-02:00`
        OffsetBehind = "offset_behind",
        /// `2026-01-31T12:00:00.25Z`
        Fraction = "fraction",
    }
}

words! {
    /// A kind of identifier of a record.
    Identifier {
        /// The service's own identifier, an opaque string that the document calls a UUID.
        Uuid = "uuid",
        /// The service's own identifier, another opaque string.
        String = "string",
        /// The service's own identifier, a whole number.
        Integer = "integer",
        /// The e-mail address of the person the record is about.
        Email = "email",
    }
}

impl Identifier {
    /// Whether the service assigns it, so that a record has only one.
    pub fn is_own(self) -> bool {
        self != Self::Email
    }

    /// The one among the kinds that the service assigns.
    pub fn own(kinds: &[Self]) -> Option<Self> {
        kinds.iter().copied().find(|kind| kind.is_own())
    }

    /// Whether a member or input of this type can hold it.
    pub fn fits(self, ty: &Type) -> bool {
        match self {
            Self::Integer => *ty == Type::Integer,
            Self::Uuid | Self::String => *ty == Type::Text(Some(Format::Identifier)),
            Self::Email => matches!(ty, Type::Text(_)),
        }
    }
}

/// Whether a text is a decimal number: digits, perhaps with a sign and a fraction.
pub fn is_decimal(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.strip_prefix('-').unwrap_or(text);
    number
        .split_once('.')
        .map_or_else(|| digits(number), |(whole, rest)| digits(whole) && digits(rest))
}
