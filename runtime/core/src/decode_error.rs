//! Why JSON cannot be read, and where.

use std::fmt;

/// Why JSON cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// JSON pointer to the value: `/books/3/title`; empty for the whole.
    pub pointer: String,
    /// The reason.
    pub reason: String,
    /// The length of the part of the pointer that leads through members that the contract describes, and neither through
    /// a list nor through a map.
    described: usize,
    /// Whether the value is a member that is not there, or null, although the object needs it.
    is_missing: bool,
}

impl DecodeError {
    /// An error of the value itself.
    pub fn new(reason: impl fmt::Display) -> Self {
        Self::at("", reason)
    }

    /// An error of the value at a JSON pointer.
    pub fn at(pointer: &str, reason: impl fmt::Display) -> Self {
        let (pointer, reason) = (pointer.to_owned(), reason.to_string());
        Self { pointer, reason, described: 0, is_missing: false }
    }

    /// An error of a member that the object needs.
    pub(crate) fn missing(self) -> Self {
        Self { is_missing: true, ..self }
    }

    /// The same error as seen from the list or map that contains the value.
    #[must_use]
    pub(crate) fn under(self, name: impl fmt::Display) -> Self {
        let name = name.to_string().replace('~', "~0").replace('/', "~1");
        let pointer = format!("/{name}{}", self.pointer);
        Self { pointer, described: 0, is_missing: false, ..self }
    }

    /// The same error as seen from the object that has the value as a described member.
    #[must_use]
    pub(crate) fn under_member(self, name: &str) -> Self {
        let Self { pointer, described, is_missing, .. } = self.clone();
        let outer = self.under(name);
        let described = described + outer.pointer.len() - pointer.len();
        Self { described, is_missing, ..outer }
    }

    /// The member that is described, with a `.` before that of each object in an object; the rest of the pointer; and
    /// whether it is the member that is missing.
    pub(crate) fn member(&self) -> (String, &str, bool) {
        let (member, rest) = self.pointer.split_at(self.described);
        let member = member.trim_start_matches('/').replace('/', ".");
        (member.replace("~1", "/").replace("~0", "~"), rest, self.is_missing)
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

    #[test]
    fn described_members_are_told_from_items() {
        let missing = || DecodeError::new("is missing").missing().under_member("id");
        let in_object = missing().under_member("supplier");
        assert_eq!(in_object.member(), ("supplier.id".to_owned(), "", true));
        let in_list = missing().under(0).under_member("parts");
        assert_eq!(in_list.member(), ("parts".to_owned(), "/0/id", false));
        assert_eq!(in_list.to_string(), "/parts/0/id: is missing");
        let escaped = DecodeError::new("x").under_member("a/b~c");
        assert_eq!(escaped.member(), ("a/b~c".to_owned(), "", false));
    }
}
