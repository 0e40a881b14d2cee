//! What was removed is gone.

use crate::clauses::prelude::*;
use crate::clauses::proof::forbidden::shows_what_was_asked;
use crate::clauses::proof::{is_given_elsewhere, last_act};

pub(super) struct Removal;

impl ClauseRule for Removal {
    fn required_coverage(&self) -> Coverage {
        Coverage::SEEN_AND_KEPT
    }

    fn judge_acceptance(&self, claim: &Claim, ctx: &StepContext<'_>) -> Option<FindingResult> {
        let case = ctx.step.disproved_by.as_deref()?;
        Some(judge_recreation(claim, ctx, case))
    }

    fn undone_by_acceptance(
        &self,
        ctx: &StepContext<'_>,
        _: Option<&Condition>,
    ) -> Option<&'static str> {
        shows_what_was_asked(ctx).then_some("refused: an accepted call removed the record")
    }
}

/// What was removed can be created again. That shows something only if it could not be created twice.
fn judge_recreation(claim: &Claim, ctx: &StepContext<'_>, case: &str) -> FindingResult {
    if !last_act(claim, ctx).is_some_and(ParsedStep::is_accepted) {
        return Err(Inconclusive(Reason::OtherOutcome));
    }
    if !is_given_elsewhere(ctx, case) {
        return Err(Inconclusive(Reason::NoControl));
    }
    match ctx.acceptance {
        AcceptanceOutcome::Shown => Ok(Held::ONCE),
        AcceptanceOutcome::Refused if !ctx.trace.is_answered_as(ctx, case) => {
            Err(Inconclusive(Reason::OtherOutcome))
        }
        AcceptanceOutcome::Refused if ctx.is_demonstrated() => {
            ctx.breach("accepted: an accepted call removed the earlier record")
        }
        AcceptanceOutcome::Refused => Err(Inconclusive(Reason::NotDemonstrated)),
        _ => Err(ctx.without_acceptance()),
    }
}
