//! Diagnostics by position.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::Sources;
use crate::span::FileId;

impl Diagnostics {
    /// The diagnostics by file path and offset; those without a span first.
    pub fn into_sorted(self, sources: &Sources) -> Self {
        let mut list: Vec<_> = self.into_iter().collect();
        list.sort_by(|a, b| position(sources, a).cmp(&position(sources, b)));
        let mut sorted = Self::new();
        sorted.extend(list);
        sorted
    }

    /// The same order as [`Diagnostics::into_sorted`], borrowed.
    pub fn sorted(&self, sources: &Sources) -> Vec<&Diagnostic> {
        let mut list: Vec<_> = self.iter().collect();
        list.sort_by_key(|diagnostic| position(sources, diagnostic));
        list
    }
}

fn position<'s>(sources: &'s Sources, diagnostic: &Diagnostic) -> Option<(&'s str, FileId, u32)> {
    let span = diagnostic.place()?;
    Some((sources.path(span.file), span.file, span.start))
}
