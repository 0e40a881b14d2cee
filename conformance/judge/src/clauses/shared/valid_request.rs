//! Whether a valid request is accepted, and if not, which of its parts is to blame.
//!
//! A refusal proves nothing until the run has shown what the request rests on. A minimal request is the operation's
//! own; one with a single further input is that input's, provided that the minimal one was accepted.

use crate::clauses::prelude::*;
use crate::parsed::addressing::addresses;

/// Judges an input that need not be sent. It is to blame only if it is all there is beside a minimal request, and
/// the minimal one was accepted.
pub fn judge_extra_input(ctx: &StepContext<'_>, input: &InputRef) -> FindingResult {
    if let Some(result) = settled(ctx) {
        return result;
    }
    if !is_minimal_but_for(ctx, input) || !ctx.step.spelling.is_usual() {
        return Err(Inconclusive(Reason::OtherOutcome));
    }
    let has_control = ctx.controls().any(|call| {
        // One with nothing else, or as small as any can be.
        let is_smaller = is_minimal_but_for(call, input) || is_smallest_change(call);
        let has_object = input.object().is_none_or(|object| call.sent(&object).is_some());
        is_smaller && has_object && call.sent(input) != ctx.sent(input)
    });
    if has_control || is_all_there_is_to_change(ctx) {
        return ctx.breach(format!("accepted: `{input}` is documented"));
    }
    Err(Inconclusive(Reason::NoControl))
}

/// Whether a member that was refused is the only one of a change: then nothing smaller can be accepted
/// and be the control, and the member is refused wherever the request is.
fn is_all_there_is_to_change(ctx: &StepContext<'_>) -> bool {
    let is_only_one = ctx.operation.body.len() == 1 && takes_changes(ctx);
    is_only_one && is_minimal(ctx) && !is_accepted_by_another_address(ctx)
}

pub fn is_accepted_by_another_address(ctx: &StepContext<'_>) -> bool {
    ctx.attempt.is_some_and(|attempt| {
        addresses(ctx.operation, attempt)
            .into_iter()
            .any(|(at, by)| ctx.facts.is_addressed_otherwise(&ctx.operation.id, at, by))
    })
}

/// The result, where it does not depend on which part of the request is judged.
pub fn settled(ctx: &StepContext<'_>) -> Option<FindingResult> {
    match ctx.acceptance {
        AcceptanceOutcome::Shown => Some(Ok(Held::ONCE)),
        AcceptanceOutcome::Refused if !ctx.is_demonstrated() => {
            Some(Err(Inconclusive(Reason::NotDemonstrated)))
        }
        AcceptanceOutcome::Refused if ctx.may_be_right_to_refuse() => {
            Some(Err(Inconclusive(Reason::DocumentedRefusal)))
        }
        AcceptanceOutcome::Refused if ctx.may_be_used_up() => {
            Some(Err(NotExercised(Reason::UsedUp)))
        }
        AcceptanceOutcome::Refused => None,
        _ => Some(Err(ctx.without_acceptance())),
    }
}

/// What was sent beyond what the operation requires.
pub fn extras<'a>(call: &ParsedStep<'a>) -> Vec<&'a InputRef> {
    let is_required = |input: &InputRef| match input.part {
        InputPart::Path | InputPart::Header => true,
        InputPart::Query => {
            call.operation.query_parameter(&input.name).is_some_and(|query| query.required)
        }
        InputPart::Body => {
            call.operation.body_field(&input.name).is_some_and(|field| field.required)
        }
    };
    let sent = call.attempt.into_iter().flat_map(|attempt| attempt.sent.iter());
    sent.map(|(input, _)| input).filter(|input| !is_required(input)).collect()
}

pub fn is_minimal_but_for(call: &ParsedStep<'_>, input: &InputRef) -> bool {
    extras(call).iter().all(|extra| *extra == input || input.is_within(extra))
}

pub fn is_minimal(ctx: &StepContext<'_>) -> bool {
    let is_minimal = if takes_changes(ctx) {
        // That one member was refused says nothing of the request if another was accepted.
        is_smallest_change(ctx) && !ctx.has_control()
    } else {
        extras(ctx).is_empty()
    };
    is_minimal && ctx.step.spelling.is_usual()
}

/// Whether the body says what to change, and no member of it must be sent. Then the smallest has one:
/// whether an empty one is accepted is not said.
fn takes_changes(call: &ParsedStep<'_>) -> bool {
    let body = &call.operation.body;
    call.operation.updates.is_some() && !body.is_empty() && body.iter().all(|field| !field.required)
}

pub fn is_smallest_change(call: &ParsedStep<'_>) -> bool {
    let extras = extras(call);
    takes_changes(call) && matches!(extras.as_slice(), [one] if one.part == InputPart::Body)
}
