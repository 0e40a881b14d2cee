//! What was accepted has been created.

use crate::clauses::prelude::*;
use crate::clauses::proof::values::missing_own;

pub(super) struct Creation;

impl ClauseRule for Creation {
    fn undone_by_acceptance(
        &self,
        _: &StepContext<'_>,
        _: Option<&Condition>,
    ) -> Option<&'static str> {
        Some("refused: an accepted call has created it")
    }

    fn missing_value(&self, ctx: &StepContext<'_>) -> Option<String> {
        missing_own(ctx)
    }
}
