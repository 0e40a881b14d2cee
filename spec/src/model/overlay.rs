//! Overlays: somebody's answers to gaps, each with its reason.

use reader::Span;

/// A file of answers to gaps.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlay {
    /// Its name, snake_case; generated packages carry it.
    pub name: String,
    /// Whether it says that it answers every gap.
    pub complete: bool,
    /// The answers, in order of gap id.
    pub answers: Vec<Answer>,
}

/// One answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Id of the gap.
    pub gap: String,
    /// The answer in canonical form, for people and reports.
    pub value: String,
    /// Why this answer.
    pub reason: String,
    /// Where it is given.
    pub span: Span,
}
