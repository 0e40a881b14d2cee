//! A request without a key is refused.

use crate::clauses::prelude::*;
use crate::clauses::shared::refusals::{has_failed, refusal_coverage};

pub(super) struct KeyRequired;

impl ClauseRule for KeyRequired {
    fn depends_on_state(&self) -> bool {
        false
    }

    fn is_claimed_by(&self, step: &ClaimedStep<'_>) -> bool {
        let case = step.documented_refusal();
        case.is_some_and(|case| case.when.stated() == Some(&Condition::KeyAbsent))
    }

    fn required_coverage(&self) -> Coverage {
        Coverage::SEEN_WITH_CONTROL
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        match ctx.refusal {
            RefusalOutcome::Matched => Ok(Held::with(refusal_coverage(ctx))),
            RefusalOutcome::Accepted if ctx.has_control() || ctx.is_shown() => {
                ctx.breach("refused: no key was sent")
            }
            RefusalOutcome::Other if ctx.has_control() && !has_failed(ctx) => {
                Ok(Held::with(refusal_coverage(ctx)))
            }
            RefusalOutcome::Accepted | RefusalOutcome::Other => {
                Err(Inconclusive(Reason::NoControl))
            }
            RefusalOutcome::Unusable(reason) => Err(unusable_result(reason)),
        }
    }
}
