//! Only what belongs to the account of the key is shown or reached.

use std::collections::BTreeSet;

use crate::clauses::prelude::*;
use crate::clauses::proof::forbidden::{forbidden_kinds, shows_what_was_asked};
use crate::clauses::proof::values::missing_own;

pub(super) struct Scope;

impl ClauseRule for Scope {
    fn instances(&self, step: &ClaimedStep<'_>) -> BTreeSet<String> {
        forbidden_kinds(step)
    }

    fn confirms_instances(&self, _: &StepContext<'_>) -> bool {
        true
    }

    fn required_coverage(&self) -> Coverage {
        Coverage::BOTH_SIDES
    }

    fn forbids(&self) -> bool {
        true
    }

    fn judge_unexpected_acceptance(&self, ctx: &StepContext<'_>) -> FindingResult {
        if shows_what_was_asked(ctx) {
            return ctx.breach("refused: the record belongs to another account");
        }
        Err(Inconclusive(Reason::OtherOutcome))
    }

    fn missing_value(&self, ctx: &StepContext<'_>) -> Option<String> {
        missing_own(ctx)
    }
}
