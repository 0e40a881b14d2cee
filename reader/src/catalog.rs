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
    /// Snapshot of a test with the error, so that the example stays current, or a folder of snapshots: a path in the
    /// crate's folder. In a snapshot of several reports, each is below a line `== NAME`.
    pub example: String,
}

/// The kinds of errors that reading a file reports.
pub fn kinds() -> Vec<Kind> {
    let mut kinds = parse(include_str!("catalog.md"));
    for kind in &mut kinds {
        kind.example = "tests/diagnostics".to_owned();
    }
    kinds
}

/// Parses a catalogue in Markdown. A section of level 2 is a kind, with the code as its heading; its paragraphs are the
/// meaning, how to fix it, and perhaps the example.
pub fn parse(catalog: &str) -> Vec<Kind> {
    let sections = catalog.split("\n#").skip(1).filter_map(|section| section.strip_prefix("# "));
    let kinds = sections.map(|section| {
        let mut paragraphs = section.split("\n\n").map(|text| text.trim().replace('\n', " "));
        let mut next = || paragraphs.next().unwrap_or_default();
        let (code, meaning, mending) = (next(), next(), next());
        Kind { code, meaning, mending, example: next().trim_matches('`').to_owned() }
    });
    kinds.collect()
}
