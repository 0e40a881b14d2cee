//! After the transition the record is in its new state, and no longer in the one it came from.

use crate::clauses::prelude::*;
use crate::clauses::proof::values::same_calls;

pub(super) struct TransitionDone;

impl ClauseRule for TransitionDone {
    fn undone_by_acceptance(
        &self,
        _: &StepContext<'_>,
        _: Option<&Condition>,
    ) -> Option<&'static str> {
        Some("refused: an accepted call has taken the record out of its state")
    }

    fn missing_value(&self, ctx: &StepContext<'_>) -> Option<String> {
        let shows = &ctx.values.shows;
        let missing = shows.iter().find(|value| !ctx.holds(value))?;
        let was_shown = same_calls(ctx).any(|before| shows.iter().all(|value| before.holds(value)));
        was_shown.then(|| format!("`{missing}`, as in the same state before"))
    }

    fn lacks_earlier_state(&self, ctx: &StepContext<'_>) -> bool {
        // A state that showed before may have been so all the time.
        !same_calls(ctx).any(|before| {
            ctx.values.hides.iter().any(|value| before.holds(value))
                || ctx.values.shows.iter().any(|value| !before.holds(value))
        })
    }
}
