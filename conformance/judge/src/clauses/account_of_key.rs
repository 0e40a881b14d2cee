//! The key identifies the account.

use crate::clauses::prelude::*;
use crate::clauses::proof::values::missing_own;

pub(super) struct AccountOfKey;

impl ClauseRule for AccountOfKey {
    fn required_coverage(&self) -> Coverage {
        Coverage::BOTH_SIDES
    }

    fn looks_at_response(&self, ctx: &StepContext<'_>) -> bool {
        // An operation that is no list shows by accepting that it found the account's record.
        ctx.operation.lists.is_some()
    }

    fn is_disproved_by_refusal(&self, ctx: &StepContext<'_>) -> bool {
        // A key that works reaches what is known to be of its account.
        ctx.has_control() && !ctx.may_be_right_to_refuse()
    }

    fn missing_value(&self, ctx: &StepContext<'_>) -> Option<String> {
        missing_own(ctx)
    }
}
