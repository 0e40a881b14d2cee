//! A value that an enum does not list.

use std::fmt;

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

crate::text_type!(UnknownText);
