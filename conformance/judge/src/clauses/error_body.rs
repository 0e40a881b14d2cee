//! A refusal has the documented error body.

use http::header::CONTENT_TYPE;

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

pub(super) fn is_type_claimed(step: &ClaimedStep<'_>) -> bool {
    step.documented_refusal().is_some_and(|case| !case.is_empty())
}

/// Judges the media type of a documented refusal. Any other may come from a proxy.
pub(super) fn judge_type(ctx: &StepContext<'_>) -> FindingResult {
    match ctx.refusal {
        RefusalOutcome::Matched => {}
        RefusalOutcome::Other => return Err(Inconclusive(Reason::WrongReason)),
        RefusalOutcome::Accepted => return Err(Inconclusive(Reason::OtherOutcome)),
        RefusalOutcome::Unusable(reason) => return Err(unusable_result(reason)),
    }
    let response = ctx.answer().ok_or(NotExercised(Reason::NoCapture))?;
    let stated = ctx.trace.contract.service.error_body.content_type.as_ref();
    let stated = stated.ok_or(NotExercised(Reason::NoCapture))?;
    let shown = response.header(CONTENT_TYPE.as_str());
    let essence = shown.as_deref().and_then(|shown| shown.split(';').next());
    if essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case(&stated.value)) {
        return Ok(Held::ONCE);
    }
    let expected = format!("the media type `{}`", stated.value);
    Err(match shown {
        Some(shown) => response.breach_at("", expected, format!("`Content-Type: {shown}`")),
        None => response.breach(expected),
    })
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
