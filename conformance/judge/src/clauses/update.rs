//! A field of a record has its actual value, and after an accepted change the value that was sent.

use spec::ClauseKind;

use crate::clauses::effect::elsewhere::{is_seen_elsewhere_after, named_update};
use crate::clauses::effect::{EffectRule, by_refusal, compared, values};
use crate::clauses::prelude::*;
use crate::scenario::ClauseRef;

pub(super) struct FieldValue;

impl EffectRule for FieldValue {
    fn judge_comparison(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        // Where no read shows a change, the clause of the change answers for it.
        compared::judge(claim, ctx, true, || {
            named_update(ctx).is_none_or(|update| is_seen_elsewhere_after(ctx, update))
        })
    }
}

pub(super) struct Update<'k> {
    pub(super) field: &'k str,
}

impl EffectRule for Update<'_> {
    fn judge_comparison(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        // A member with a value clause of its own responses for a read that lacks a change which another read shows.
        let held = compared::judge(claim, ctx, false, || {
            let is_value_clause =
                |proof: &ClauseRef| matches!(proof.kind, ClauseKind::FieldValue { .. });
            let update = named_update(ctx).filter(|proof| proof.kind == claim.clause.kind);
            !update.is_some_and(|update| {
                ctx.step.proves.iter().any(is_value_clause) && is_seen_elsewhere_after(ctx, update)
            })
        })?;
        if compared::was_otherwise(claim, ctx, self.field) {
            return Ok(held);
        }
        Err(Inconclusive(Reason::NoControl))
    }

    fn judge_values(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        values::judge_replacement(claim, ctx, Some(self.field))
    }

    fn judge_refusal(&self, claim: &Claim, ctx: &StepContext<'_>, case: &str) -> FindingResult {
        let documented = ctx.trace.contract.error_case(ctx.operation, case);
        let when = documented.and_then(|case| case.when.stated());
        let undone = matches!(when, Some(Condition::Taken(_)))
            .then_some("refused: an accepted update gave the value to another record");
        by_refusal(claim, ctx, case, undone)
    }
}
