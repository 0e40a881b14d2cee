//! A valid request is accepted.

use spec::ClauseKind;

use crate::clauses::prelude::*;
use crate::clauses::shared::valid_request::{
    extras, is_accepted_by_another_address, is_minimal, is_minimal_but_for, settled,
};
use crate::parsed::addressing::addresses;
use crate::parsed::response::ResponseClass;

/// A call that may be refused shows only that the server does not fail, and does not refuse a new value as one that is
/// taken.
pub(super) fn is_claimed(step: &ClaimedStep<'_>) -> bool {
    let is_named = || step.step.proves.iter().any(|proof| proof.kind == ClauseKind::Acceptance);
    step.shows_inputs() || step.is_accepted() && !is_named()
}

pub(super) fn judge(ctx: &StepContext<'_>) -> FindingResult {
    if let Some(response) = ctx.responses().iter().find(|response| is_server_fault(response)) {
        return Err(response.breach("accepted, or refused with the error body"));
    }
    if ctx.step.may_be_refused {
        return judge_open(ctx);
    }
    if let Some(result) = settled(ctx) {
        return result;
    }
    if is_accepted_as_usual(ctx) {
        return ctx.breach("accepted: only the spelling of the request differs");
    }
    if is_made_of_accepted_parts(ctx) {
        return ctx.breach("accepted, as with each of its optional inputs alone");
    }
    if is_accepted_with_more(ctx) {
        return ctx.breach("accepted, as the next call, which adds optional inputs");
    }
    if !is_minimal(ctx) || is_accepted_by_another_address(ctx) {
        return Err(Inconclusive(Reason::OtherOutcome));
    }
    ctx.breach("accepted: the request is valid")
}

/// A call that may be refused: not for a value that no other record has.
fn judge_open(ctx: &StepContext<'_>) -> FindingResult {
    if ctx.step.at_once == 1 && ctx.is_refused_as_taken_wrongly() && ctx.key_works() {
        return ctx
            .breach("accepted, or refused for another reason: no other record has the value");
    }
    Err(NotExercised(Reason::NoScenario))
}

/// Whether the server failed: unlike a refusal, this needs no control.
fn is_server_fault(response: &ParsedResponse) -> bool {
    response.status >= 500 && response.class == ResponseClass::Refused && response.message.is_none()
}

/// Whether only the spelling differs from a request for the same inputs that was accepted.
fn is_accepted_as_usual(ctx: &StepContext<'_>) -> bool {
    fn inputs<'a>(call: &ParsedStep<'a>) -> Vec<&'a InputRef> {
        let sent = call.attempt.into_iter().flat_map(|attempt| attempt.sent.iter());
        sent.map(|(input, _)| input).collect()
    }
    ctx.step.spelling.is_of_inputs() && ctx.controls().any(|control| inputs(control) == inputs(ctx))
}

/// Whether several optional inputs were sent, and each was accepted alone, with the same value.
fn is_made_of_accepted_parts(ctx: &StepContext<'_>) -> bool {
    let extras = extras(ctx);
    extras.len() > 1
        && ctx.step.spelling.is_usual()
        && extras.iter().all(|input| {
            let mut alone = ctx.controls().filter(|call| is_minimal_but_for(call, input));
            alone.any(|call| call.sent(input) == ctx.sent(input))
        })
}

/// Whether a minimal request was refused, and the next call was accepted for the same records with more inputs. Then
/// the refusal is about none of the records. An update without a change may be refused.
fn is_accepted_with_more(ctx: &StepContext<'_>) -> bool {
    fn records<'a>(call: &ParsedStep<'a>) -> Vec<(&'a InputRef, Option<&'a Json>)> {
        let addressed = call.attempt.into_iter().flat_map(|attempt| {
            let addressed = addresses(call.operation, attempt).into_iter();
            addressed.map(|(input, _)| (input, attempt.sent.get(input)))
        });
        addressed.collect()
    }
    let addressed = records(ctx);
    !addressed.is_empty()
        && ctx.operation.updates.is_none()
        && extras(ctx).is_empty()
        && ctx.step.spelling.is_usual()
        && ctx.controls().any(|call| {
            call.index == ctx.index + 1
                && call.step.key == ctx.step.key
                && !extras(call).is_empty()
                && records(call) == addressed
        })
}
