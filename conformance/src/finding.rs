//! What one step shows of one clause.

mod coverage;

use crate::reason::Reason;

pub use coverage::Coverage;

/// What one step shows of one clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindingResult {
    /// The clause held.
    Held {
        /// How many times.
        witnesses: u32,
        /// What was seen that a breach would have changed.
        coverage: Coverage,
    },
    /// The clause did not hold.
    Breach(Box<Failure>),
    /// The step did not reach what the clause is about.
    NotExercised(Reason),
    /// The answers show nothing about the clause.
    Inconclusive(Reason),
}

/// The difference between an answer and a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Number of the exchange in its trace.
    pub exchange: u32,
    /// JSON pointer into the answer; empty for the answer as a whole.
    pub pointer: String,
    /// What the contract says.
    pub expected: String,
    /// What was answered.
    pub actual: String,
}

impl FindingResult {
    /// Held once, in an answer that is as the clause says.
    pub(crate) const HELD: Self = Self::held(Coverage::SEEN);

    /// Held once.
    pub(crate) const fn held(coverage: Coverage) -> Self {
        Self::Held { witnesses: 1, coverage }
    }

    /// Not disproved, by a step that could not have proved it.
    pub(crate) const NOT_DISPROVED: Self = Self::Held { witnesses: 0, coverage: Coverage::NONE };
}
