//! Leaving out a query parameter is the same as sending its default.

use crate::clauses::prelude::*;
use crate::clauses::shared::lists::same_input_calls;

pub(super) fn is_claimed(step: &ClaimedStep<'_>, parameter: &str, value: &str) -> bool {
    step.compared_step().is_some_and(|other| {
        step.step.defaults_left_out(step.operation, other).contains(&(parameter, value))
    })
}

pub(super) fn judge(ctx: &StepContext<'_>) -> FindingResult {
    let other = ctx.compared_step().ok_or(NotExercised(Reason::NoCapture))?;
    let attempt = ctx.accepted_attempt()?;
    let shown: Vec<_> = ctx.values.shows.iter().filter(|value| other.holds(value)).collect();
    if shown.is_empty() {
        return Err(NotExercised(Reason::Unobservable));
    }
    let Some(missing) = shown.iter().find(|value| !attempt.holds(value)) else {
        return Ok(Held::ONCE);
    };
    // Things come and go: what one page no longer shows may have moved on to the next.
    let is_still_there = same_input_calls(ctx, other).any(|later| later.holds(missing));
    if attempt.unchanged_while_read && (attempt.complete || is_still_there) {
        return ctx.breach(format!("`{missing}` in the response, as with the default value sent"));
    }
    Err(NotExercised(Reason::Unobservable))
}
