//! A documented value of a member of the body is accepted.

use spec::{ClauseKind, InputPart, InputRef};

use crate::clauses::shared::valid_request::judge_extra_input;
use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::finding::FindingResult;
use crate::parsed::step_context::StepContext;

pub(super) struct InputValue<'k> {
    pub(super) field: &'k String,
}

impl ClauseRule for InputValue<'_> {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        for (input, text) in step.accepted_texts() {
            if let (InputPart::Body, Some(value)) = (input.part, text.literal()) {
                let (field, value) = (input.name.clone(), value.to_owned());
                claims.add(Some(&step.operation.id), ClauseKind::InputValue { field, value });
            }
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let input = InputRef { part: InputPart::Body, name: self.field.clone() };
        judge_extra_input(ctx, &input)
    }
}
