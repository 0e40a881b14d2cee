//! After an accepted change the record has the value that was sent.

use spec::ClauseKind;

use crate::clauses::prelude::*;
use crate::clauses::proof::elsewhere::{is_seen_elsewhere_after, named_update};
use crate::scenario::ClauseRef;

pub(super) struct Update<'k> {
    pub(super) field: &'k String,
}

impl ClauseRule for Update<'_> {
    fn required_coverage(&self) -> Coverage {
        Coverage::SEEN_AND_KEPT
    }

    fn undone_by_acceptance(
        &self,
        _: &StepContext<'_>,
        when: Option<&Condition>,
    ) -> Option<&'static str> {
        matches!(when, Some(Condition::Taken(_)))
            .then_some("refused: an accepted update gave the value to another record")
    }

    fn replaces_values(&self) -> bool {
        true
    }

    fn changed_field(&self) -> Option<&str> {
        Some(self.field)
    }

    fn is_violated_by_difference(&self, claim: &Claim, ctx: &StepContext<'_>) -> bool {
        // A member with a value clause of its own responses for a read that lacks a change which another read shows.
        let is_value_clause =
            |proof: &ClauseRef| matches!(proof.kind, ClauseKind::FieldValue { .. });
        let update = named_update(ctx).filter(|proof| proof.kind == claim.clause.kind);
        !update.is_some_and(|update| {
            ctx.step.proves.iter().any(is_value_clause) && is_seen_elsewhere_after(ctx, update)
        })
    }
}
