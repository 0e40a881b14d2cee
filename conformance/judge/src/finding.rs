//! What one step shows of one clause.

use std::ops::BitOr;

use crate::exchange::ExpectedValues;
use crate::reason::Reason;
use crate::redact::Quote;

/// What one step shows of one clause: that it held, or why it was not shown to hold.
pub type FindingResult = Result<Held, NotHeld>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    pub witnesses: u32,
    /// What was seen that a breach would have changed.
    pub coverage: Coverage,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotHeld {
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
    pub expected: Quote,
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

    pub const fn with(coverage: Coverage) -> Self {
        Self { witnesses: 1, coverage }
    }
}

/// A set of observations, each of which some breach of a clause would have changed. A clause is held once the steps of a
/// run have shown all that its kind requires: then a breach would have been seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage(u8);

impl Coverage {
    /// Nothing that a breach would have changed.
    pub const NONE: Self = Self(0);
    /// A response was as the clause says.
    pub const SEEN: Self = Self(1);
    /// A like request, without what the clause is about, was accepted.
    pub const CONTROL: Self = Self(1 << 1);
    /// Something that must be shown was shown.
    pub const INCLUDED: Self = Self(1 << 2);
    /// Something that must not be shown, and is known to exist, was not shown.
    pub const EXCLUDED: Self = Self(1 << 3);
    /// Another record was as before.
    pub const KEPT: Self = Self(1 << 4);
    /// The states or kinds of records that the step is about, of those that the clause is about.
    pub const INSTANCES: Self = Self(1 << 5);
    /// What a server that refuses everything lacks.
    pub const SEEN_WITH_CONTROL: Self = Self(Self::SEEN.0 | Self::CONTROL.0);
    /// What a server lacks that changes nothing, or every record.
    pub const SEEN_AND_KEPT: Self = Self(Self::SEEN.0 | Self::KEPT.0);
    /// What a server lacks that shows everything, or nothing.
    pub const BOTH_SIDES: Self = Self(Self::INCLUDED.0 | Self::EXCLUDED.0);

    /// The parts, each with the reason why a clause is not held without it.
    const PARTS: [(Self, Reason); 5] = [
        (Self::SEEN, Reason::NoValue),
        (Self::CONTROL, Reason::NoControl),
        (Self::INCLUDED, Reason::NothingIncluded),
        (Self::EXCLUDED, Reason::NothingExcluded),
        (Self::KEPT, Reason::NoOtherRecord),
    ];

    /// Coverage of a response that contains every value the step looks for, and no value it excludes.
    pub fn of_values(values: &ExpectedValues) -> Self {
        let side = |values: &[String], side| if values.is_empty() { Self::NONE } else { side };
        side(&values.shows, Self::INCLUDED) | side(&values.hides, Self::EXCLUDED)
    }

    /// Whether all of the other is part of this.
    pub fn includes(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Why this is not all that is required; `None` if it is.
    pub fn lacks(self, required: Self) -> Option<Reason> {
        let missing = required.0 & !self.0;
        let part = Self::PARTS.iter().find(|(part, _)| part.0 & missing != 0)?;
        Some(part.1)
    }
}

impl BitOr for Coverage {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_missing_part_has_a_reason() {
        let both = Coverage::INCLUDED | Coverage::EXCLUDED;
        assert_eq!(Coverage::EXCLUDED.lacks(both), Some(Reason::NothingIncluded));
        assert_eq!(Coverage::INCLUDED.lacks(both), Some(Reason::NothingExcluded));
        assert_eq!(both.lacks(both), None);
        assert_eq!(
            Coverage::SEEN.lacks(Coverage::SEEN | Coverage::CONTROL),
            Some(Reason::NoControl)
        );
    }
}
