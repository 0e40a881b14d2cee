//! All diagnostics of a run, in order of creation or by position.
//!
//! The list keeps all of them; `render` selects and formats.

use std::collections::BTreeSet;

use crate::span::Span;

use super::{Diagnostic, Severity};

/// All diagnostics of a run, in order of creation.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    places: BTreeSet<Span>,
}

impl Diagnostics {
    /// Creates an empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.places.extend(diagnostic.place());
        self.list.push(diagnostic);
    }

    /// Whether there is an error.
    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// Number of diagnostics of this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    }

    /// Whether there are no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Number of diagnostics.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The diagnostics in order of creation.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Whether a diagnostic has exactly this span.
    pub fn mention(&self, span: Span) -> bool {
        self.places.contains(&span)
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        for diagnostic in diagnostics {
            self.push(diagnostic);
        }
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;

    #[test]
    fn sorted_by_path_then_offset_and_stable() {
        let mut sources = Sources::new();
        let z = sources.add("z.yaml", "book: loan");
        let a = sources.add("a.yaml", "book: loan");
        let at = |code, file, start| {
            Diagnostic::error(code, "wrong", Span::new(file, start..start + 1), "here")
        };
        let mut all = Diagnostics::new();
        all.extend([
            at("third", z, 0),
            at("second", a, 6),
            at("second-too", a, 6),
            at("first", a, 0),
        ]);
        all.push(Diagnostic::without_place("before-all", "no folder"));
        let codes: Vec<_> = all.into_sorted(&sources).iter().map(|found| found.code).collect();
        assert_eq!(codes, ["before-all", "first", "second", "second-too", "third"]);
    }

    #[test]
    fn warnings_are_not_counted_as_errors() {
        let span = Span::new(Sources::new().add("a.yaml", ""), 0..0);
        let mut all = Diagnostics::new();
        all.push(Diagnostic::warning("odd", "odd", span, ""));
        assert!(!all.has_errors());
        all.push(Diagnostic::error("wrong", "wrong", span, ""));
        assert!(all.has_errors());
        assert_eq!(all.len(), 2);
    }

    #[test]
    fn primary_span_is_that_of_the_primary_label() {
        let file = Sources::new().add("a.yaml", "book: loan");
        let (first, second) = (Span::new(file, 0..4), Span::new(file, 6..10));
        let found = Diagnostic::error("wrong", "wrong", second, "").with_label(first, "see here");
        assert_eq!(found.place(), Some(second));
        let mut all = Diagnostics::new();
        all.push(found);
        assert!(all.mention(second) && !all.mention(first));
    }
}
