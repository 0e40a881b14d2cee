//! What the document says is never shown, is not shown.

use crate::clauses::prelude::*;
use crate::clauses::proof::forbidden::shows_what_was_asked;

pub(super) struct Hidden;

impl ClauseRule for Hidden {
    fn required_coverage(&self) -> Coverage {
        Coverage::BOTH_SIDES
    }

    fn forbids(&self) -> bool {
        true
    }

    fn judge_unexpected_acceptance(&self, ctx: &StepContext<'_>) -> FindingResult {
        if shows_what_was_asked(ctx) {
            return ctx.breach("refused: it is never shown");
        }
        Err(Inconclusive(Reason::OtherOutcome))
    }
}
