//! What the document says is never shown, is not shown.

use std::collections::BTreeSet;

use crate::clauses::prelude::*;
use crate::clauses::proof::forbidden::{forbidden_kinds, shows_what_was_asked};

pub(super) struct Hidden;

impl ClauseRule for Hidden {
    fn instances(&self, step: &ClaimedStep<'_>) -> BTreeSet<String> {
        forbidden_kinds(step)
    }

    fn confirms_instances(&self, _: &StepContext<'_>) -> bool {
        true
    }

    fn required_coverage(&self) -> Coverage {
        Coverage::BOTH_SIDES
    }

    fn forbids(&self) -> bool {
        true
    }

    fn judge_unexpected_acceptance(&self, ctx: &StepContext<'_>) -> FindingResult {
        if shows_what_was_asked(ctx) {
            return ctx.breach("refused: such records are never returned");
        }
        Err(Inconclusive(Reason::OtherOutcome))
    }
}
