//! A request without a required member of the body is refused, though the document has no message for it.

use crate::clauses::prelude::*;
use crate::clauses::proof::forbidden::judge_refusal_of_any_kind;
use crate::clauses::shared::refusals::is_required_by_state;

pub(super) struct InputRequired<'k> {
    pub(super) field: &'k String,
}

impl ClauseRule for InputRequired<'_> {
    fn is_claimed_by(&self, step: &ClaimedStep<'_>) -> bool {
        let omitted = &step.step.inputs.without;
        step.step.expect == Expectation::RefusedAny
            && contract::omitted_required_field(step.operation, omitted) == Some(self.field)
    }

    fn required_coverage(&self) -> Coverage {
        Coverage::SEEN_WITH_CONTROL
    }

    fn is_breach_in_any_state(&self, _: &Claim, ctx: &StepContext<'_>) -> bool {
        !is_required_by_state(ctx, &InputRef::new(InputPart::Body, self.field))
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let input = InputRef::new(InputPart::Body, self.field);
        let is_accepted = ctx.refusal == RefusalOutcome::Accepted && ctx.key_works();
        // Whatever else the request names need not exist for that.
        if is_accepted && !is_required_by_state(ctx, &input) {
            return self.judge_unexpected_acceptance(ctx);
        }
        judge_refusal_of_any_kind(self, ctx)
    }

    fn judge_unexpected_acceptance(&self, ctx: &StepContext<'_>) -> FindingResult {
        if ctx.has_control() || ctx.is_shown() {
            return ctx.breach(format!("refused: `{}` is required and missing", self.field));
        }
        Err(Inconclusive(Reason::NoControl))
    }
}
