//! The catalogue of errors that reading a file reports: what each code means and how to fix it.

/// Makes `KINDS` from rows `CODE, EXAMPLE: MEANING, MENDING;`, with the name of the example's snapshot.
macro_rules! kinds {
    ($($code:literal, $example:literal: $meaning:literal, $mending:literal;)+) => {
        pub(super) const KINDS: &[super::Kind] = &[$(super::Kind {
            code: $code,
            meaning: $meaning,
            mending: $mending,
            example: concat!("tests/", $example, ".snap"),
        }),+];
    };
}

mod files;
mod tables;
mod yaml;

/// A kind of error.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Its code, as in a [`Diagnostic`](crate::Diagnostic).
    pub code: &'static str,
    /// What is wrong, and why that matters.
    pub meaning: &'static str,
    /// How to fix it.
    pub mending: &'static str,
    /// Snapshot of a test with the error, so that the example stays current; a path in the crate's folder.
    pub example: &'static str,
}

/// The kinds of errors that reading a file reports.
pub fn kinds() -> impl Iterator<Item = &'static Kind> {
    [files::KINDS, yaml::KINDS, tables::KINDS].into_iter().flatten()
}
