//! What was accepted has been created. What was removed is gone.

use crate::clauses::ClaimedBy;
use crate::clauses::effect::forbidden::shows_what_was_asked;
use crate::clauses::effect::values::{self, missing_own, same_calls};
use crate::clauses::effect::{
    EffectRule, by_acceptance, by_refusal, is_given_elsewhere, is_last_act_accepted, last_act,
};
use crate::clauses::prelude::*;
use crate::clauses::shared::added::{Added, AfterRemoval};

pub(super) struct Creation;

impl EffectRule for Creation {
    fn judge_values(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        values::judge(claim, ctx, missing_own(ctx).or_else(|| missing_in_record(ctx)))
    }

    fn judge_refusal(&self, claim: &Claim, ctx: &StepContext<'_>, case: &str) -> FindingResult {
        by_refusal(claim, ctx, case, Some("refused: an accepted call created the record"))
    }
}

/// A value that the same read of one record showed before: what was created is still there as it was.
fn missing_in_record(ctx: &StepContext<'_>) -> Option<String> {
    let is_judged = ctx.operation.lists.is_none() && ctx.key_works();
    let before = same_calls(ctx).last().filter(|_| is_judged)?;
    let mut shows = ctx.values.shows.iter();
    let missing = shows.find(|value| before.holds(value) && !ctx.holds(value))?;
    Some(format!("`{missing}` in the response, as in the same request before"))
}

pub(super) struct Removal;

impl EffectRule for Removal {
    fn judge_values(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        let record = ctx.values.shows.first();
        let Some(record) = record.filter(|record| Added::of(ctx, record).is_some()) else {
            return values::judge(claim, ctx, None);
        };
        let removal = last_act(claim, ctx).filter(|removal| removal.is_accepted());
        let removal = removal.ok_or(Inconclusive(Reason::OtherOutcome))?;
        match AfterRemoval::of(ctx, removal, record) {
            Some(AfterRemoval::Changed) => Ok(Held::ONCE),
            Some(AfterRemoval::Unchanged(member)) => {
                ctx.breach(format!("`{member}` without what was removed"))
            }
            None => Err(NotExercised(Reason::Unobservable)),
        }
    }

    fn judge_refusal(&self, claim: &Claim, ctx: &StepContext<'_>, case: &str) -> FindingResult {
        let undone = "refused: an accepted call removed the record";
        // A service may answer a read with the word that there is nothing.
        let is_undone = !ctx.operation.method.is_safe() || shows_what_was_asked(ctx);
        by_refusal(claim, ctx, case, is_undone.then_some(undone))
    }

    fn judge_acceptance(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        match &ctx.step.disproved_by {
            Some(case) if claim.made_by != ClaimedBy::MustNotAffect => {
                judge_recreation(claim, ctx, case)
            }
            _ => by_acceptance(claim, ctx, false),
        }
    }
}

/// What was removed can be created again. That shows something only if it could not be created twice.
fn judge_recreation(claim: &Claim, ctx: &StepContext<'_>, case: &str) -> FindingResult {
    if !is_last_act_accepted(claim, ctx) {
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
