//! A request that carries an optional member of the body is accepted.

use spec::Type;

use crate::clauses::prelude::*;
use crate::clauses::shared::mixed_up::check_other_members;
use crate::clauses::shared::valid_request::judge_extra_input;

pub(super) struct InputAccepted<'k> {
    pub(super) field: &'k String,
}

impl InputAccepted<'_> {
    fn input(&self) -> InputRef {
        InputRef::new(InputPart::Body, self.field)
    }
}

impl ClauseRule for InputAccepted<'_> {
    fn is_breach_in_any_state(&self, _: &Claim, ctx: &StepContext<'_>) -> bool {
        // What was sent is not shown as another member.
        ctx.is_accepted()
    }

    fn is_claimed_by(&self, step: &ClaimedStep<'_>) -> bool {
        step.accepted_input(&self.input()).is_some()
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        check_other_members(ctx, self.field)?;
        let input = self.input();
        let has_forms = ctx.operation.body_field(self.field).is_some_and(|field| {
            field.several || matches!(&field.ty, Type::Timestamp(_) | Type::Enumeration(_))
        });
        // One form, or one value, may be refused and the member still be accepted.
        if has_forms
            && ctx.acceptance == AcceptanceOutcome::Refused
            && ctx.controls().any(|control| control.sent(&input).is_some())
        {
            return Err(Inconclusive(Reason::OtherOutcome));
        }
        judge_extra_input(ctx, &input)
    }
}
