//! A request without a key is refused, and the case of the key header's name does not matter.

use crate::clauses::effect::EffectRule;
use crate::clauses::prelude::*;
use crate::clauses::shared::refusals::{has_failed, refusal_coverage};
use crate::scenario::KeyChoice;

pub(super) fn is_left_out(step: &ClaimedStep<'_>) -> bool {
    let case = step.documented_refusal();
    case.is_some_and(|case| case.when.stated() == Some(&Condition::KeyAbsent))
}

pub(super) fn judge_left_out(ctx: &StepContext<'_>) -> FindingResult {
    match ctx.refusal {
        RefusalOutcome::Matched => Ok(Held::with(refusal_coverage(ctx))),
        RefusalOutcome::Accepted if ctx.has_control() || ctx.is_shown() => {
            let has_header = matches!(ctx.step.key, KeyChoice::Empty | KeyChoice::Blank);
            ctx.breach(if has_header {
                "refused: the key is empty"
            } else {
                "refused: no key was sent"
            })
        }
        RefusalOutcome::Other if ctx.has_control() && !has_failed(ctx) => {
            Ok(Held::with(refusal_coverage(ctx)))
        }
        RefusalOutcome::Accepted | RefusalOutcome::Other => Err(Inconclusive(Reason::NoControl)),
        RefusalOutcome::Unusable(reason) => Err(unusable_result(reason)),
    }
}

/// Whether an empty key is a missing or an invalid one is not said: any refusal will do.
pub(super) struct Required;

impl EffectRule for Required {
    fn judge_any_refusal(&self, ctx: &StepContext<'_>) -> FindingResult {
        judge_left_out(ctx)
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
