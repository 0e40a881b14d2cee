//! A refusal has the documented error body.

use spec::ClauseKind;

use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::finding::FindingResult;
use crate::json::Json;
use crate::parsed::answer::AnswerClass;
use crate::parsed::step_context::{StepContext, unusable_result};
use crate::parsed::view::RefusalOutcome;
use crate::reason::Reason;
use crate::scenario::Expectation;

pub(super) struct ErrorBody;

impl ClauseRule for ErrorBody {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        // The outcome of an observation may be open, but a refusal has the documented body.
        let is_observed =
            step.step.expect == Expectation::Nothing && step.step.key.kind().is_some();
        let case = step.documented_refusal();
        let is_documented =
            case.is_some_and(|case| step.contract.error_case(step.operation, case).is_some());
        if is_observed || is_documented {
            claims.add(None, ClauseKind::ErrorBody);
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let member = &ctx.trace.contract.service.error_body.member;
        let observed = ctx.step.expect == Expectation::Nothing;
        if observed && !is_json_refusal(ctx) {
            return FindingResult::NotExercised(Reason::NoValue);
        }
        match ctx.refusal() {
            RefusalOutcome::Other if observed && !key_works_here(ctx) => {
                FindingResult::Inconclusive(Reason::NoControl)
            }
            RefusalOutcome::Other if observed => judge_message_member(ctx, member),
            RefusalOutcome::Matched => FindingResult::HELD,
            RefusalOutcome::Other if !ctx.has_control() => {
                FindingResult::Inconclusive(Reason::WrongReason)
            }
            RefusalOutcome::Other => judge_message_member(ctx, member),
            RefusalOutcome::Accepted => FindingResult::Inconclusive(Reason::OtherOutcome),
            RefusalOutcome::Unusable(reason) => unusable_result(reason),
        }
    }
}

/// Judges whether a refusal has the message in the documented member.
fn judge_message_member(ctx: &StepContext<'_>, member: &str) -> FindingResult {
    let Some(answer) = ctx.answer() else {
        return FindingResult::NotExercised(Reason::NoCapture);
    };
    if answer.message.is_some() {
        return FindingResult::HELD;
    }
    let found = answer.json.as_ref().and_then(|json| json.get(member));
    FindingResult::Breach(match found.map(Json::kind) {
        Some(kind) => answer.failure_at(format!("/{member}"), "a string", kind),
        None => answer.failure(format!("an object with the message as a string in `{member}`")),
    })
}

/// Whether a call of the operation with this key had a status of success.
fn key_works_here(ctx: &StepContext<'_>) -> bool {
    ctx.trace.calls(&ctx.operation.id).any(|index| {
        let step = ctx.trace.step(index);
        let attempt = ctx.trace.attempt(index);
        step.is_some_and(|step| step.key == ctx.step.key)
            && attempt.is_some_and(|attempt| attempt.class() == AnswerClass::Accepted)
    })
}

/// Whether a request was refused with a JSON object and a status for client errors. Any other answer may come from a
/// proxy.
fn is_json_refusal(ctx: &StepContext<'_>) -> bool {
    let answer = ctx.answer();
    answer.is_some_and(|answer| {
        let refused = (400..500).contains(&answer.status);
        refused && matches!(answer.json, Some(Json::Map(_)))
    })
}
