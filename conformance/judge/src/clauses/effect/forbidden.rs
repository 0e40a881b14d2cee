//! What belongs to another account, or is never shown: a step must not show or reach it.

use std::collections::BTreeSet;

use spec::Type;

use super::values::{judge_presence, missing_own};
use super::{EffectRule, by_any_refusal};
use crate::clauses::prelude::*;
use crate::scenario::Reference;

pub struct Forbidden {
    /// What was expected where a call reaches it.
    pub expected: &'static str,
    /// Whether a list must show all that is of the account.
    pub has_own: bool,
}

impl EffectRule for Forbidden {
    fn judge_values(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        judge_presence(claim, ctx, true, missing_own(ctx).filter(|_| self.has_own))
    }

    /// Forbidden whatever was written before.
    fn judge_refusal(&self, _: &Claim, ctx: &StepContext<'_>, _: &str) -> FindingResult {
        match ctx.refusal {
            RefusalOutcome::Matched if ctx.has_control() => Ok(Held::with(Coverage::BOTH_SIDES)),
            RefusalOutcome::Matched => Err(Inconclusive(Reason::NoControl)),
            RefusalOutcome::Accepted if ctx.is_demonstrated() => self.judge_access(ctx),
            RefusalOutcome::Accepted => Err(Inconclusive(Reason::NotDemonstrated)),
            RefusalOutcome::Other => Err(Inconclusive(Reason::WrongReason)),
            RefusalOutcome::Unusable(reason) => Err(unusable_result(reason)),
        }
    }

    fn judge_any_refusal(&self, ctx: &StepContext<'_>) -> FindingResult {
        by_any_refusal(ctx, || self.judge_access(ctx)).map(|_| Held::with(Coverage::BOTH_SIDES))
    }
}

impl Forbidden {
    fn judge_access(&self, ctx: &StepContext<'_>) -> FindingResult {
        if shows_what_was_asked(ctx) {
            return ctx.breach(self.expected);
        }
        Err(Inconclusive(Reason::OtherOutcome))
    }
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
    addressed
        .iter()
        .filter_map(|(_, value)| value.text())
        .any(|text| ctx.holds(text) || shown_identifiers(ctx).any(|shown| shown == text))
}

/// The identifiers of the records in a documented body, which may be numbers.
fn shown_identifiers<'a>(ctx: &StepContext<'a>) -> impl Iterator<Item = &'a str> {
    let attempt = ctx.attempt.filter(|attempt| attempt.is_accepted());
    let members = contract::envelope(ctx.operation).unwrap_or_default().iter();
    let shown = members.filter_map(move |member| {
        let Type::Record(record) = &member.ty else { return None };
        let value = attempt?.responses.first()?.member(&member.wire)?;
        contract::identifier_of(ctx.trace.contract, record, value)
    });
    shown.collect::<Vec<_>>().into_iter()
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
