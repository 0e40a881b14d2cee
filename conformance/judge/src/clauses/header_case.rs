//! The case of the key header's name does not matter.
//!
//! Shown only where a call without the key is refused: otherwise the server may ignore the header.

use crate::clauses::prelude::*;

pub(super) struct HeaderCase;

impl ClauseRule for HeaderCase {
    fn is_claimed_by(&self, step: &ClaimedStep<'_>) -> bool {
        step.shows_inputs() && step.step.spelling.header.is_some()
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        match ctx.acceptance {
            AcceptanceOutcome::Shown if is_key_looked_at(ctx) => Ok(Held::ONCE),
            AcceptanceOutcome::Shown => Err(Inconclusive(Reason::NotShownToDiscriminate)),
            AcceptanceOutcome::Refused if ctx.has_control() => {
                ctx.breach("accepted: header names are case-insensitive")
            }
            AcceptanceOutcome::Refused => Err(Inconclusive(Reason::NoControl)),
            _ => Err(ctx.without_acceptance()),
        }
    }
}

fn is_key_looked_at(ctx: &StepContext<'_>) -> bool {
    ctx.calls().any(|call| {
        let Expectation::Refused(case) = &call.step.expect else {
            return false;
        };
        let case = ctx.trace.contract.error_case(ctx.operation, case);
        case.is_some_and(|case| case.when.stated() == Some(&Condition::KeyAbsent))
            && matches!(call.refusal, RefusalOutcome::Matched | RefusalOutcome::Other)
    })
}
