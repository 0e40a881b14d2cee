//! Compares the sentence map with the document: the same sections in the same order, with as many sentences.

use reader::{Diagnostic, Diagnostics};

use super::{DocumentSection, MappedSection, SentenceMap};

impl SentenceMap {
    /// Reports where the map and the sentences of the document differ.
    pub fn compare(&self, document: &[DocumentSection], out: &mut Diagnostics) {
        for section in document {
            match self.section(&section.section) {
                Some(mapped) => out.extend(compare_counts(mapped, section)),
                None => out.push(self.unmapped(section)),
            }
        }
        let before = out.len();
        for mapped in &self.sections {
            let name = &mapped.name.value;
            if !document.iter().any(|section| section.section == *name) {
                out.push(self.unknown(mapped, document));
            }
        }
        if out.len() == before {
            out.extend(self.misplaced(document));
        }
    }

    fn section(&self, name: &str) -> Option<&MappedSection> {
        self.sections.iter().find(|section| section.name.value == name)
    }

    fn unmapped(&self, section: &DocumentSection) -> Diagnostic {
        let message = format!("the section `{}` of the document is missing", section.section);
        let label = "incomplete";
        Diagnostic::error("unread-section", message, self.document.span, label)
            .with_help("add it to `sections`, in the order of the document")
    }

    fn unknown(&self, mapped: &MappedSection, document: &[DocumentSection]) -> Diagnostic {
        let name = &mapped.name;
        let message = format!("the document has no section `{}`", name.value);
        let unmapped = document
            .iter()
            .map(|section| section.section.as_str())
            .filter(|name| self.section(name).is_none());
        Diagnostic::error("unknown-section", message, name.span, "not in the document")
            .with_suggestion(name.span, name, unmapped)
            .with_help_without_fix("remove it, or use the name in the headings of the document")
    }

    /// The first section out of order, given that both have the same sections.
    fn misplaced(&self, document: &[DocumentSection]) -> Option<Diagnostic> {
        let in_order = document.iter().filter(|section| self.section(&section.section).is_some());
        let (mapped, expected) = self
            .sections
            .iter()
            .zip(in_order)
            .find(|(mapped, expected)| mapped.name.value != expected.section)?;
        let message = format!("`{}` is not where the document has it", mapped.name.value);
        let label = format!("`{}` comes first", expected.section);
        Some(
            Diagnostic::error("section-order", message, mapped.name.span, label)
                .with_help("list the sections in the order of the document"),
        )
    }
}

fn compare_counts(mapped: &MappedSection, section: &DocumentSection) -> Option<Diagnostic> {
    let (found, expected) = (mapped.sentences.len(), section.sentences.len());
    if found == expected {
        return None;
    }
    let message = format!("`{}` has {expected} sentences, {found} are listed", section.section);
    Some(
        Diagnostic::error("sentence-count", message, mapped.name.span, "wrong number of sentences")
            .with_help("`cargo xtask docs --document FILE --list` prints the numbered sentences"),
    )
}
