//! What was accepted has been created.

use crate::clauses::prelude::*;
use crate::clauses::proof::values::{missing_own, same_calls};

pub(super) struct Creation;

impl ClauseRule for Creation {
    fn undone_by_acceptance(
        &self,
        _: &StepContext<'_>,
        _: Option<&Condition>,
    ) -> Option<&'static str> {
        Some("refused: an accepted call created the record")
    }

    fn missing_value(&self, ctx: &StepContext<'_>) -> Option<String> {
        missing_own(ctx).or_else(|| missing_in_record(ctx))
    }
}

/// A value that the same read of one record showed before: what was created is still there as it was.
fn missing_in_record(ctx: &StepContext<'_>) -> Option<String> {
    let is_judged = ctx.operation.lists.is_none() && ctx.key_works();
    let before = same_calls(ctx).last().filter(|_| is_judged)?;
    let mut shows = ctx.values.shows.iter();
    let missing = shows.find(|value| before.holds(value) && !ctx.holds(value))?;
    Some(format!("`{missing}` in the response, as in the same request before"))
}
