//! A refusal has the documented error body.

use crate::clauses::prelude::*;

pub(super) fn is_claimed(step: &ClaimedStep<'_>) -> bool {
    // The outcome of an observation may be open, but a refusal has the documented body.
    let is_observed = step.step.expect == Expectation::Nothing && step.step.key.kind().is_some();
    is_observed || step.documented_refusal().is_some()
}

pub(super) fn judge(ctx: &StepContext<'_>) -> FindingResult {
    let is_observed = ctx.step.expect == Expectation::Nothing;
    if is_observed && !is_json_refusal(ctx) {
        return Err(NotExercised(Reason::NoValue));
    }
    match ctx.refusal {
        RefusalOutcome::Matched => Ok(Held::ONCE),
        RefusalOutcome::Other if is_observed && !key_works_here(ctx) => {
            Err(Inconclusive(Reason::NoControl))
        }
        RefusalOutcome::Other if !is_observed && !ctx.has_control() => {
            Err(Inconclusive(Reason::WrongReason))
        }
        RefusalOutcome::Other => judge_message_member(ctx),
        RefusalOutcome::Accepted => Err(Inconclusive(Reason::OtherOutcome)),
        RefusalOutcome::Unusable(reason) => Err(unusable_result(reason)),
    }
}

/// Judges whether a refusal has the message in the documented member.
fn judge_message_member(ctx: &StepContext<'_>) -> FindingResult {
    let response = ctx.answer().ok_or(NotExercised(Reason::NoCapture))?;
    if response.message.is_some() {
        return Ok(Held::ONCE);
    }
    let member = &ctx.trace.contract.service.error_body.member;
    Err(match response.at(member).map(Json::kind) {
        Some(kind) => response.breach_at(member.pointer(), "a string", kind),
        None => response.breach(format!("an object with the message as a string in `{member}`")),
    })
}

/// Whether a call of the operation with this key had a status of success.
fn key_works_here(ctx: &StepContext<'_>) -> bool {
    ctx.calls().any(|call| call.step.key == ctx.step.key && call.is_accepted())
}

/// Whether a request was refused with a JSON object and a status for client errors. Any other response may come from a
/// proxy.
fn is_json_refusal(ctx: &StepContext<'_>) -> bool {
    ctx.answer().is_some_and(|response| {
        (400..500).contains(&response.status) && matches!(response.json(), Some(Json::Map(_)))
    })
}
