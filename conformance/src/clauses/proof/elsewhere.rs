//! Whether the effect of a change shows in another read of the same record. Then the change was made, and a read that does
//! not show it is at fault.

use spec::{ClauseKind, InputPart, InputRef};

use crate::clauses::proof::is_accepted_call;
use crate::field_location::FieldLocation;
use crate::parsed::answer::AnswerClass;
use crate::parsed::attempt::Attempt;
use crate::parsed::step_context::StepContext;
use crate::scenario::ClauseRef;

/// Whether another read after the last change of this kind shows what this step looks for.
pub(crate) fn is_seen_elsewhere_after(ctx: &StepContext<'_>, update: &ClauseRef) -> bool {
    others(ctx, update.operation.as_deref(), &update.kind).any(|other| is_as_wanted(&other))
}

/// Whether this read shows the value before a change, and one that addresses the record in another way shows the value
/// after it.
pub(crate) fn is_outdated(ctx: &StepContext<'_>, at: &InputRef) -> bool {
    let Some(ClauseRef { operation, kind }) = named_update(ctx) else {
        return false;
    };
    let sent =
        |ctx: &StepContext<'_>| ctx.attempt().and_then(|attempt| attempt.sent.get(at).cloned());
    let is_old = |attempt: &Attempt| {
        let values = ctx.parsed.values;
        let hidden = values.hides.iter().any(|value| attempt.holds(value));
        hidden && !values.shows.iter().all(|value| attempt.holds(value))
    };
    let accepted = ctx.attempt().filter(|attempt| attempt.class() == AnswerClass::Accepted);
    accepted.is_some_and(is_old)
        && others(ctx, operation.as_deref(), kind).any(|other| {
            let otherwise = other.operation.id == ctx.operation.id && sent(&other) != sent(ctx);
            otherwise && is_as_wanted(&other)
        })
}

/// The same for any parameter of the path.
pub(crate) fn is_outdated_by_address(ctx: &StepContext<'_>) -> bool {
    let mut names = ctx.operation.path_parameters.iter();
    names.any(|parameter| {
        let at = InputRef { part: InputPart::Path, name: parameter.name.clone() };
        is_outdated(ctx, &at)
    })
}

/// The change of a member that a step looks for beside what it shows itself.
pub(crate) fn named_update<'v>(ctx: &StepContext<'v>) -> Option<&'v ClauseRef> {
    let mut proofs = ctx.step.proves.iter();
    proofs.find(|proof| matches!(proof.kind, ClauseKind::Update { .. }))
}

/// Other steps that look for the same, after the same change.
fn others<'v>(
    ctx: &'v StepContext<'_>,
    operation: Option<&'v str>,
    kind: &'v ClauseKind,
) -> impl Iterator<Item = StepContext<'v>> {
    let change = move |index| last_change(ctx, operation, index);
    let mine = change(ctx.index);
    let steps = 0..ctx.trace.scenario.steps.len();
    let others =
        steps.filter(move |index| *index != ctx.index && mine.is_some() && change(*index) == mine);
    let others = others.filter_map(|index| StepContext::new(ctx.trace, index, ctx.facts));
    others.filter(move |other| {
        let mut proofs = other.step.proves.iter();
        proofs.any(|proof| proof.operation.as_deref() == operation && proof.kind == *kind)
    })
}

/// The last call of the operation before a step, if it was accepted.
fn last_change(ctx: &StepContext<'_>, operation: Option<&str>, before: usize) -> Option<usize> {
    let calls = ctx.trace.calls(operation?);
    let last = calls.filter(|index| *index < before).last();
    last.filter(|index| is_accepted_call(ctx, *index))
}

fn is_as_wanted(ctx: &StepContext<'_>) -> bool {
    let Some(attempt) = ctx.attempt().filter(|attempt| attempt.class() == AnswerClass::Accepted)
    else {
        return false;
    };
    let values = ctx.parsed.values;
    let equals = values.equals.iter().all(|(location, value)| {
        let found = attempt
            .answers
            .iter()
            .find_map(|answer| FieldLocation::find(location, answer.json.as_ref()?));
        found.is_some_and(|found| found.is_same(value))
    });
    equals
        && values.equals.len() == ctx.step.equals.len()
        && values.shows.iter().all(|value| attempt.holds(value))
        && !values.hides.iter().any(|value| attempt.holds(value))
}
