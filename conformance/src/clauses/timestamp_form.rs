//! A form of timestamp is accepted in a member of the body.

use spec::{ClauseKind, InputPart, InputRef};

use crate::clauses::shared::valid_request::judge_extra_input;
use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::finding::FindingResult;
use crate::parsed::step_context::StepContext;

pub(super) struct TimestampForm<'k> {
    pub(super) field: &'k String,
}

impl ClauseRule for TimestampForm<'_> {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        for (input, text) in step.accepted_texts() {
            if let (InputPart::Body, Some(form)) = (input.part, text.timestamp_form()) {
                let field = input.name.clone();
                claims.add(Some(&step.operation.id), ClauseKind::TimestampForm { field, form });
            }
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let input = InputRef { part: InputPart::Body, name: self.field.clone() };
        judge_extra_input(ctx, &input)
    }
}
