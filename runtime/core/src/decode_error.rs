//! Why JSON cannot be read, and where.

use std::fmt;

/// Why JSON cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// JSON pointer to the value: `/books/3/title`; empty for the whole.
    pub pointer: String,
    /// The reason.
    pub reason: String,
}

impl DecodeError {
    /// An error of the value itself.
    pub fn new(reason: impl fmt::Display) -> Self {
        Self { pointer: String::new(), reason: reason.to_string() }
    }

    /// The same error as seen from the object or list that contains the value.
    #[must_use]
    pub(crate) fn under(mut self, name: impl fmt::Display) -> Self {
        let name = name.to_string().replace('~', "~0").replace('/', "~1");
        self.pointer = format!("/{name}{}", self.pointer);
        self
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer.as_str() {
            "" => f.write_str(&self.reason),
            pointer => write!(f, "{pointer}: {}", self.reason),
        }
    }
}

impl std::error::Error for DecodeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_built_from_within_and_escaped() {
        let error = DecodeError::new("expected a string").under("a/b~c").under(3);
        assert_eq!(error.to_string(), "/3/a~1b~0c: expected a string");
        assert_eq!(DecodeError::new("no JSON").to_string(), "no JSON");
    }
}
