//! Whether an outcome of a change shows in another read of the same thing. Then the change was made, and a read that does
//! not show it is at fault.

use spec::{ClauseKind, InputPart, InputRef};

use crate::field_location::FieldLocation;
use crate::judge::answer::AnswerClass;
use crate::judge::step_context::StepContext;
use crate::judge::trace_view::Attempt;
use crate::scenario::Proof;

use super::is_accepted;

/// Whether another read after the last change of this kind shows what this step looks for.
pub(in crate::judge) fn is_seen(
    ctx: &StepContext<'_>,
    operation: Option<&str>,
    kind: &ClauseKind,
) -> bool {
    others(ctx, operation, kind).any(|other| is_as_wanted(&other))
}

/// Whether this read shows the value before a change, and one that addresses the thing in another way shows the value
/// after it.
pub(in crate::judge) fn is_outdated(ctx: &StepContext<'_>, at: &InputRef) -> bool {
    let Some(Proof { operation, kind }) = update(ctx) else {
        return false;
    };
    let sent = |ctx: &StepContext<'_>| {
        ctx.attempt()
            .and_then(|attempt| attempt.sent.get(at).cloned())
    };
    let is_old = |attempt: &Attempt| {
        let values = ctx.parsed.values;
        let hidden = values.hides.iter().any(|value| attempt.holds(value));
        hidden && !values.shows.iter().all(|value| attempt.holds(value))
    };
    let accepted = ctx
        .attempt()
        .filter(|attempt| attempt.class() == AnswerClass::Accepted);
    accepted.is_some_and(is_old)
        && others(ctx, operation.as_deref(), kind).any(|other| {
            let otherwise = other.operation.id == ctx.operation.id && sent(&other) != sent(ctx);
            otherwise && is_as_wanted(&other)
        })
}

/// The same for any parameter of the path.
pub(in crate::judge) fn is_outdated_by_address(ctx: &StepContext<'_>) -> bool {
    let mut names = ctx.operation.path_parameters.iter();
    names.any(|parameter| {
        let at = InputRef {
            part: InputPart::Path,
            name: parameter.name.clone(),
        };
        is_outdated(ctx, &at)
    })
}

/// The change of a member that a step looks for beside what it shows itself.
pub(in crate::judge) fn update<'v>(ctx: &StepContext<'v>) -> Option<&'v Proof> {
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
    last.filter(|index| is_accepted(ctx, *index))
}

fn is_as_wanted(ctx: &StepContext<'_>) -> bool {
    let Some(attempt) = ctx
        .attempt()
        .filter(|attempt| attempt.class() == AnswerClass::Accepted)
    else {
        return false;
    };
    let values = ctx.parsed.values;
    let equals = values.equals.iter().all(|(spot, value)| {
        let found = attempt
            .answers
            .iter()
            .find_map(|answer| FieldLocation::find(spot, answer.json.as_ref()?));
        found.is_some_and(|found| found.is_same(value))
    });
    equals
        && values.equals.len() == ctx.step.equals.len()
        && values.shows.iter().all(|value| attempt.holds(value))
        && !values.hides.iter().any(|value| attempt.holds(value))
}
