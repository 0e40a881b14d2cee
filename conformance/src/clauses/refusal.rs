//! A defect is refused, for the documented reason.

use spec::{ClauseKind, Condition};

use crate::clauses::shared::refusals::{
    describe_defect, expected_case, has_failed, refusal_coverage,
};
use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::contract;
use crate::finding::{Coverage, FindingResult};
use crate::parsed::step_context::{StepContext, unusable_result};
use crate::parsed::view::{AcceptanceOutcome, RefusalOutcome};
use crate::reason::Reason;

mod at_once;

pub(super) struct Refusal;

impl ClauseRule for Refusal {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        if let Some(case) = step.refused_case() {
            let owner = step.owner_of_case(case);
            let case = case.to_owned();
            claims.add(owner, ClauseKind::Refusal { case });
        }
    }

    fn required_coverage(&self) -> Coverage {
        // A server that refuses everything would pass without a control.
        Coverage::SEEN | Coverage::CONTROL
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        if ctx.step.at_once > 1 {
            return at_once::judge(ctx);
        }

        match ctx.refusal() {
            RefusalOutcome::Matched => FindingResult::held(refusal_coverage(ctx)),
            RefusalOutcome::Accepted if !is_known_to_apply(ctx) => {
                FindingResult::Inconclusive(Reason::NotDemonstrated)
            }
            RefusalOutcome::Accepted => ctx.breach(format!("refused: {}", describe_defect(ctx))),
            RefusalOutcome::Other if has_failed(ctx) => {
                FindingResult::Inconclusive(Reason::ServerError)
            }
            RefusalOutcome::Other if ctx.has_control() => {
                FindingResult::held(refusal_coverage(ctx))
            }
            RefusalOutcome::Other => FindingResult::Inconclusive(Reason::WrongReason),
            RefusalOutcome::Unusable(reason) => unusable_result(reason),
        }
    }

    fn judge_unexpected_acceptance(&self, ctx: &StepContext<'_>) -> FindingResult {
        if ctx.has_control() {
            return ctx.breach("refused: what was asked for does not exist");
        }
        FindingResult::Inconclusive(Reason::OtherOutcome)
    }

    fn replaces_values(&self) -> bool {
        true
    }
}

/// Whether the defect is known to be there, so that accepting the request was wrong.
fn is_known_to_apply(ctx: &StepContext<'_>) -> bool {
    if expected_case(ctx).is_some_and(contract::is_about_key) {
        return ctx.has_control();
    }
    match expected_case(ctx).and_then(|case| case.when.stated()) {
        // The step is meant to show that the record is gone or has left its state.
        Some(Condition::NotInState { .. } | Condition::InState { .. } | Condition::Unknown(_))
            if shows_a_change(ctx) =>
        {
            false
        }
        Some(
            Condition::NotInState { .. }
            | Condition::InState { .. }
            | Condition::Taken(_)
            | Condition::Repeated,
        ) if !ctx.is_set_up() => false,
        Some(Condition::Repeated) => ctx.is_demonstrated() && was_accepted_before(ctx),
        _ => ctx.is_demonstrated(),
    }
}

/// Whether the very same was sent before and accepted, or what the step says it repeats.
fn was_accepted_before(ctx: &StepContext<'_>) -> bool {
    let named = ctx.step.repeats.as_deref();
    let repeated = named.and_then(|name| ctx.trace.scenario.step(name));
    if let Some(repeated) = repeated.filter(|repeated| *repeated < ctx.index) {
        return ctx.trace.acceptance(repeated) == AcceptanceOutcome::Shown;
    }
    let sent = ctx.attempt().map(|attempt| &attempt.sent);
    ctx.controls().any(|index| {
        index < ctx.index && ctx.trace.attempt(index).map(|attempt| &attempt.sent) == sent
    })
}

fn shows_a_change(ctx: &StepContext<'_>) -> bool {
    ctx.step
        .proves
        .iter()
        .any(|proof| matches!(proof.kind, ClauseKind::TransitionDone { .. } | ClauseKind::Removal))
}
