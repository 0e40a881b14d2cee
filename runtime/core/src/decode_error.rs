//! Why JSON could not be read, and where in it.

use std::fmt;

/// Why JSON could not be read, and where in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// JSON pointer to the place: `/books/3/title`; empty for the whole.
    pub pointer: String,
    /// What is wrong there.
    pub reason: String,
}

impl DecodeError {
    /// A mistake of the value at hand.
    pub fn new(reason: impl fmt::Display) -> Self {
        Self {
            pointer: String::new(),
            reason: reason.to_string(),
        }
    }

    /// The same mistake, seen from the object or list that holds the value.
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
    fn the_pointer_grows_from_within_and_is_escaped() {
        let error = DecodeError::new("expected a string")
            .under("a/b~c")
            .under(3);
        assert_eq!(error.to_string(), "/3/a~1b~0c: expected a string");
        assert_eq!(DecodeError::new("no JSON").to_string(), "no JSON");
    }
}
