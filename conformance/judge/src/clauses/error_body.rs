//! A refusal has the documented error body.

use crate::clauses::prelude::*;
use crate::clauses::shared::refusals::is_json_refusal;
use crate::scenario::Step;

pub(super) fn is_claimed(step: &ClaimedStep<'_>) -> bool {
    is_undocumented(step.step) || step.documented_refusal().is_some_and(|case| !case.is_empty())
}

/// Whether a refusal by this step would have the documented body, but the document gives no message: the outcome is open,
/// or any refusal is right.
fn is_undocumented(step: &Step) -> bool {
    let is_open = matches!(step.expect, Expectation::Nothing | Expectation::RefusedAny);
    is_open && step.spelling.is_usual()
}

pub(super) fn judge(ctx: &StepContext<'_>) -> FindingResult {
    let is_undocumented = is_undocumented(ctx.step);
    if is_undocumented && !is_json_refusal(ctx) {
        return Err(NotExercised(Reason::NoValue));
    }
    match ctx.refusal {
        RefusalOutcome::Matched => Ok(Held::ONCE),
        RefusalOutcome::Other if is_undocumented && !is_implemented(ctx) => {
            Err(Inconclusive(Reason::NoControl))
        }
        RefusalOutcome::Other if !is_undocumented && !ctx.has_control() => {
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

/// Whether a call of the operation had a status of success, with the key of this call or, if that is no good key, with any.
fn is_implemented(ctx: &StepContext<'_>) -> bool {
    let is_alike =
        |call: &&ParsedStep<'_>| call.step.key == ctx.step.key || ctx.step.key.kind().is_none();
    ctx.calls().filter(is_alike).any(ParsedStep::is_accepted)
}
