//! A request without a required member of the body is refused, though the document has no message for it.

use spec::ClauseKind;

use crate::clauses::proof::forbidden::judge_refusal_of_any_kind;
use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::contract;
use crate::finding::{Coverage, FindingResult};
use crate::parsed::step_context::StepContext;
use crate::reason::Reason;
use crate::scenario::Expectation;

pub(super) struct InputRequired<'k> {
    pub(super) field: &'k String,
}

impl ClauseRule for InputRequired<'_> {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        if step.step.expect == Expectation::RefusedAny
            && let Some(field) =
                contract::omitted_required_field(step.operation, &step.step.inputs.without)
        {
            let field = field.to_owned();
            claims.add(Some(&step.operation.id), ClauseKind::InputRequired { field });
        }
    }

    fn required_coverage(&self) -> Coverage {
        // A server that refuses everything would pass without a control.
        Coverage::SEEN | Coverage::CONTROL
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        judge_refusal_of_any_kind(self, ctx)
    }

    fn judge_unexpected_acceptance(&self, ctx: &StepContext<'_>) -> FindingResult {
        if ctx.has_control() {
            return ctx.breach(format!("refused: `{}` is required", self.field));
        }
        FindingResult::Inconclusive(Reason::NoControl)
    }
}
