//! A request without a key is refused, and the case of the key header's name does not matter.

use crate::clauses::prelude::*;
use crate::clauses::shared::refusals::{has_failed, refusal_coverage};

pub(super) fn is_left_out(step: &ClaimedStep<'_>) -> bool {
    let case = step.documented_refusal();
    case.is_some_and(|case| case.when.stated() == Some(&Condition::KeyAbsent))
}

pub(super) fn judge_left_out(ctx: &StepContext<'_>) -> FindingResult {
    match ctx.refusal {
        RefusalOutcome::Matched => Ok(Held::with(refusal_coverage(ctx))),
        RefusalOutcome::Accepted if ctx.has_control() || ctx.is_shown() => {
            ctx.breach("refused: no key was sent")
        }
        RefusalOutcome::Other if ctx.has_control() && !has_failed(ctx) => {
            Ok(Held::with(refusal_coverage(ctx)))
        }
        RefusalOutcome::Accepted | RefusalOutcome::Other => Err(Inconclusive(Reason::NoControl)),
        RefusalOutcome::Unusable(reason) => Err(unusable_result(reason)),
    }
}

/// Shown only where a call without the key is refused: otherwise the server may ignore the header.
pub(super) fn judge_header_case(ctx: &StepContext<'_>) -> FindingResult {
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

fn is_key_looked_at(ctx: &StepContext<'_>) -> bool {
    ctx.calls().any(|call| {
        let case = ctx.trace.expected_case(call);
        case.is_some_and(|case| case.when.stated() == Some(&Condition::KeyAbsent))
            && matches!(call.refusal, RefusalOutcome::Matched | RefusalOutcome::Other)
    })
}
