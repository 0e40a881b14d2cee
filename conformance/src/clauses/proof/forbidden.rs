//! What must be refused with any message: what belongs to another account, what is hidden, a request without a required
//! member.
//!
//! A refusal shows nothing by itself: a like request must have been accepted.

use crate::clauses::ClauseRule;
use crate::clauses::shared::refusals::has_failed;
use crate::contract;
use crate::finding::{Coverage, FindingResult};
use crate::parsed::step_context::{StepContext, unusable_result};
use crate::parsed::view::RefusalOutcome;
use crate::reason::Reason;

pub(crate) fn judge_refusal_of_any_kind(
    rule: &dyn ClauseRule,
    ctx: &StepContext<'_>,
) -> FindingResult {
    match ctx.refusal() {
        RefusalOutcome::Matched | RefusalOutcome::Other => match () {
            () if has_failed(ctx) => FindingResult::Inconclusive(Reason::ServerError),
            () if !ctx.has_control() => FindingResult::Inconclusive(Reason::WrongReason),
            () if !ctx.is_demonstrated() => FindingResult::Inconclusive(Reason::NotDemonstrated),
            () => FindingResult::held(coverage(rule)),
        },
        RefusalOutcome::Accepted => judge_acceptance(rule, ctx),
        RefusalOutcome::Unusable(reason) => unusable_result(reason),
    }
}

/// What a refusal beside a control shows of a clause.
pub(super) fn coverage(rule: &dyn ClauseRule) -> Coverage {
    if rule.forbids() {
        Coverage::INCLUDED | Coverage::EXCLUDED
    } else {
        Coverage::SEEN | Coverage::CONTROL
    }
}

/// The result where the call was accepted instead.
pub(super) fn judge_acceptance(rule: &dyn ClauseRule, ctx: &StepContext<'_>) -> FindingResult {
    if ctx.is_demonstrated() {
        rule.judge_unexpected_acceptance(ctx)
    } else {
        FindingResult::Inconclusive(Reason::NotDemonstrated)
    }
}

/// Whether the answer holds an identifier that the request addressed: one that no accepted request has, or else any.
pub(crate) fn shows_what_was_asked(ctx: &StepContext<'_>) -> bool {
    let Some(attempt) = ctx.attempt() else {
        return false;
    };
    let addressing = attempt
        .sent
        .iter()
        .filter(|(input, _)| !contract::identifier_forms(ctx.operation, input).is_empty());
    let (shared, own): (Vec<_>, Vec<_>) = addressing.partition(|(input, value)| {
        let mut controls = ctx.controls().filter_map(|index| ctx.trace.attempt(index));
        controls.any(|control| control.sent.get(input) == Some(value))
    });
    let asked = if own.is_empty() { shared } else { own };
    let mut texts = asked.iter().filter_map(|(_, value)| value.text());
    texts.any(|text| attempt.holds(text))
}
