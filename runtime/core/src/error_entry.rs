//! Entries of a list of errors.

use crate::Refused;

/// An entry of the list of errors in an error body: an offending input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorEntry {
    /// The name of the input on the wire.
    pub field: String,
    /// The code, if the entry has one.
    pub code: Option<String>,
}

impl ErrorEntry {
    /// The entry of an input, with the code of what is wrong with it.
    #[must_use]
    pub fn new(field: impl Into<String>, code: impl Into<String>) -> Self {
        Self { field: field.into(), code: Some(code.into()) }
    }
}

impl Refused<'_> {
    /// The first entry with this code and of this input, where they are given, and the other entries.
    #[must_use]
    pub fn entry(
        &self,
        code: Option<&str>,
        field: Option<&str>,
    ) -> Option<(ErrorEntry, Vec<ErrorEntry>)> {
        let is_it = |entry: &ErrorEntry| {
            code.is_none_or(|code| entry.code.as_deref() == Some(code))
                && field.is_none_or(|field| entry.field == field)
        };
        let found = self.entries.iter().position(is_it)?;
        let mut others = self.entries.to_vec();
        Some((others.remove(found), others))
    }
}

#[cfg(test)]
mod tests {
    use http::StatusCode;

    use super::*;

    #[test]
    fn an_entry_is_found_among_others() {
        let entries = [ErrorEntry::new("title", "missing"), ErrorEntry::new("due", "invalid")];
        let refused = Refused {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            message: None,
            code: None,
            field: None,
            entries: &entries,
            is_empty: false,
        };
        let [title, due] = entries.clone();
        let found = refused.entry(Some("invalid"), None);
        assert_eq!(found, Some((due.clone(), vec![title.clone()])));
        assert_eq!(refused.entry(None, Some("title")), Some((title, vec![due])));
        assert_eq!(refused.entry(Some("invalid"), Some("title")), None);
    }
}
