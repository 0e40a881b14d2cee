//! The reading beside the document itself: the same sections in the same order, with as many sentences.

use reader::{Diagnostic, Diagnostics, did_you_mean};

use super::{Passage, ReadSection, Reading};

impl Reading {
    /// Reports where the reading and the sentences of the document differ.
    pub fn compare(&self, document: &[Passage], out: &mut Diagnostics) {
        for passage in document {
            match self.section(&passage.section) {
                Some(section) => out.extend(count(section, passage)),
                None => out.push(self.unread(passage)),
            }
        }
        let before = out.len();
        for section in &self.sections {
            if !document.iter().any(|p| p.section == section.name.value) {
                out.push(self.unknown(section, document));
            }
        }
        if out.len() == before {
            out.extend(self.misplaced(document));
        }
    }

    fn section(&self, name: &str) -> Option<&ReadSection> {
        self.sections
            .iter()
            .find(|section| section.name.value == name)
    }

    fn unread(&self, passage: &Passage) -> Diagnostic {
        let message = format!(
            "the section `{}` of the document is not read",
            passage.section
        );
        let label = "not read whole";
        Diagnostic::error("unread-section", message, self.document.span, label)
            .with_help("add it to `sections`, where it stands in the document")
    }

    fn unknown(&self, section: &ReadSection, document: &[Passage]) -> Diagnostic {
        let name = &section.name;
        let message = format!("the document has no section `{}`", name.value);
        let finding =
            Diagnostic::error("unknown-section", message, name.span, "not in the document");
        let unread = document.iter().map(|passage| passage.section.as_str());
        let unread = unread.filter(|name| self.section(name).is_none());
        match did_you_mean(&name.value, unread) {
            Some(near) => finding.with_fix(name.span, near, format!("did you mean `{near}`?")),
            None => finding.with_help("remove it, or name it as the headings of the document do"),
        }
    }

    /// The first section that stands at another place than in the document; all of them are in both.
    fn misplaced(&self, document: &[Passage]) -> Option<Diagnostic> {
        let read = document
            .iter()
            .filter(|p| self.section(&p.section).is_some());
        let (section, passage) = self
            .sections
            .iter()
            .zip(read)
            .find(|(section, passage)| section.name.value != passage.section)?;
        let message = format!(
            "`{}` stands elsewhere than in the document",
            section.name.value
        );
        let label = format!("`{}` comes first", passage.section);
        Some(
            Diagnostic::error("section-order", message, section.name.span, label)
                .with_help("sections stand in the order of the document"),
        )
    }
}

fn count(section: &ReadSection, passage: &Passage) -> Option<Diagnostic> {
    let (read, there) = (section.sentences.len(), passage.sentences.len());
    let message = format!(
        "`{}` has {there} sentences, {read} are read",
        passage.section
    );
    let finding = Diagnostic::error(
        "sentence-count",
        message,
        section.name.span,
        "not all of it, or too much",
    );
    (read != there).then(|| {
        finding.with_help(
            "`cargo xtask docs --document FILE --list` shows the sentences with their numbers",
        )
    })
}
