//! How a step proves a clause that its scenario names: that something was created, that a state was left, that a list
//! keeps to its account. What differs between kinds is in `ClauseRule`.

use crate::clauses::ClaimedBy;
use crate::clauses::prelude::*;

mod compared;
pub mod elsewhere;
pub mod forbidden;
pub mod values;

/// Judges a step that names the clause under `proves` or `must_not_affect`.
pub(super) fn judge(rule: &dyn ClauseRule, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
    if let Some(result) = rule.judge_proof(ctx) {
        return result;
    }
    if ctx.step.compared().next().is_some() {
        return compared::judge(rule, claim, ctx);
    }
    // Whether the content of the response decides, and not only its acceptance.
    let has_values = !ctx.values.shows.is_empty() || !ctx.values.hides.is_empty();
    match &ctx.step.expect {
        Expectation::Refused(case) => by_refusal(rule, claim, ctx, case),
        Expectation::RefusedAny => forbidden::judge_refusal_of_any_kind(rule, ctx),
        _ if has_values && rule.looks_at_response(ctx) => values::judge(rule, claim, ctx),
        _ if claim.made_by == ClaimedBy::MustNotAffect => by_acceptance(rule, claim, ctx),
        _ => rule.judge_acceptance(claim, ctx).unwrap_or_else(|| by_acceptance(rule, claim, ctx)),
    }
}

/// A refusal that only occurs if an earlier call had its effect.
fn by_refusal(
    rule: &dyn ClauseRule,
    claim: &Claim,
    ctx: &StepContext<'_>,
    case: &str,
) -> FindingResult {
    let forbids = rule.forbids();
    match ctx.refusal {
        RefusalOutcome::Matched if forbids && !ctx.has_control() => {
            Err(Inconclusive(Reason::NoControl))
        }
        RefusalOutcome::Matched if !forbids && !rests_on_acceptance(ctx) => {
            Err(Inconclusive(Reason::NotDemonstrated))
        }
        RefusalOutcome::Matched => match rule.missing_comparison(claim, ctx) {
            Some(lacking) => Err(lacking),
            None => Ok(Held::with(forbidden::coverage(rule))),
        },
        RefusalOutcome::Accepted if forbids => forbidden::judge_acceptance(rule, ctx),
        RefusalOutcome::Accepted => match undone(rule, claim, ctx, case) {
            // The expected refusal may be missing because the service never gives it, unless it
            // occurs elsewhere.
            Some(expected) if rests_on_acceptance(ctx) && is_given_elsewhere(ctx, case) => {
                ctx.breach(expected)
            }
            Some(_) => Err(Inconclusive(Reason::NotDemonstrated)),
            None => Err(Inconclusive(Reason::OtherOutcome)),
        },
        RefusalOutcome::Other => Err(Inconclusive(Reason::WrongReason)),
        RefusalOutcome::Unusable(reason) => Err(unusable_result(reason)),
    }
}

/// What was expected, where acceptance shows that an earlier call had no effect, or changed too much.
fn undone(
    rule: &dyn ClauseRule,
    claim: &Claim,
    ctx: &StepContext<'_>,
    case: &str,
) -> Option<&'static str> {
    if claim.made_by == ClaimedBy::MustNotAffect {
        return Some("refused: earlier calls must not have changed this record");
    }
    let case = ctx.trace.contract.error_case(ctx.operation, case);
    rule.undone_by_acceptance(ctx, case.and_then(|case| case.when.stated()))
}

/// Whether what came before was accepted: the last call that should have been, of any operation.
fn rests_on_acceptance(ctx: &StepContext<'_>) -> bool {
    let mut earlier = ctx.trace.steps.iter().take(ctx.index).rev();
    earlier.find(|call| call.step.wants_acceptance()).is_some_and(ParsedStep::is_accepted)
}

pub fn is_given_elsewhere(ctx: &StepContext<'_>, case: &str) -> bool {
    ctx.calls().any(|call| call.index != ctx.index && ctx.trace.is_answered_as(call, case))
}

/// The last earlier call of the operation that a clause is about, of those that should be accepted.
pub fn last_act<'a>(claim: &Claim, ctx: &StepContext<'a>) -> Option<&'a ParsedStep<'a>> {
    earlier_calls(claim, ctx).filter(|call| call.step.wants_acceptance()).last()
}

pub fn earlier_calls<'a>(
    claim: &Claim,
    ctx: &StepContext<'a>,
) -> impl Iterator<Item = &'a ParsedStep<'a>> {
    let operation = claim.clause.operation.as_deref();
    let earlier = ctx.trace.steps.iter().take(ctx.index);
    earlier.filter(move |call| Some(call.operation.id.as_str()) == operation)
}

/// Why a response shows nothing, because the call that the clause is about was not made or not accepted.
pub(super) fn missing_action(claim: &Claim, ctx: &StepContext<'_>) -> Option<NotHeld> {
    if claim.clause.operation.as_ref() == Some(&ctx.operation.id) {
        return None;
    }
    match last_act(claim, ctx) {
        Some(call) if call.is_accepted() => None,
        Some(_) => Some(Inconclusive(Reason::OtherOutcome)),
        None => Some(Inconclusive(Reason::NotDemonstrated)),
    }
}

/// An acceptance that only occurs if the clause holds, or that must still occur, as it did for a similar record.
fn by_acceptance(rule: &dyn ClauseRule, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
    match ctx.acceptance {
        AcceptanceOutcome::Shown => Ok(Held::ONCE),
        AcceptanceOutcome::Refused if !is_disproof(rule, ctx) => {
            Err(Inconclusive(Reason::OtherOutcome))
        }
        AcceptanceOutcome::Refused if ctx.may_be_used_up() => Err(NotExercised(Reason::UsedUp)),
        AcceptanceOutcome::Refused if !ctx.is_demonstrated() => {
            Err(Inconclusive(Reason::NoControl))
        }
        AcceptanceOutcome::Refused if claim.made_by == ClaimedBy::MustNotAffect => {
            if ctx.has_control_of_its_kind() {
                return ctx.breach("accepted: earlier calls must not have changed this record");
            }
            Err(Inconclusive(Reason::NoControl))
        }
        AcceptanceOutcome::Refused => {
            // The record is a fixture of the target, or similar records were found by the same kind of identifier.
            if ctx.addresses_fixtures() || ctx.has_control_addressed_alike() {
                return ctx.breach("accepted");
            }
            Err(Inconclusive(Reason::NoControl))
        }
        _ => Err(ctx.without_acceptance()),
    }
}

/// Whether a refusal shows the opposite of the clause.
fn is_disproof(rule: &dyn ClauseRule, ctx: &StepContext<'_>) -> bool {
    match &ctx.step.disproved_by {
        Some(case) => ctx.trace.is_answered_as(ctx, case),
        None => rule.is_disproved_by_refusal(ctx),
    }
}
