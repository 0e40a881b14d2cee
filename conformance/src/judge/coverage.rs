//! What must have been seen of a clause before it counts as held.
//!
//! A step that is as expected shows a part of this. A clause is held once the steps of a run have shown all of it
//! together: then a breach would have been seen.

use std::ops::BitOr;

use spec::ClauseKind;

use crate::exchange::ExpectedValues;
use crate::reason::Reason;

/// A set of things seen, each of which some breach of a clause would have changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage(u8);

impl Coverage {
    /// Nothing that a breach would have changed.
    pub const NONE: Self = Self(0);
    /// An answer was as the clause says.
    pub const SEEN: Self = Self(1);
    /// A like request, without what the clause is about, was accepted.
    pub const CONTROL: Self = Self(1 << 1);
    /// Something that must be shown was shown.
    pub const INCLUDED: Self = Self(1 << 2);
    /// Something that must not be shown, and is known to exist, was not shown.
    pub const EXCLUDED: Self = Self(1 << 3);

    /// The parts, each with the reason why a clause is not held without it.
    const PARTS: [(Self, Reason); 4] = [
        (Self::SEEN, Reason::NoValue),
        (Self::CONTROL, Reason::NoControl),
        (Self::INCLUDED, Reason::NothingIncluded),
        (Self::EXCLUDED, Reason::NothingExcluded),
    ];

    /// What a clause of the kind needs.
    #[must_use]
    pub fn needed(kind: &ClauseKind) -> Self {
        match kind {
            // A server that shows everything, or nothing, breaks these and passes half of the check.
            ClauseKind::Filter { .. }
            | ClauseKind::Scope
            | ClauseKind::Hidden { .. }
            | ClauseKind::AccountOfKey => Self::INCLUDED | Self::EXCLUDED,
            // A server that refuses everything breaks these and would pass without a control.
            ClauseKind::Refusal { .. }
            | ClauseKind::KeyRequired
            | ClauseKind::InputRequired { .. } => Self::SEEN | Self::CONTROL,
            ClauseKind::Acceptance
            | ClauseKind::Addressing { .. }
            | ClauseKind::InputAccepted { .. }
            | ClauseKind::InputValue { .. }
            | ClauseKind::Several { .. }
            | ClauseKind::TimestampForm { .. }
            | ClauseKind::QueryValue { .. }
            | ClauseKind::QueryDefault { .. }
            | ClauseKind::Expansion { .. }
            | ClauseKind::Sort { .. }
            | ClauseKind::SuccessStatus { .. }
            | ClauseKind::EnvelopeMember { .. }
            | ClauseKind::EmptyBody
            | ClauseKind::FieldPresent { .. }
            | ClauseKind::FieldType { .. }
            | ClauseKind::FieldValue { .. }
            | ClauseKind::Echo { .. }
            | ClauseKind::MetaKey { .. }
            | ClauseKind::PageNumber { .. }
            | ClauseKind::PageSize { .. }
            | ClauseKind::Order
            | ClauseKind::Creation
            | ClauseKind::Update { .. }
            | ClauseKind::Removal
            | ClauseKind::TransitionAllowed { .. }
            | ClauseKind::TransitionDone { .. }
            | ClauseKind::TransitionExcept { .. }
            | ClauseKind::RefusalMessage { .. }
            | ClauseKind::RefusalStatus { .. }
            | ClauseKind::ErrorBody
            | ClauseKind::HeaderCase
            | ClauseKind::AccountLimit { .. } => Self::SEEN,
        }
    }

    /// What an answer shows in which every value stands that a step looks for, and none that it wants left out.
    pub(super) fn of(values: &ExpectedValues) -> Self {
        let sides = [
            (&values.shows, Self::INCLUDED),
            (&values.hides, Self::EXCLUDED),
        ];
        let sides = sides.into_iter().filter(|(values, _)| !values.is_empty());
        sides.fold(Self::NONE, |seen, (_, side)| seen | side)
    }

    /// Why this does not suffice for a clause of the kind; `None` if it does.
    #[must_use]
    pub fn lacks(self, kind: &ClauseKind) -> Option<Reason> {
        let missing = Self::needed(kind).0 & !self.0;
        let mut parts = Self::PARTS.iter();
        let part = parts.find(|(part, _)| part.0 & missing != 0);
        part.map(|(_, reason)| *reason)
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
    fn one_side_of_a_selection_does_not_suffice() {
        let filter = ClauseKind::Filter {
            parameter: "genre".to_owned(),
        };
        assert_eq!(
            Coverage::EXCLUDED.lacks(&filter),
            Some(Reason::NothingIncluded)
        );
        assert_eq!(
            Coverage::INCLUDED.lacks(&filter),
            Some(Reason::NothingExcluded)
        );
        let both = Coverage::INCLUDED | Coverage::EXCLUDED;
        assert_eq!(both.lacks(&filter), None);
        assert_eq!(Coverage::SEEN.lacks(&ClauseKind::Order), None);
        assert_eq!(
            Coverage::SEEN.lacks(&ClauseKind::KeyRequired),
            Some(Reason::NoControl)
        );
    }
}
