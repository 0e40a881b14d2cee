//! A documented value of a query parameter is accepted, and an expansion changes no list.

use crate::clauses::prelude::*;
use crate::clauses::shared::lists::same_input_calls;
use crate::clauses::shared::locate::holders;
use crate::clauses::shared::rank::reaches;
use crate::clauses::shared::valid_request::judge_extra_input;

pub(super) fn judge(ctx: &StepContext<'_>, parameter: &str, value: &str) -> FindingResult {
    if let Some(expected) = list_breach(ctx, parameter, value) {
        let same = "as in the list without the expansion or with another one";
        return ctx.breach(format!("{expected}, {same}"));
    }
    judge_extra_input(ctx, &InputRef::new(InputPart::Query, parameter))
}

/// An expansion adds data and changes no list: a list with it and one without show the same records, where the order
/// says that they would be shown.
fn list_breach(ctx: &StepContext<'_>, parameter: &str, value: &str) -> Option<String> {
    let other = ctx.compared_step()?;
    let attempt = ctx.attempt.filter(|attempt| attempt.is_accepted())?;
    let sent = ctx.step.beside_expansion(ctx.operation, other.step);
    if !sent.contains(&(parameter, value)) {
        return None;
    }
    let is_left_out = |value: &&String| {
        let is_kept =
            other.holds(value) && same_input_calls(ctx, other).any(|later| later.holds(value));
        is_kept && !attempt.holds(value) && reaches(ctx, value)
    };
    if let Some(left_out) = ctx.values.shows.iter().find(is_left_out) {
        return Some(format!("`{left_out}` in the list"));
    }
    repeated(ctx, attempt, other).map(|repeated| format!("`{repeated}` once in the list"))
}

/// A value in several items of an array that only one item holds in the other list, before and after.
fn repeated<'a>(
    ctx: &StepContext<'a>,
    attempt: &Attempt,
    other: &ParsedStep<'a>,
) -> Option<&'a String> {
    let is_once = |call: &ParsedStep<'_>, value: &str, array: &String| {
        let pages = call.attempt.into_iter().flat_map(Attempt::pages);
        let counts: Vec<_> =
            pages.filter_map(|page| holders(page, value).get(array).copied()).collect();
        !counts.is_empty() && counts.iter().all(|count| *count == 1)
    };
    ctx.values.shows.iter().find(|value| {
        let arrays = attempt.pages().flat_map(|page| holders(page, value));
        arrays.filter(|(_, count)| *count > 1).any(|(array, _)| {
            is_once(other, value, &array)
                && same_input_calls(ctx, other).any(|later| is_once(later, value, &array))
        })
    })
}
