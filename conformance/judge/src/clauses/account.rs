//! The key identifies the account, and an account has no more records of a kind than documented.

use reader::counted;

use crate::clauses::effect::values::{self, missing_own};
use crate::clauses::effect::{EffectRule, by_acceptance};
use crate::clauses::prelude::*;

pub(super) struct OfKey;

impl EffectRule for OfKey {
    fn judge_values(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        // An operation that is no list shows by accepting that it found the account's record.
        if ctx.operation.lists.is_none() {
            return self.judge_acceptance(claim, ctx);
        }
        values::judge(claim, ctx, missing_own(ctx))
    }

    fn judge_acceptance(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        // A key that works reaches what is known to be of its account.
        by_acceptance(claim, ctx, ctx.has_control() && !ctx.may_be_right_to_refuse())
    }
}

/// The list of an account has no more records than the account may have. If the scope of a list is
/// not documented, it is known to be limited to the account if the list of another account has none
/// of its records, and each has known records of its own. A list of all accounts shows nothing
/// about one.
pub(super) fn judge_limit(ctx: &StepContext<'_>, record: &str) -> FindingResult {
    let list = contract::list_member(ctx.operation);
    let limit = ctx.trace.contract.record(record).and_then(|record| record.limit.as_ref());
    if !ctx.is_shown() {
        return Err(ctx.without_acceptance());
    }
    // Records of a list that the document does not show cannot be counted.
    let (Some(list), Some(limit)) = (list, limit) else {
        return Err(NotExercised(Reason::Unobservable));
    };
    if ctx.values.hides.iter().any(|value| ctx.holds(value)) {
        return Err(NotExercised(Reason::LegallyAbsent));
    }
    let shows_own = ctx.values.shows.iter().all(|value| ctx.holds(value));
    if !shows_own || !keeps_to_account(ctx, list) {
        return Err(NotExercised(Reason::Unobservable));
    }
    if ctx.listed(list).count() as u64 <= u64::from(limit.per_account) {
        Ok(Held::ONCE)
    } else {
        ctx.breach(format!("at most {} in `{list}`", counted(limit.per_account, "record")))
    }
}

/// Whether a call with another key showed what this one hides, and nothing that this one shows.
fn keeps_to_account(ctx: &StepContext<'_>, list: &str) -> bool {
    ctx.calls().filter(|call| call.step.key != ctx.step.key && call.is_shown()).any(|other| {
        ctx.values.hides.iter().all(|value| other.holds(value))
            && !ctx.listed(list).any(|item| other.listed(list).any(|listed| listed == item))
    })
}
