//! An account has no more records of a kind than documented.

use crate::clauses::ClauseRule;
use crate::contract;
use crate::finding::FindingResult;
use crate::json::Json;
use crate::parsed::attempt::Attempt;
use crate::parsed::step_context::StepContext;
use crate::parsed::view::AcceptanceOutcome;
use crate::reason::Reason;

pub(super) struct AccountLimit<'k> {
    pub(super) record: &'k String,
}

impl ClauseRule for AccountLimit<'_> {
    fn judge_proof(&self, ctx: &StepContext<'_>) -> Option<FindingResult> {
        Some(judge_list(ctx, self.record))
    }
}

/// The list of an account has no more records than the account may have. If the scope of a list is
/// not documented, it is known to be limited to the account if the list of another account has none
/// of its records, and each has known records of its own. A list of all accounts shows nothing
/// about one.
fn judge_list(ctx: &StepContext<'_>, record: &str) -> FindingResult {
    let values = ctx.parsed.values;
    let list = contract::list_member(ctx.operation);
    let record = ctx.trace.contract.record(record);
    let limit = record.and_then(|record| record.limit.as_ref());
    let (Some(attempt), Some(list), Some(limit)) = (ctx.attempt(), list, limit) else {
        return FindingResult::NotExercised(Reason::NoCapture);
    };
    if ctx.acceptance() != AcceptanceOutcome::Shown {
        return ctx.without_acceptance();
    }
    if values.hides.iter().any(|value| attempt.holds(value)) {
        return FindingResult::NotExercised(Reason::LegallyAbsent);
    }
    let own = values.shows.iter().all(|value| attempt.holds(value));
    if !own || !keeps_to_account(ctx, attempt, list) {
        return FindingResult::NotExercised(Reason::Unobservable);
    }
    match items(attempt, list).len() as u64 <= u64::from(limit.per_account) {
        true => FindingResult::HELD,
        false => ctx.breach(format!("at most {} in `{list}`", limit.per_account)),
    }
}

/// Whether a call with another key showed what this one hides, and nothing that this one shows.
fn keeps_to_account(ctx: &StepContext<'_>, attempt: &Attempt, list: &str) -> bool {
    let mine = items(attempt, list);
    let hides = &ctx.parsed.values.hides;
    let mut calls = ctx.trace.calls(&ctx.operation.id);
    calls.any(|index| {
        let other_key = ctx.trace.step(index).is_some_and(|step| step.key != ctx.step.key);
        let accepted = ctx.trace.acceptance(index) == AcceptanceOutcome::Shown;
        let other = ctx.trace.attempt(index).filter(|_| other_key && accepted);
        other.is_some_and(|other| {
            let theirs = items(other, list);
            hides.iter().all(|value| other.holds(value))
                && !mine.iter().any(|item| theirs.contains(item))
        })
    })
}

fn items<'w>(attempt: &'w Attempt, list: &str) -> Vec<&'w Json> {
    let pages = attempt.answers.iter().filter_map(|answer| answer.json.as_ref());
    let lists = pages.filter_map(|page| page.get(list)?.items());
    lists.flatten().collect()
}
