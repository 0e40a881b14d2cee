//! What query parameters do: a default that may be left out, several values in any order.

use std::collections::{BTreeMap, BTreeSet};

use crate::reason::Reason;

use super::FindingResult;
use super::answer::AnswerClass;
use super::lists::Lists;
use super::locate;
use super::order;
use super::step_context::StepContext;
use super::trace_view::Attempt;

/// Leaving the parameter out shows what sending its default shows, and the other way round.
pub(super) fn default(ctx: &StepContext<'_>) -> FindingResult {
    let named = ctx.step.same_as.as_deref();
    let other = named.and_then(|name| ctx.trace.scenario.step(name));
    let (Some(mine), Some(other)) = (ctx.attempt(), other) else {
        return FindingResult::NotExercised(Reason::NoCapture);
    };
    if mine.class() != AnswerClass::Accepted {
        return ctx.without_acceptance();
    }
    let shown = |index, value: &String| {
        ctx.trace
            .attempt(index)
            .is_some_and(|attempt| attempt.holds(value))
    };
    let values = ctx.parsed.values.shows.iter();
    let wanted: Vec<_> = values.filter(|value| shown(other, value)).collect();
    if wanted.is_empty() {
        return FindingResult::NotExercised(Reason::Unobservable);
    }
    let Some(missing) = wanted.iter().find(|value| !mine.holds(value)) else {
        return FindingResult::HELD;
    };
    // Things come and go: what one page no longer shows may have moved on to the next.
    let still_there = same_calls(ctx, other).any(|later| shown(later, missing));
    if mine.stood_still && (mine.complete || still_there) {
        return ctx.breach(format!("`{missing}` in it, as when the default is sent"));
    }
    FindingResult::NotExercised(Reason::Unobservable)
}

/// An expansion adds data and leaves no thing out and takes none in: a list with it and one without show the same things,
/// as far as the order tells that they would be shown.
pub(super) fn beside_expansion(
    ctx: &StepContext<'_>,
    parameter: &str,
    value: &str,
) -> Option<FindingResult> {
    let scenario = ctx.trace.scenario;
    let other = scenario.step(ctx.step.same_as.as_deref()?)?;
    let sent = ctx
        .step
        .beside_expansion(ctx.operation, scenario.steps.get(other)?);
    let mine = ctx
        .attempt()
        .filter(|attempt| attempt.class() == AnswerClass::Accepted)?;
    if !sent.contains(&(parameter, value)) {
        return None;
    }
    let shown = |index, value: &str| {
        ctx.trace
            .attempt(index)
            .is_some_and(|attempt| attempt.holds(value))
    };
    let is_left_out = |value: &&String| {
        let again = same_calls(ctx, other).any(|later| shown(later, value));
        shown(other, value) && again && !mine.holds(value) && order::reaches(ctx, value)
    };
    let mut sought = ctx.parsed.values.shows.iter();
    if let Some(left_out) = sought.find(is_left_out) {
        return Some(ctx.breach(format!(
            "`{left_out}` in it, as in the same list with an expansion or without it"
        )));
    }
    let repeated = repeated(ctx, mine, other)?;
    Some(ctx.breach(format!(
        "`{repeated}` once, as in the same list with an expansion or without it"
    )))
}

/// A value in several items of an array that only one item holds in the other list, before and after.
fn repeated<'v>(ctx: &'v StepContext<'_>, mine: &Attempt, other: usize) -> Option<&'v String> {
    let holders = |attempt: &Attempt, value: &str| {
        let pages = attempt
            .answers
            .iter()
            .filter_map(|answer| answer.json.as_ref());
        let pages: Vec<_> = pages.map(|page| locate::holders(page, value)).collect();
        pages
    };
    let is_once = |index, value: &str, array: &String| {
        let pages = ctx
            .trace
            .attempt(index)
            .map(|attempt| holders(attempt, value));
        let counts: Vec<_> = pages
            .iter()
            .flatten()
            .filter_map(|page| page.get(array))
            .collect();
        !counts.is_empty() && counts.iter().all(|count| **count == 1)
    };
    let is_repeated = |value: &&String| {
        let pages = holders(mine, value);
        let mut arrays = pages.iter().flatten().filter(|(_, count)| **count > 1);
        arrays.any(|(array, _)| {
            let again = same_calls(ctx, other).any(|later| is_once(later, value, array));
            is_once(other, value, array) && again
        })
    };
    ctx.parsed.values.shows.iter().find(is_repeated)
}

