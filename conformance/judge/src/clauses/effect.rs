//! How a step shows a clause that it names: that something was created, that a state was left, that a list keeps to its
//! account. `EffectRule` has the ways in which a step can; the functions are the general procedures.

use spec::{ClauseKind, Condition};

use crate::clauses::ClaimedBy;
use crate::clauses::prelude::*;
use crate::clauses::shared::refusals::has_failed;
use crate::parsed::calculation;

pub mod compared;
pub mod elsewhere;
pub mod forbidden;
mod same_state;
pub mod values;

/// How a step that names a clause of a kind is judged, by what the step expects.
pub trait EffectRule {
    /// Members of the response are compared with known values.
    fn judge_comparison(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        compared::judge(claim, ctx, false, || true)
    }

    /// Values are in the response, and others are not.
    fn judge_values(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        values::judge(claim, ctx, None)
    }

    /// The call is refused for this case.
    fn judge_refusal(&self, claim: &Claim, ctx: &StepContext<'_>, case: &str) -> FindingResult {
        by_refusal(claim, ctx, case, None)
    }

    /// The call is refused with any message.
    fn judge_any_refusal(&self, ctx: &StepContext<'_>) -> FindingResult {
        // An accepted call may still have shown and done nothing.
        by_any_refusal(ctx, || Err(Inconclusive(Reason::OtherOutcome)))
    }

    /// The call is accepted, and what the response holds does not matter.
    fn judge_acceptance(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        by_acceptance(claim, ctx, false)
    }
}

/// The general procedures alone.
pub struct Unspecific;

impl EffectRule for Unspecific {}

/// Judges a step that names the clause under `proves` or `must_not_affect`.
pub fn judge(rule: &dyn EffectRule, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
    if let Some(other) = ctx.step.same_state_as.as_deref().and_then(|it| ctx.trace.named(it))
        && matches!(claim.clause.kind, ClauseKind::TransitionDone { .. })
    {
        return same_state::judge(claim, ctx, other);
    }
    if ctx.step.compared().next().is_some() {
        return rule.judge_comparison(claim, ctx);
    }
    let has_values = !ctx.values.shows.is_empty() || !ctx.values.hides.is_empty();
    match &ctx.step.expect {
        Expectation::Refused(case) => rule.judge_refusal(claim, ctx, case),
        Expectation::RefusedAny => rule.judge_any_refusal(ctx),
        _ if has_values => rule.judge_values(claim, ctx),
        _ => rule.judge_acceptance(claim, ctx),
    }
}

/// A refusal that only occurs if an earlier call had its effect. `undone` is what was expected where acceptance shows that
/// it had none.
pub fn by_refusal(
    claim: &Claim,
    ctx: &StepContext<'_>,
    case: &str,
    undone: Option<&'static str>,
) -> FindingResult {
    let undone = match claim.made_by {
        ClaimedBy::MustNotAffect => {
            Some("refused: earlier calls must not have changed this record")
        }
        _ => undone,
    };
    match ctx.refusal {
        RefusalOutcome::Matched if !rests_on_acceptance(ctx) => {
            Err(Inconclusive(Reason::NotDemonstrated))
        }
        RefusalOutcome::Matched => Ok(Held::with(Coverage::SEEN_WITH_CONTROL)),
        RefusalOutcome::Accepted => match undone {
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

/// A refusal with any message. It shows nothing by itself: a like request must have been accepted.
pub fn by_any_refusal(
    ctx: &StepContext<'_>,
    judge_acceptance: impl Fn() -> FindingResult,
) -> FindingResult {
    match ctx.refusal {
        RefusalOutcome::Unusable(reason) => Err(unusable_result(reason)),
        RefusalOutcome::Accepted if ctx.is_demonstrated() => judge_acceptance(),
        RefusalOutcome::Accepted => Err(Inconclusive(Reason::NotDemonstrated)),
        _ if has_failed(ctx) => Err(Inconclusive(Reason::ServerError)),
        _ if !ctx.has_control() => Err(Inconclusive(Reason::WrongReason)),
        _ if !ctx.is_demonstrated() => Err(Inconclusive(Reason::NotDemonstrated)),
        _ => Ok(Held::with(Coverage::SEEN_WITH_CONTROL)),
    }
}

/// Whether the case that a step disproves does not apply by the values that the scenario has seen. A case without a
/// comparison is left to the step.
fn disproves_comparison(ctx: &StepContext<'_>) -> bool {
    let case = ctx.step.disproved_by.as_ref();
    let case = case.and_then(|id| ctx.trace.contract.error_case(ctx.operation, id));
    match case.and_then(|case| case.when.stated()) {
        Some(Condition::Compares(comparison)) => {
            calculation::holds(ctx.trace, ctx, comparison) == Some(false)
        }
        _ => true,
    }
}

/// An acceptance that only occurs if the clause holds, or that must still occur, as it did for a similar record.
/// `is_disproof` says whether a refusal shows the opposite, where the step does not say which one does.
pub fn by_acceptance(claim: &Claim, ctx: &StepContext<'_>, is_disproof: bool) -> FindingResult {
    let is_disproof = match &ctx.step.disproved_by {
        Some(case) => ctx.trace.is_answered_as(ctx, case),
        None => is_disproof,
    };
    match ctx.acceptance {
        AcceptanceOutcome::Shown => Ok(Held::ONCE),
        AcceptanceOutcome::Refused if !is_disproof => Err(Inconclusive(Reason::OtherOutcome)),
        AcceptanceOutcome::Refused if !disproves_comparison(ctx) => {
            Err(Inconclusive(Reason::NotDemonstrated))
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
            // The record is a fixture of the target, the scenario created it, or similar records were found by the same
            // kind of identifier.
            if ctx.addresses_fixtures()
                || ctx.names_existing_record()
                || ctx.has_control_addressed_alike()
            {
                return ctx.breach("accepted");
            }
            Err(Inconclusive(Reason::NoControl))
        }
        _ => Err(ctx.without_acceptance()),
    }
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

pub fn is_last_act_accepted(claim: &Claim, ctx: &StepContext<'_>) -> bool {
    last_act(claim, ctx).is_some_and(ParsedStep::is_accepted)
}

pub fn earlier_calls<'a>(
    claim: &Claim,
    ctx: &StepContext<'a>,
) -> impl Iterator<Item = &'a ParsedStep<'a>> {
    let operation = claim.clause.operation.as_deref();
    let earlier = ctx.trace.steps.iter().take(ctx.index);
    earlier.filter(move |call| Some(call.operation.id.as_str()) == operation)
}
