//! The success body is empty.

use crate::clauses::{ClaimedStep, ClauseRule};
use crate::finding::{FindingResult, Held};
use crate::parsed::step_context::StepContext;
use crate::parsed::view::AcceptanceOutcome;

pub(super) struct EmptyBody;

impl ClauseRule for EmptyBody {
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