/// The same values in another order ask for the same, whatever several of them ask for.
pub(super) fn reordered(ctx: &StepContext<'_>) -> FindingResult {
    let named = ctx.step.same_as.as_deref();
    let other = named.and_then(|name| ctx.trace.scenario.step(name));
    let (Some(mine), Some(other)) = (ctx.attempt(), other) else {
        return FindingResult::NotExercised(Reason::NoCapture);
    };
    if mine.class() != AnswerClass::Accepted {
        return ctx.without_acceptance();
    }
    // Things come and go: the list must have been the same before and after, and known to its end.
    let before = ctx.trace.attempt(other).filter(|attempt| is_whole(attempt));
    let after = same_calls(ctx, other).find_map(|index| {
        Some((
            index,
            ctx.trace
                .attempt(index)
                .filter(|attempt| is_whole(attempt))?,
        ))
    });
    let (Some(before), Some((later, after)), true) = (before, after, is_whole(mine)) else {
        return FindingResult::NotExercised(Reason::NoControl);
    };
    let named = Lists::of(ctx).map(|lists| {
        let of = |index| lists.records(|call, _| call == index);
        let names = [of(other), of(ctx.index), of(later)]
            .into_iter()
            .flat_map(BTreeMap::into_keys);
        names.collect::<BTreeSet<_>>()
    });
    let values = ctx.parsed.values.shows.iter().map(String::as_str);
    let mut steady = values
        .chain(named.unwrap_or_default())
        .filter(|value| before.holds(value) == after.holds(value));
    let is_named = |value: &str| ctx.parsed.values.shows.iter().any(|known| known == value);
    let differs = steady.find(|value| mine.holds(value) != before.holds(value));
    match differs {
        Some(value) if before.holds(value) => ctx.breach(format!(
            "`{value}` in it, as with the values in another order"
        )),
        // What only one of three calls shows may have come and gone.
        Some(value) if is_named(value) || is_shown_again(ctx, value) => ctx.breach(format!(
            "nothing of `{value}`, as with the values in another order"
        )),
        // A list that keeps to nothing would show the same as well.
        _ => FindingResult::NotExercised(Reason::Unobservable),
    }
}

/// Whether another call that sends the same shows the value as well.
fn is_shown_again(ctx: &StepContext<'_>, value: &str) -> bool {
    let sent = |index| ctx.trace.attempt(index).map(|attempt| &attempt.sent);
    let mut calls = ctx.trace.calls(&ctx.operation.id);
    calls.any(|index| {
        let alike = index != ctx.index && sent(index) == sent(ctx.index);
        alike
            && ctx
                .trace
                .attempt(index)
                .is_some_and(|attempt| attempt.holds(value))
    })
}

fn is_whole(attempt: &Attempt) -> bool {
    attempt.class() == AnswerClass::Accepted && attempt.complete && attempt.stood_still
}

/// Later calls that send just what an earlier one sent.
fn same_calls(ctx: &StepContext<'_>, other: usize) -> impl Iterator<Item = usize> {
    let sent = |index| ctx.trace.attempt(index).map(|attempt| &attempt.sent);
    let calls = ctx.trace.calls(&ctx.operation.id);
    calls.filter(move |index| *index > ctx.index && sent(*index) == sent(other))
}
