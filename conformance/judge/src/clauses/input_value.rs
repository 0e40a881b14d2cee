//! A documented value of a member of the body is accepted.

use crate::clauses::prelude::*;
use crate::clauses::shared::valid_request::judge_extra_input;

pub(super) struct InputValue<'k> {
    pub(super) field: &'k String,
    pub(super) value: &'k String,
}

impl ClauseRule for InputValue<'_> {
    fn is_claimed_by(&self, step: &ClaimedStep<'_>) -> bool {
        let text = step.accepted_text(&InputRef::new(InputPart::Body, self.field));
        text.is_some_and(|text| text.literal() == Some(self.value))
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        judge_extra_input(ctx, &InputRef::new(InputPart::Body, self.field))
    }
}
