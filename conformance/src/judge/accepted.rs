//! Whether a valid request is accepted, and if not, which of its parts is to blame.
//!
//! A refusal is nobody's fault until the run has shown what the request rests on. Of a minimal
//! request the operation itself answers for it; of one with something more, that one thing does,
//! provided that the minimal one was accepted.

use spec::{Identifier, InputPart, InputRef, Type};

use crate::contract;
use crate::reason::Reason;
use crate::scenario::{Reference, Value};

use super::FindingResult;
use super::facts::{address, addresses};
use super::named;
use super::proof;
use super::step_context::StepContext;
use super::trace_view::{Acceptance, Attempt};

/// The request as a whole.
pub(super) fn acceptance(ctx: &StepContext<'_>) -> FindingResult {
    if let Some(result) = settled(ctx) {
        return result;
    }
    if is_made_of_accepted_parts(ctx) {
        return ctx.breach("accepted: with each of its optional inputs alone it was");
    }
    if !is_minimal(ctx) {
        return FindingResult::Inconclusive(Reason::OtherOutcome);
    }
    if is_accepted_by_another_address(ctx) {
        return FindingResult::Inconclusive(Reason::OtherOutcome);
    }
    ctx.breach("accepted: the request is valid")
}

/// Whether several optional inputs were sent, and each was accepted alone, with the same value.
fn is_made_of_accepted_parts(ctx: &StepContext<'_>) -> bool {
    let extras = ctx.extras(ctx.index);
    let is_accepted_alone = |input: &&InputRef| {
        let value = |index| {
            ctx.trace
                .attempt(index)
                .and_then(|attempt| attempt.sent.get(input))
        };
        let mut alone = ctx
            .controls()
            .filter(|it| is_minimal_but_for(ctx, *it, input));
        alone.any(|index| value(index) == value(ctx.index))
    };
    extras.len() > 1 && extras.iter().all(is_accepted_alone) && ctx.step.spelling.is_usual()
}

/// A way to address a thing.
pub(super) fn addressing(ctx: &StepContext<'_>, at: &InputRef, by: Identifier) -> FindingResult {
    if ctx
        .attempt()
        .is_some_and(|attempt| address(&attempt.sent, at) != by)
    {
        return FindingResult::NotExercised(Reason::NoValue);
    }
    if let Some(other) = named::shows_another(ctx, at) {
        return ctx.breach(format!("what `{}` names, and not `{other}`", at.name));
    }
    if proof::is_outdated(ctx, at) {
        return ctx.breach("what was changed, as by another name of the same thing");
    }
    let (operation, facts) = (ctx.operation, ctx.facts);
    if ctx.step.spelling.escaped && is_read_without_escapes(ctx) {
        return ctx.breach("accepted: the path only has other escapes");
    }
    match settled(ctx) {
        Some(FindingResult::Held { .. })
            if !facts.tells_apart(ctx.trace.contract, operation, at, by) =>
        {
            return FindingResult::Inconclusive(Reason::NotShownToDiscriminate);
        }
        Some(result) => return result,
        None if ctx.step.spelling.escaped => return escaped(ctx),
        None => {}
    }
    let small = is_minimal_but_for(ctx, ctx.index, at) || is_smallest_change(ctx, ctx.index);
    if !small || !ctx.step.spelling.is_usual() {
        return FindingResult::Inconclusive(Reason::OtherOutcome);
    }
    let is_used = facts.is_addressed_by(&operation.id, at, by);
    let only_way = contract::identifier_forms(operation, at).len() == 1 && !is_used;
    // A creation may refuse some of the things that it is for, such as those in another state.
    let is_refused_for_this = !is_used || operation.creates.is_none();
    let otherwise = facts.is_addressed_otherwise(&operation.id, at, by) && is_refused_for_this;
    if only_way || otherwise || is_accepted_otherwise(ctx, at, by) {
        return ctx.breach(format!("accepted: `{}` is given by {}", at.name, by.name()));
    }
    FindingResult::Inconclusive(Reason::NoControl)
}

/// Whether the same thing, addressed in another way, was accepted in this scenario.
fn is_accepted_otherwise(ctx: &StepContext<'_>, at: &InputRef, by: Identifier) -> bool {
    let thing = |index| {
        let value = ctx.trace.step(index)?.inputs.set.get(at)?;
        Value::references(value).find_map(|reference| match reference {
            Reference::Fixture { need, .. } => Some(need.clone()),
            Reference::Sent { step, .. } | Reference::Answer { step, .. } => Some(step.clone()),
            _ => None,
        })
    };
    let is_otherwise = |index| {
        let attempt = ctx.trace.attempt(index);
        attempt.is_some_and(|attempt| address(&attempt.sent, at) != by)
    };
    let mine = thing(ctx.index);
    mine.is_some()
        && ctx
            .controls()
            .any(|it| thing(it) == mine && is_otherwise(it))
}

