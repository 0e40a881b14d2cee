//! A refusal has the documented status.

use crate::clauses::prelude::*;
use crate::clauses::shared::refusals::expected_case;

pub(super) struct RefusalStatus<'k> {
    pub(super) case: &'k String,
    pub(super) status: &'k u16,
}

impl ClauseRule for RefusalStatus<'_> {
    fn is_breach_in_any_state(&self, _: &Claim, ctx: &StepContext<'_>) -> bool {
        // The message says which case it is.
        ctx.refusal == RefusalOutcome::Matched
    }

    fn is_claimed_by(&self, step: &ClaimedStep<'_>) -> bool {
        step.documented_refusal()
            .is_some_and(|case| case.id == *self.case && case.status.stated() == Some(self.status))
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        match ctx.refusal {
            // Another case that the document does not distinguish from this one has its own status.
            RefusalOutcome::Matched if !is_this_very_case(ctx) => {
                return Err(Inconclusive(Reason::OtherOutcome));
            }
            RefusalOutcome::Other if !ctx.has_control() => {
                return Err(Inconclusive(Reason::WrongReason));
            }
            RefusalOutcome::Matched | RefusalOutcome::Other => {}
            RefusalOutcome::Accepted => return Err(Inconclusive(Reason::OtherOutcome)),
            RefusalOutcome::Unusable(reason) => return Err(unusable_result(reason)),
        }
        match ctx.answer() {
            Some(response) if response.status == *self.status => Ok(Held::ONCE),
            _ => ctx.breach(format!("status {}", self.status)),
        }
    }
}

fn is_this_very_case(ctx: &StepContext<'_>) -> bool {
    let case = expected_case(ctx).zip(ctx.attempt);
    case.is_some_and(|(case, attempt)| ctx.trace.is_worded_as(ctx, attempt, case))
}
