//! Overlays: answers to gaps, each with its reason.

use reader::Span;

/// A file of answers to gaps.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlay {
    /// Its name, in snake_case; part of the names of generated packages.
    pub name: String,
    /// Whether it is declared to answer every gap.
    pub complete: bool,
    /// The answers, in order of gap id.
    pub answers: Vec<Answer>,
}

/// One answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Id of the gap.
    pub gap: String,
    /// The answer in canonical form, for reports.
    pub value: String,
    /// The reason for the answer.
    pub reason: String,
    /// Where it is given.
    pub span: Span,
}