/// Whether the call was refused, and another was accepted that has the same path without escapes.
fn is_read_without_escapes(ctx: &StepContext<'_>) -> bool {
    let path = |attempt: &Attempt| {
        let sent = attempt
            .sent
            .iter()
            .filter(|(input, _)| input.part == InputPart::Path);
        sent.map(|(_, value)| value.clone()).collect::<Vec<_>>()
    };
    let mine = ctx.attempt().map(path);
    let mut controls = ctx.controls().filter_map(|index| ctx.trace.attempt(index));
    ctx.acceptance() == Acceptance::Refused && controls.any(|attempt| Some(path(attempt)) == mine)
}

/// A path that was refused with its characters escaped names what it names without.
fn escaped(ctx: &StepContext<'_>) -> FindingResult {
    match ctx.has_control_addressed_alike() {
        true => ctx.breach("accepted: the path only has other escapes"),
        false => FindingResult::Inconclusive(Reason::NoControl),
    }
}

/// A member of the body.
pub(super) fn field(ctx: &StepContext<'_>, field: &str) -> FindingResult {
    let input = InputRef {
        part: InputPart::Body,
        name: field.to_owned(),
    };
    let known = ctx.operation.body.iter().find(|known| known.wire == field);
    let has_forms = known.is_some_and(|known| {
        known.several || matches!(&known.ty, Type::Timestamp(_) | Type::Enumeration(_))
    });
    // One form, or one value, may be refused and the member still be accepted.
    let accepted_once = ctx.controls().any(|index| {
        ctx.trace
            .attempt(index)
            .is_some_and(|attempt| attempt.sent.get(&input).is_some())
    });
    if has_forms && accepted_once && ctx.acceptance() == Acceptance::Refused {
        return FindingResult::Inconclusive(Reason::OtherOutcome);
    }
    extra(ctx, &input)
}

/// A documented value of an input, or a form in which it is written.
pub(super) fn value(ctx: &StepContext<'_>, part: InputPart, name: &str) -> FindingResult {
    let name = name.to_owned();
    extra(ctx, &InputRef { part, name })
}

/// Something that need not be sent: to blame only if it is all there is beside a minimal request,
/// and the minimal one was accepted.
pub(super) fn extra(ctx: &StepContext<'_>, input: &InputRef) -> FindingResult {
    if let Some(result) = settled(ctx) {
        return result;
    }
    if !is_minimal_but_for(ctx, ctx.index, input) || !ctx.step.spelling.is_usual() {
        return FindingResult::Inconclusive(Reason::OtherOutcome);
    }
    let sent = |index| {
        ctx.trace
            .attempt(index)
            .and_then(|attempt| attempt.sent.get(input))
    };
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

fn is_accepted_by_another_address(ctx: &StepContext<'_>) -> bool {
    let attempt = ctx.attempt();
    let addressed = attempt.map(|attempt| addresses(ctx.operation, attempt));
    addressed
        .unwrap_or_default()
        .iter()
        .any(|(at, by)| ctx.facts.is_addressed_otherwise(&ctx.operation.id, at, *by))
}

/// The finding where it does not depend on which part of the request is asked about.
fn settled(ctx: &StepContext<'_>) -> Option<FindingResult> {
    match ctx.acceptance() {
        Acceptance::Shown => Some(FindingResult::HELD),
        Acceptance::Refused if !ctx.is_demonstrated() => {
            Some(FindingResult::Inconclusive(Reason::NotDemonstrated))
        }
        Acceptance::Refused if ctx.may_be_right_to_refuse() => {
            Some(FindingResult::Inconclusive(Reason::DocumentedRefusal))
        }
        Acceptance::Refused if ctx.may_be_used_up() => {
            Some(FindingResult::NotExercised(Reason::UsedUp))
        }
        Acceptance::Refused => None,
        _ => Some(ctx.without_acceptance()),
    }
}

fn is_minimal_but_for(ctx: &StepContext<'_>, index: usize, input: &InputRef) -> bool {
    ctx.extras(index).iter().all(|extra| *extra == input)
}

/// Whether a call is a control for another that has this input besides: one with nothing else, or as
/// small as any can be.
fn is_control_for(ctx: &StepContext<'_>, index: usize, input: &InputRef) -> bool {
    is_minimal_but_for(ctx, index, input) || is_smallest_change(ctx, index)
}

fn is_minimal(ctx: &StepContext<'_>) -> bool {
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

fn is_smallest_change(ctx: &StepContext<'_>, index: usize) -> bool {
    let extras = ctx.extras(index);
    takes_changes(ctx) && matches!(extras.as_slice(), [one] if one.part == InputPart::Body)
}
