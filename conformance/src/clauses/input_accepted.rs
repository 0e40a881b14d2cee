//! A request that carries an optional member of the body is accepted.

use spec::{ClauseKind, InputPart, InputRef, Type};

use crate::clauses::shared::mixed_up::shows_another_member;
use crate::clauses::shared::valid_request::judge_extra_input;
use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::finding::FindingResult;
use crate::parsed::step_context::StepContext;
use crate::parsed::view::AcceptanceOutcome;
use crate::reason::Reason;

pub(super) struct InputAccepted<'k> {
    pub(super) field: &'k String,
}

impl ClauseRule for InputAccepted<'_> {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        for (input, _) in step.accepted_inputs() {
            if input.part == InputPart::Body {
                let field = input.name.clone();
                claims.add(Some(&step.operation.id), ClauseKind::InputAccepted { field });
            }
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        shows_another_member(ctx, self.field).unwrap_or_else(|| judge_member(ctx, self.field))
    }
}

fn judge_member(ctx: &StepContext<'_>, field: &str) -> FindingResult {
    let input = InputRef { part: InputPart::Body, name: field.to_owned() };
    let known = ctx.operation.body.iter().find(|known| known.wire == field);
    let has_forms = known.is_some_and(|known| {
        known.several || matches!(&known.ty, Type::Timestamp(_) | Type::Enumeration(_))
    });
    // One form, or one value, may be refused and the member still be accepted.
    let accepted_once = ctx.controls().any(|index| {
        ctx.trace.attempt(index).is_some_and(|attempt| attempt.sent.get(&input).is_some())
    });
    if has_forms && accepted_once && ctx.acceptance() == AcceptanceOutcome::Refused {
        return FindingResult::Inconclusive(Reason::OtherOutcome);
    }
    judge_extra_input(ctx, &input)
}
