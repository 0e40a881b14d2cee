//! A field of a record has its actual value.

use crate::clauses::prelude::*;
use crate::clauses::proof::elsewhere::{is_seen_elsewhere_after, named_update};

pub(super) struct FieldValue;

impl ClauseRule for FieldValue {
    fn is_breach_in_any_state(&self, _: &Claim, ctx: &StepContext<'_>) -> bool {
        // The value may be that of a change that was not made.
        ctx.lacking.is_empty()
    }

    fn may_be_null(&self) -> bool {
        true
    }

    fn is_violated_by_difference(&self, _: &Claim, ctx: &StepContext<'_>) -> bool {
        // Where no read shows a change, the clause of the change answers for it.
        named_update(ctx).is_none_or(|update| is_seen_elsewhere_after(ctx, update))
    }
}
