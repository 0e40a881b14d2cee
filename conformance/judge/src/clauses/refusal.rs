//! A defect is refused, for the documented reason.

use spec::ClauseKind;

use crate::clauses::at_once;
use crate::clauses::effect::forbidden::shows_what_was_asked;
use crate::clauses::effect::{EffectRule, by_any_refusal, compared, earlier_calls, values};
use crate::clauses::prelude::*;
use crate::clauses::shared::refusals::{
    describe_defect, has_failed, is_earned_by_request, refusal_coverage,
};
use crate::parsed::addressing::addresses;
use crate::parsed::calculation;

pub(super) fn judge(ctx: &StepContext<'_>) -> FindingResult {
    if ctx.step.at_once > 1 {
        return at_once::judge(ctx);
    }
    match ctx.refusal {
        RefusalOutcome::Accepted if !is_known_to_apply(ctx) => {
            Err(Inconclusive(Reason::NotDemonstrated))
        }
        RefusalOutcome::Accepted => ctx.breach(format!("refused: {}", describe_defect(ctx))),
        RefusalOutcome::Other if has_failed(ctx) => Err(Inconclusive(Reason::ServerError)),
        RefusalOutcome::Other if !ctx.has_control() => Err(Inconclusive(Reason::WrongReason)),
        RefusalOutcome::Matched | RefusalOutcome::Other => Ok(Held::with(refusal_coverage(ctx))),
        RefusalOutcome::Unusable(reason) => Err(unusable_result(reason)),
    }
}

/// A refused call left the records as they were.
pub(super) struct Unchanged;

impl EffectRule for Unchanged {
    fn judge_comparison(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        ctx.accepted_attempt()?;
        let ClauseKind::Refusal { case } = &claim.clause.kind else {
            return Err(Inconclusive(Reason::NotDemonstrated));
        };
        let expected = Expectation::Refused(case.clone());
        let mut refused =
            earlier_calls(claim, ctx).filter(|call| call.step.expect == expected).peekable();
        if refused.peek().is_none() {
            return Err(Inconclusive(Reason::NotDemonstrated));
        }
        // The accepted call is itself reported as a breach.
        if refused.any(ParsedStep::is_accepted) {
            return Err(Inconclusive(Reason::OtherOutcome));
        }
        compared::compare(ctx, false, || true)
    }

    fn judge_values(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        values::judge_replacement(claim, ctx, None)
    }

    fn judge_any_refusal(&self, ctx: &StepContext<'_>) -> FindingResult {
        by_any_refusal(ctx, || {
            let is_read = ctx.operation.method.is_safe();
            // A service may answer a read with the word that there is nothing.
            if !ctx.has_control() || is_read && !shows_what_was_asked(ctx) {
                return Err(Inconclusive(Reason::OtherOutcome));
            }
            if addresses_records(ctx) {
                return ctx.breach("refused: the requested record does not exist");
            }
            ctx.breach("refused: the request is invalid")
        })
    }
}

/// Whether the operation is about a record that the request names.
fn addresses_records(ctx: &StepContext<'_>) -> bool {
    ctx.attempt.is_some_and(|attempt| !addresses(ctx.operation, attempt).is_empty())
}

/// Whether the defect is known to be there, so that accepting the request was wrong.
fn is_known_to_apply(ctx: &StepContext<'_>) -> bool {
    if ctx.trace.expected_case(ctx).is_some_and(contract::is_about_key) {
        return ctx.has_control() || ctx.is_shown();
    }
    if is_earned_by_request(ctx) {
        return ctx.key_works();
    }
    match ctx.trace.expected_case(ctx).and_then(|case| case.when.stated()) {
        // The step is meant to show that the record is gone or has left its state.
        Some(Condition::NotInState { .. } | Condition::InState { .. } | Condition::Unknown(_))
            if shows_a_change(ctx) =>
        {
            false
        }
        Some(Condition::Compares(comparison)) => {
            ctx.is_demonstrated() && calculation::holds(ctx.trace, ctx, comparison) == Some(true)
        }
        Some(Condition::Repeated) => ctx.is_demonstrated() && was_accepted_before(ctx),
        _ => ctx.is_demonstrated(),
    }
}

/// Whether the very same was sent before and accepted, or what the step says it repeats.
fn was_accepted_before(ctx: &StepContext<'_>) -> bool {
    let repeated = ctx.step.repeats.as_deref().and_then(|name| ctx.trace.named(name));
    match repeated.filter(|repeated| repeated.index < ctx.index) {
        Some(repeated) => repeated.is_shown(),
        None => ctx.controls().any(|call| call.index < ctx.index && call.sends_same_as(ctx)),
    }
}

fn shows_a_change(ctx: &StepContext<'_>) -> bool {
    ctx.step
        .proves
        .iter()
        .any(|proof| matches!(proof.kind, ClauseKind::TransitionDone { .. } | ClauseKind::Removal))
}
