//! Of several states or kinds of records that a clause is about, those that a step shows.

use std::collections::BTreeSet;

use spec::{ClauseKind, Contract, Operation};

use crate::clauses::effect::forbidden::forbidden_kinds;
use crate::clauses::prelude::*;
use crate::clauses::shared::state_before::StateBefore;
use crate::scenario::Scenario;

/// The instances that a step shows which names a clause of the kind.
pub fn instances(kind: &ClauseKind, step: &ClaimedStep<'_>) -> BTreeSet<String> {
    match kind {
        ClauseKind::Hidden { .. } | ClauseKind::Scope => forbidden_kinds(step),
        ClauseKind::TransitionAllowed { transition } => {
            let before = step.index().and_then(|index| {
                let transition = transition.as_deref();
                state_before(transition, step.contract, step.scenario, step.operation, index)
            });
            before.into_iter().map(|before| before.state.to_owned()).collect()
        }
        _ => BTreeSet::new(),
    }
}

/// Whether the trace confirms that the step was about its instances.
pub(super) fn are_confirmed(kind: &ClauseKind, ctx: &StepContext<'_>) -> bool {
    let trace = ctx.trace;
    match kind {
        ClauseKind::Hidden { .. } | ClauseKind::Scope => true,
        ClauseKind::TransitionAllowed { transition } => {
            let (transition, scenario) = (transition.as_deref(), trace.scenario);
            let before =
                state_before(transition, trace.contract, scenario, ctx.operation, ctx.index);
            let reached_by = before.and_then(|before| before.reached_by);
            reached_by.and_then(|step| trace.steps.get(step)).is_none_or(ParsedStep::is_accepted)
        }
        _ => false,
    }
}

/// The state of the record before the step, for a transition from each state other than the new one.
fn state_before<'a>(
    transition: Option<&str>,
    contract: &'a Contract,
    scenario: &'a Scenario,
    operation: &Operation,
    step: usize,
) -> Option<StateBefore<'a>> {
    let transition = operation.transition(transition)?;
    let before = StateBefore::of(contract, scenario, step, &transition.record)?;
    let is_named =
        transition.from.is_none() && transition.to.stated().is_none_or(|to| before.state != to);
    is_named.then_some(before)
}
