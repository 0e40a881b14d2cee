//! The catalogue of errors that reading a file reports: what each code means and how to fix it.

mod files;
mod tables;
mod yaml;

/// A kind of mistake.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Its code, as in a [`Diagnostic`](crate::Diagnostic).
    pub code: &'static str,
    /// What is wrong, and why that matters.
    pub meaning: &'static str,
    /// How it is mended.
    pub mending: &'static str,
    /// The snapshot of a test that makes the mistake, so that the example is always true; a path in the room's folder.
    pub example: &'static str,
}

/// The kinds of mistake that reading alone finds.
pub fn kinds() -> impl Iterator<Item = &'static Kind> {
    [files::KINDS, yaml::KINDS, tables::KINDS]
        .into_iter()
        .flatten()
}
