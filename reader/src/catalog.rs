//! The catalogue of errors that reading a file reports: what each code means and how to fix it.

/// A kind of error.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its code, as in a [`Diagnostic`](crate::Diagnostic).
    pub code: String,
    /// What is wrong, and why that matters.
    pub meaning: String,
    /// How to fix it.
    pub mending: String,
}

/// The kinds of errors that reading a file reports.
pub fn kinds() -> Vec<Kind> {
    parse(include_str!("catalog.md"))
}

/// Parses a catalogue in Markdown. A section of level 2 is a kind, with the code as its heading; its paragraphs are the
/// meaning and how to fix it.
pub fn parse(catalog: &str) -> Vec<Kind> {
    let sections = catalog.split("\n#").skip(1).filter_map(|section| section.strip_prefix("# "));
    let kinds = sections.map(|section| {
        let mut paragraphs = section.split("\n\n").map(|text| text.trim().replace('\n', " "));
        let mut next = || paragraphs.next().unwrap_or_default();
        Kind { code: next(), meaning: next(), mending: next() }
    });
    kinds.collect()
}
