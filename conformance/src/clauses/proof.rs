//! How a step proves a clause that its scenario names: that something was created, that a state was left, that a list
//! keeps to its account. What differs between kinds is in `ClauseRule`.

use crate::clauses::{Claim, ClauseRule};
use crate::finding::FindingResult;
use crate::parsed::answer::AnswerClass;
use crate::parsed::step_context::{StepContext, unusable_result};
use crate::parsed::view::{AcceptanceOutcome, RefusalOutcome};
use crate::reason::Reason;
use crate::scenario::{Expectation, Step};

mod compared;
pub(crate) mod elsewhere;
pub(crate) mod forbidden;
pub(crate) mod values;

/// Judges a step that names the clause under `proves` or `keeps`.
pub(super) fn judge(rule: &dyn ClauseRule, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
    if let Some(result) = rule.judge_proof(ctx) {
        return result;
    }
    if ctx.step.compared().next().is_some() {
        return compared::judge(rule, claim, ctx);
    }
    match &ctx.step.expect {
        Expectation::Refused(case) => by_refusal(rule, claim, ctx, case),
        Expectation::RefusedAny => forbidden::judge_refusal_of_any_kind(rule, ctx),
        _ if looks_for_values(rule, ctx) => values::judge(rule, claim, ctx),
        _ if claim.keeps => by_staying(rule, ctx),
        _ => match rule.judge_acceptance(claim, ctx) {
            Some(result) => result,
            None => by_acceptance(rule, ctx),
        },
    }
}

/// Whether the content of the answer decides, and not only its acceptance.
fn looks_for_values(rule: &dyn ClauseRule, ctx: &StepContext<'_>) -> bool {
    let values = ctx.parsed.values;
    let has_values = !values.shows.is_empty() || !values.hides.is_empty();
    has_values && rule.looks_at_answer(ctx)
}

/// A refusal that only occurs if an earlier call had its effect.
fn by_refusal(
    rule: &dyn ClauseRule,
    claim: &Claim,
    ctx: &StepContext<'_>,
    case: &str,
) -> FindingResult {
    let forbidden = rule.forbids();
    match ctx.refusal() {
        RefusalOutcome::Matched if forbidden && !ctx.has_control() => {
            FindingResult::Inconclusive(Reason::NoControl)
        }
        RefusalOutcome::Matched if !forbidden && !rests_on_acceptance(ctx) => {
            FindingResult::Inconclusive(Reason::NotDemonstrated)
        }
        RefusalOutcome::Matched => FindingResult::held(forbidden::coverage(rule)),
        RefusalOutcome::Accepted if forbidden => forbidden::judge_acceptance(rule, ctx),
        RefusalOutcome::Accepted => match undone(rule, claim, ctx, case) {
            // The expected refusal may be missing because the service never gives it, unless it
            // occurs elsewhere.
            Some(expected) if rests_on_acceptance(ctx) && is_given_elsewhere(ctx, case) => {
                ctx.breach(expected)
            }
            Some(_) => FindingResult::Inconclusive(Reason::NotDemonstrated),
            None => FindingResult::Inconclusive(Reason::OtherOutcome),
        },
        RefusalOutcome::Other => FindingResult::Inconclusive(Reason::WrongReason),
        RefusalOutcome::Unusable(reason) => unusable_result(reason),
    }
}

/// What was expected, where acceptance shows that an earlier call had no effect, or changed too much.
fn undone(
    rule: &dyn ClauseRule,
    claim: &Claim,
    ctx: &StepContext<'_>,
    case: &str,
) -> Option<&'static str> {
    if claim.keeps {
        return Some("refused: what was there before is there still");
    }
    let case = ctx.trace.contract.error_case(ctx.operation, case);
    rule.undone_by_acceptance(ctx, case.and_then(|case| case.when.stated()))
}

/// Whether what came before was accepted: the last call that should have been, of any operation.
fn rests_on_acceptance(ctx: &StepContext<'_>) -> bool {
    let earlier = (0..ctx.index)
        .rev()
        .find(|index| ctx.trace.step(*index).is_some_and(Step::wants_acceptance));
    earlier.is_some_and(|index| is_accepted_call(ctx, index))
}

