//! A record of the success body has a field.

use crate::clauses::prelude::*;
use crate::clauses::shared::records::{held_for_records, records};

pub(super) struct FieldPresent<'k> {
    pub(super) member: &'k String,
    pub(super) field: &'k String,
}

impl ClauseRule for FieldPresent<'_> {
    fn depends_on_state(&self) -> bool {
        false
    }

    fn is_claimed_by(&self, step: &ClaimedStep<'_>) -> bool {
        step.is_accepted()
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let records = records(ctx, self.member)?;
        match records.iter().find(|found| found.value.get(self.field).is_none()) {
            Some(found) => Err(found.response.breach_at(
                &found.pointer,
                format!("a member `{}`", self.field),
                found.response.short(found.value),
            )),
            None => held_for_records(records.len()),
        }
    }
}
