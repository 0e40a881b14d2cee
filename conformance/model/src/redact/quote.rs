//! Quotations of requests and responses.

use std::fmt;
use std::ops::Deref;

use serde::Serialize;

/// A text from a request or a response without secrets, cut if it is long. Only a
/// [`Redactor`](super::Redactor) makes one of a text that is not a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Quote(String);

impl Quote {
    /// A text that is longer is cut, and says so.
    pub(super) fn cut(text: String, longest: usize) -> Self {
        if text.len() <= longest || text.chars().nth(longest).is_none() {
            return Self(text);
        }
        let start: String = text.chars().take(longest).collect();
        Self(format!("{start}... ({} characters)", text.chars().count()))
    }

    /// The start of a text, and whether it is less than all of it.
    pub(super) fn start(mut text: String, longest: usize) -> (Self, bool) {
        let end = text.char_indices().nth(longest).map(|(end, _)| end);
        text.truncate(end.unwrap_or(text.len()));
        (Self(text), end.is_some())
    }
}

impl Deref for Quote {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Quote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl From<&'static str> for Quote {
    fn from(text: &'static str) -> Self {
        Self(text.to_owned())
    }
}

impl From<Quote> for String {
    fn from(quote: Quote) -> Self {
        quote.0
    }
}