pub(crate) fn is_accepted_call(ctx: &StepContext<'_>, index: usize) -> bool {
    let attempt = ctx.trace.attempt(index);
    attempt.is_some_and(|attempt| attempt.class() == AnswerClass::Accepted)
}

pub(crate) fn is_given_elsewhere(ctx: &StepContext<'_>, case: &str) -> bool {
    ctx.trace
        .calls(&ctx.operation.id)
        .any(|index| index != ctx.index && ctx.trace.is_answered_as(index, case))
}

/// The last earlier call of the operation that a clause is about, of those that should be accepted.
pub(crate) fn last_act(claim: &Claim, ctx: &StepContext<'_>) -> Option<usize> {
    let wanted = |index: &usize| {
        let step = ctx.trace.step(*index);
        step.is_some_and(Step::wants_acceptance)
    };
    earlier_calls(claim, ctx).filter(wanted).last()
}

pub(crate) fn earlier_calls<'v>(
    claim: &'v Claim,
    ctx: &'v StepContext<'_>,
) -> impl Iterator<Item = usize> + 'v {
    let operation = claim.operation.as_deref().unwrap_or_default();
    let calls = ctx.trace.calls(operation);
    calls.filter(|index| *index < ctx.index)
}

/// Why an answer shows nothing, because the call that the clause is about was not made or not accepted.
pub(super) fn missing_act(claim: &Claim, ctx: &StepContext<'_>) -> Option<FindingResult> {
    if claim.operation.as_deref() == Some(&ctx.operation.id) {
        return None;
    }
    match last_act(claim, ctx) {
        Some(index) if is_accepted_call(ctx, index) => None,
        Some(_) => Some(FindingResult::Inconclusive(Reason::OtherOutcome)),
        None => Some(FindingResult::Inconclusive(Reason::NotDemonstrated)),
    }
}

/// An acceptance that only occurs if the clause holds.
fn by_acceptance(rule: &dyn ClauseRule, ctx: &StepContext<'_>) -> FindingResult {
    match ctx.acceptance() {
        AcceptanceOutcome::Shown => FindingResult::HELD,
        AcceptanceOutcome::Refused if !is_disproof(rule, ctx) => {
            FindingResult::Inconclusive(Reason::OtherOutcome)
        }
        AcceptanceOutcome::Refused if ctx.may_be_used_up() => {
            FindingResult::NotExercised(Reason::UsedUp)
        }
        AcceptanceOutcome::Refused => {
            // The record is a fixture of the target, or similar records were found by the same kind of identifier.
            let vouched = ctx.addresses_fixtures() || ctx.has_control_addressed_alike();
            if ctx.is_demonstrated() && vouched {
                return ctx.breach("accepted");
            }
            FindingResult::Inconclusive(Reason::NoControl)
        }
        _ => ctx.without_acceptance(),
    }
}

/// An acceptance that must still occur, as it did for a similar record.
fn by_staying(rule: &dyn ClauseRule, ctx: &StepContext<'_>) -> FindingResult {
    match ctx.acceptance() {
        AcceptanceOutcome::Shown => FindingResult::HELD,
        AcceptanceOutcome::Refused if !is_disproof(rule, ctx) => {
            FindingResult::Inconclusive(Reason::OtherOutcome)
        }
        AcceptanceOutcome::Refused if ctx.may_be_used_up() => {
            FindingResult::NotExercised(Reason::UsedUp)
        }
        AcceptanceOutcome::Refused if ctx.is_demonstrated() && ctx.has_control_of_its_kind() => {
            ctx.breach("accepted, as before")
        }
        AcceptanceOutcome::Refused => FindingResult::Inconclusive(Reason::NoControl),
        _ => ctx.without_acceptance(),
    }
}

/// Whether a refusal shows the opposite of the clause.
fn is_disproof(rule: &dyn ClauseRule, ctx: &StepContext<'_>) -> bool {
    match &ctx.step.disproved_by {
        Some(case) => ctx.trace.is_answered_as(ctx.index, case),
        None => rule.is_disproved_by_refusal(ctx),
    }
}
