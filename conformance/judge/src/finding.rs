//! What one step shows of one clause.

mod coverage;

use crate::reason::Reason;
use crate::redact::Quote;

pub use coverage::Coverage;

/// What one step shows of one clause: that it held, or why it was not shown to hold.
pub type FindingResult = Result<Held, NotHeld>;

/// The clause held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// How many times.
    pub witnesses: u32,
    /// What was seen that a breach would have changed.
    pub coverage: Coverage,
}

/// The clause was not shown to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotHeld {
    /// The clause did not hold.
    Breach(Box<Failure>),
    /// The clause did not hold in one attempt or reading, and held in another. Nothing that was seen explains this.
    Unstable(Box<Failure>),
    /// The step did not reach what the clause is about.
    NotExercised(Reason),
    /// The responses show nothing about the clause.
    Inconclusive(Reason),
}

/// The difference between a response and a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Number of the exchange in its trace.
    pub exchange: u32,
    /// JSON pointer into the response; empty for the response as a whole.
    pub pointer: Quote,
    /// What the contract says.
    pub expected: Quote,
    /// What was answered.
    pub actual: Quote,
}

impl Held {
    /// Once, in a response that is as the clause says.
    pub const ONCE: Self = Self::with(Coverage::SEEN);

    /// Other records were left unchanged. This alone does not make a clause held.
    pub const KEPT: Self = Self { witnesses: 0, coverage: Coverage::KEPT };

    /// The same, where something else was seen as well.
    pub fn and(self, coverage: Coverage) -> Self {
        Self { coverage: self.coverage | coverage, ..self }
    }

    /// Once.
    pub const fn with(coverage: Coverage) -> Self {
        Self { witnesses: 1, coverage }
    }
}
