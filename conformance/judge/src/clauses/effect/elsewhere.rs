//! Whether the effect of a change shows in another read of the same record. Then the change was made, and a read that does
//! not show it is at fault.

use spec::ClauseKind;

use super::compared::find;
use crate::clauses::prelude::*;
use crate::scenario::ClauseRef;

/// Whether another read after the last change of this kind shows what this step looks for.
pub fn is_seen_elsewhere_after(ctx: &StepContext<'_>, update: &ClauseRef) -> bool {
    others(ctx, update).any(|other| is_as_wanted(&other))
}

/// Whether this read shows the value before a change, and one that addresses the record in another way shows the value
/// after it.
pub fn is_outdated(ctx: &StepContext<'_>, at: &InputRef) -> bool {
    let is_old = ctx.is_accepted()
        && ctx.values.hides.iter().any(|value| ctx.holds(value))
        && !ctx.values.shows.iter().all(|value| ctx.holds(value));
    is_old
        && named_update(ctx).is_some_and(|update| {
            others(ctx, update).any(|other| {
                let is_like_call = other.operation.id == ctx.operation.id;
                is_like_call && other.sent(at) != ctx.sent(at) && is_as_wanted(&other)
            })
        })
}

/// The same for any parameter of the path.
pub fn is_outdated_by_address(ctx: &StepContext<'_>) -> bool {
    let mut parameters = ctx.operation.path_parameters.iter();
    parameters.any(|parameter| is_outdated(ctx, &InputRef::new(InputPart::Path, &parameter.name)))
}

/// The change of a member that a step looks for beside what it shows itself.
pub fn named_update<'a>(ctx: &StepContext<'a>) -> Option<&'a ClauseRef> {
    ctx.step.proves.iter().find(|proof| matches!(proof.kind, ClauseKind::Update { .. }))
}

/// Other steps that look for the same, after the same change.
fn others<'a>(ctx: &StepContext<'a>, update: &ClauseRef) -> impl Iterator<Item = StepContext<'a>> {
    let change = last_change(ctx, update, ctx.index);
    ctx.trace
        .steps
        .iter()
        .filter(move |call| {
            call.index != ctx.index
                && change.is_some()
                && last_change(ctx, update, call.index) == change
        })
        .filter_map(|call| ctx.at(call))
        .filter(move |other| other.step.proves.contains(update))
}

/// The index of the last call of the operation before a step, if it was accepted.
fn last_change(ctx: &StepContext<'_>, update: &ClauseRef, before: usize) -> Option<usize> {
    let calls = ctx.trace.calls(update.operation.as_deref()?);
    let last = calls.take_while(|call| call.index < before).last();
    last.filter(|call| call.is_accepted()).map(|call| call.index)
}

fn is_as_wanted(call: &ParsedStep<'_>) -> bool {
    let values = call.values;
    call.is_accepted()
        && values.equals.len() == call.step.equals.len()
        && values.equals.iter().all(|(location, value)| {
            find(call, location).is_some_and(|(_, found)| found.is_same(value))
        })
        && values.shows.iter().all(|value| call.holds(value))
        && !values.hides.iter().any(|value| call.holds(value))
}
