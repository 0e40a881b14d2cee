//! Whether a valid request is accepted, and if not, which of its parts is to blame.
//!
//! A refusal proves nothing until the run has shown what the request rests on. A minimal request is the operation's
//! own; one with a single further input is that input's, provided that the minimal one was accepted.

use spec::{InputPart, InputRef};

use crate::finding::FindingResult;
use crate::parsed::addressing::addresses;
use crate::parsed::step_context::StepContext;
use crate::parsed::view::AcceptanceOutcome;
use crate::reason::Reason;

/// Judges an input that need not be sent. It is to blame only if it is all there is beside a minimal request, and
/// the minimal one was accepted.
pub(crate) fn judge_extra_input(ctx: &StepContext<'_>, input: &InputRef) -> FindingResult {
    if let Some(result) = settled(ctx) {
        return result;
    }
    if !is_minimal_but_for(ctx, ctx.index, input) || !ctx.step.spelling.is_usual() {
        return FindingResult::Inconclusive(Reason::OtherOutcome);
    }
    let sent = |index| ctx.trace.attempt(index).and_then(|attempt| attempt.sent.get(input));
    let mut controls = ctx.controls();
    let control = |index| is_control_for(ctx, index, input) && sent(index) != sent(ctx.index);
    if controls.any(control) || is_all_there_is_to_change(ctx) {
        return ctx.breach(format!("accepted: `{input}` is documented"));
    }
    FindingResult::Inconclusive(Reason::NoControl)
}

/// Whether a member that was refused is the only one of a change: then nothing smaller can be accepted
/// and be the control, and the member is refused wherever the request is.
fn is_all_there_is_to_change(ctx: &StepContext<'_>) -> bool {
    let only_one = ctx.operation.body.len() == 1 && takes_changes(ctx);
    only_one && is_minimal(ctx) && !is_accepted_by_another_address(ctx)
}

pub(crate) fn is_accepted_by_another_address(ctx: &StepContext<'_>) -> bool {
    let attempt = ctx.attempt();
    let addressed = attempt.map(|attempt| addresses(ctx.operation, attempt));
    addressed
        .unwrap_or_default()
        .iter()
        .any(|(at, by)| ctx.facts.is_addressed_otherwise(&ctx.operation.id, at, *by))
}

/// The result, where it does not depend on which part of the request is judged.
pub(crate) fn settled(ctx: &StepContext<'_>) -> Option<FindingResult> {
    match ctx.acceptance() {
        AcceptanceOutcome::Shown => Some(FindingResult::HELD),
        AcceptanceOutcome::Refused if !ctx.is_demonstrated() => {
            Some(FindingResult::Inconclusive(Reason::NotDemonstrated))
        }
        AcceptanceOutcome::Refused if ctx.may_be_right_to_refuse() => {
            Some(FindingResult::Inconclusive(Reason::DocumentedRefusal))
        }
        AcceptanceOutcome::Refused if ctx.may_be_used_up() => {
            Some(FindingResult::NotExercised(Reason::UsedUp))
        }
        AcceptanceOutcome::Refused => None,
        _ => Some(ctx.without_acceptance()),
    }
}

pub(crate) fn is_minimal_but_for(ctx: &StepContext<'_>, index: usize, input: &InputRef) -> bool {
    ctx.extras(index).iter().all(|extra| *extra == input)
}

/// Whether a call is a control for another that has this input besides: one with nothing else, or as
/// small as any can be.
fn is_control_for(ctx: &StepContext<'_>, index: usize, input: &InputRef) -> bool {
    is_minimal_but_for(ctx, index, input) || is_smallest_change(ctx, index)
}

pub(crate) fn is_minimal(ctx: &StepContext<'_>) -> bool {
    let minimal = match takes_changes(ctx) {
        // That one member was refused says nothing of the request if another was accepted.
        true => is_smallest_change(ctx, ctx.index) && !ctx.has_control(),
        false => ctx.extras(ctx.index).is_empty(),
    };
    minimal && ctx.step.spelling.is_usual()
}

/// Whether the body says what to change, and no member of it must be sent. Then the smallest has one:
/// whether an empty one is accepted is not said.
fn takes_changes(ctx: &StepContext<'_>) -> bool {
    let (operation, mut body) = (ctx.operation, ctx.operation.body.iter());
    operation.updates.is_some() && !operation.body.is_empty() && body.all(|field| !field.required)
}

pub(crate) fn is_smallest_change(ctx: &StepContext<'_>, index: usize) -> bool {
    let extras = ctx.extras(index);
    takes_changes(ctx) && matches!(extras.as_slice(), [one] if one.part == InputPart::Body)
}
