//! A form of timestamp is accepted in a member of the body.

use crate::clauses::prelude::*;
use crate::clauses::shared::valid_request::judge_extra_input;

pub(super) struct TimestampForm<'k> {
    pub(super) field: &'k String,
    pub(super) form: &'k spec::TimestampForm,
}

impl ClauseRule for TimestampForm<'_> {
    fn is_claimed_by(&self, step: &ClaimedStep<'_>) -> bool {
        let text = step.accepted_text(&InputRef::new(InputPart::Body, self.field));
        text.is_some_and(|text| text.timestamp_form() == Some(*self.form))
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        judge_extra_input(ctx, &InputRef::new(InputPart::Body, self.field))
    }
}
