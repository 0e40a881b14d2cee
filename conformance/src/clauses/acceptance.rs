//! A valid request is accepted.

use spec::{ClauseKind, InputRef};

use crate::clauses::shared::valid_request::{
    is_accepted_by_another_address, is_minimal, is_minimal_but_for, settled,
};
use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::finding::FindingResult;
use crate::parsed::step_context::StepContext;
use crate::reason::Reason;

pub(super) struct Acceptance;

impl ClauseRule for Acceptance {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        if step.shows_inputs() {
            claims.add(Some(&step.operation.id), ClauseKind::Acceptance);
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        if let Some(result) = settled(ctx) {
            return result;
        }
        if is_made_of_accepted_parts(ctx) {
            return ctx.breach("accepted: with each of its optional inputs alone it was");
        }
        if !is_minimal(ctx) {
            return FindingResult::Inconclusive(Reason::OtherOutcome);
        }
        if is_accepted_by_another_address(ctx) {
            return FindingResult::Inconclusive(Reason::OtherOutcome);
        }
        ctx.breach("accepted: the request is valid")
    }
}

/// Whether several optional inputs were sent, and each was accepted alone, with the same value.
fn is_made_of_accepted_parts(ctx: &StepContext<'_>) -> bool {
    let extras = ctx.extras(ctx.index);
    let is_accepted_alone = |input: &&InputRef| {
        let value = |index| ctx.trace.attempt(index).and_then(|attempt| attempt.sent.get(input));
        let mut alone = ctx.controls().filter(|it| is_minimal_but_for(ctx, *it, input));
        alone.any(|index| value(index) == value(ctx.index))
    };
    extras.len() > 1 && extras.iter().all(is_accepted_alone) && ctx.step.spelling.is_usual()
}
