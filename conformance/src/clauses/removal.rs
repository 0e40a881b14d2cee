//! What was removed is gone.

use spec::Condition;

use crate::clauses::proof::forbidden::shows_what_was_asked;
use crate::clauses::proof::{is_accepted_call, is_given_elsewhere, last_act};
use crate::clauses::{Claim, ClauseRule};
use crate::finding::FindingResult;
use crate::parsed::step_context::StepContext;
use crate::parsed::view::AcceptanceOutcome;
use crate::reason::Reason;

pub(super) struct Removal;

impl ClauseRule for Removal {
    fn judge_acceptance(&self, claim: &Claim, ctx: &StepContext<'_>) -> Option<FindingResult> {
        let case = ctx.step.disproved_by.as_deref()?;
        Some(judge_recreation(claim, ctx, case))
    }

    fn undone_by_acceptance(
        &self,
        ctx: &StepContext<'_>,
        _: Option<&Condition>,
    ) -> Option<&'static str> {
        shows_what_was_asked(ctx).then_some("refused: an accepted call has removed it")
    }
}

/// What was removed can be created again. That shows something only if it could not be created twice.
fn judge_recreation(claim: &Claim, ctx: &StepContext<'_>, case: &str) -> FindingResult {
    let removed = last_act(claim, ctx).is_some_and(|index| is_accepted_call(ctx, index));
    match ctx.acceptance() {
        _ if !removed => FindingResult::Inconclusive(Reason::OtherOutcome),
        _ if !is_given_elsewhere(ctx, case) => FindingResult::Inconclusive(Reason::NoControl),
        AcceptanceOutcome::Shown => FindingResult::HELD,
        AcceptanceOutcome::Refused if !ctx.trace.is_answered_as(ctx.index, case) => {
            FindingResult::Inconclusive(Reason::OtherOutcome)
        }
        AcceptanceOutcome::Refused if ctx.is_demonstrated() => {
            ctx.breach("accepted: an accepted call has removed it")
        }
        AcceptanceOutcome::Refused => FindingResult::Inconclusive(Reason::NotDemonstrated),
        _ => ctx.without_acceptance(),
    }
}
