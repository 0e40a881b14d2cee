//! What must be refused with any message: what belongs to another account, what is hidden, a request without a required
//! member.
//!
//! A refusal shows nothing by itself: a like request must have been accepted.

use std::collections::BTreeSet;

use crate::clauses::prelude::*;
use crate::clauses::shared::refusals::has_failed;
use crate::scenario::Reference;

pub fn judge_refusal_of_any_kind(rule: &dyn ClauseRule, ctx: &StepContext<'_>) -> FindingResult {
    match ctx.refusal {
        RefusalOutcome::Accepted => judge_acceptance(rule, ctx),
        RefusalOutcome::Unusable(reason) => Err(unusable_result(reason)),
        _ if has_failed(ctx) => Err(Inconclusive(Reason::ServerError)),
        _ if !ctx.has_control() => Err(Inconclusive(Reason::WrongReason)),
        _ if !ctx.is_demonstrated() => Err(Inconclusive(Reason::NotDemonstrated)),
        _ => Ok(Held::with(coverage(rule))),
    }
}

/// What a refusal beside a control shows of a clause.
pub(super) fn coverage(rule: &dyn ClauseRule) -> Coverage {
    if rule.forbids() { Coverage::BOTH_SIDES } else { Coverage::SEEN_WITH_CONTROL }
}

/// The result where the call was accepted instead.
pub(super) fn judge_acceptance(rule: &dyn ClauseRule, ctx: &StepContext<'_>) -> FindingResult {
    if !ctx.is_demonstrated() {
        return Err(Inconclusive(Reason::NotDemonstrated));
    }
    rule.judge_unexpected_acceptance(ctx)
}

/// Whether the response holds an identifier that the request addressed: one that no accepted request has, or else any.
pub fn shows_what_was_asked(ctx: &StepContext<'_>) -> bool {
    let sent = ctx.attempt.into_iter().flat_map(|attempt| attempt.sent.iter());
    let (shared, own): (Vec<_>, Vec<_>) = sent
        .filter(|(input, _)| !contract::identifier_forms(ctx.operation, input).is_empty())
        .partition(|(input, value)| {
            ctx.controls().any(|control| control.sent(input) == Some(value))
        });
    let addressed = if own.is_empty() { shared } else { own };
    addressed.iter().filter_map(|(_, value)| value.text()).any(|text| ctx.holds(text))
}

/// The kinds of fixtures that a step must not show or reach. An optional fixture may be missing.
pub fn forbidden_kinds(step: &ClaimedStep<'_>) -> BTreeSet<String> {
    let hidden = step.step.hides.iter().flat_map(Template::references);
    let inputs = step.step.inputs.set.values().flat_map(Value::references);
    let needs = hidden.chain(inputs.filter(|_| !step.is_accepted())).filter_map(|reference| {
        let Reference::Fixture { need, .. } = reference else { return None };
        step.scenario.needs.iter().find(|known| known.name == *need && !known.optional)
    });
    needs.map(|need| need.kind.clone()).collect()
}
