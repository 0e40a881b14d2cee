//! A refusal has the documented message.

use spec::ValueSource;

use crate::clauses::prelude::*;
use crate::clauses::shared::refusals::expected_case;
use crate::parsed::expected_message;

pub(super) struct RefusalMessage<'k> {
    pub(super) case: &'k String,
}

impl ClauseRule for RefusalMessage<'_> {
    fn is_claimed_by(&self, step: &ClaimedStep<'_>) -> bool {
        step.documented_refusal().is_some_and(|case| case.id == *self.case)
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        match ctx.refusal {
            RefusalOutcome::Matched => Ok(Held::ONCE),
            RefusalOutcome::Other if ctx.has_control() => {
                Err(breach(ctx).unwrap_or(Inconclusive(Reason::WrongReason)))
            }
            RefusalOutcome::Other => Err(Inconclusive(Reason::WrongReason)),
            RefusalOutcome::Accepted => Err(Inconclusive(Reason::OtherOutcome)),
            RefusalOutcome::Unusable(reason) => Err(unusable_result(reason)),
        }
    }
}

/// The breach by another message; `None` for the documented one, which requests without the defect get as well.
fn breach(ctx: &StepContext<'_>) -> Option<NotHeld> {
    let (response, case, attempt) = (ctx.answer()?, expected_case(ctx)?, ctx.attempt?);
    let known = |sources: &[ValueSource]| ctx.trace.known_values(sources, attempt, ctx.index);
    let expected = expected_message(case, &known);
    if response.message.as_ref() == Some(&expected) {
        return None;
    }
    // The document does not distinguish some cases from this one.
    let others = ctx.trace.contract.indistinct_cases(Some(ctx.operation), case).skip(1);
    let expected = others.fold(expected, |all, other| format!("{all}` or `{}", other.message));
    let pointer = format!("/{}", ctx.trace.contract.service.error_body.member);
    Some(match &response.message {
        Some(message) => {
            response.breach_at(pointer, format!("`{expected}`"), format!("`{message}`"))
        }
        None => response.breach(format!("the message `{expected}`")),
    })
}
