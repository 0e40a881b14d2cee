//! The success body is empty.

use crate::clauses::prelude::*;

pub(super) struct EmptyBody;

impl ClauseRule for EmptyBody {
    fn depends_on_state(&self) -> bool {
        false
    }

    fn is_claimed_by(&self, step: &ClaimedStep<'_>) -> bool {
        step.is_accepted()
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        match ctx.acceptance {
            AcceptanceOutcome::Undocumented => ctx.breach("an empty body"),
            AcceptanceOutcome::Shown => Ok(Held::ONCE),
            _ => Err(ctx.without_acceptance()),
        }
    }
}
