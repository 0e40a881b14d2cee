//! What values are compared by.

use crate::model::Type;

/// What values of a type are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    Number,
    Time,
    Day,
}

impl Scale {
    pub(super) fn of(ty: &Type) -> Option<Self> {
        match ty {
            Type::Integer | Type::Number | Type::UnixTime => Some(Self::Number),
            Type::Timestamp(_) => Some(Self::Time),
            Type::Date => Some(Self::Day),
            _ => None,
        }
    }

    /// The types, in words.
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Time => "a timestamp",
            Self::Day => "a date",
        }
    }
}
