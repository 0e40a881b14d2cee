//! Of several states or kinds of records that a clause is about, those that a step shows.

use std::collections::BTreeSet;

use spec::{ClauseKind, Contract, Operation};

use crate::clauses::effect::forbidden::forbidden_kinds;
use crate::clauses::prelude::*;
use crate::clauses::shared::state_before::StateBefore;
use crate::scenario::{Reference, Scenario, Value};

/// A state or a kind of records that a clause must be shown for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstanceName {
    /// A state in which records are before the step.
    State(String),
    /// A kind of fixtures that must not be shown.
    Forbidden(String),
    /// A kind of fixtures that the step consumes. The clause must be shown for each kind that the target has.
    UsedUp(String),
}

/// The instances that a step shows which names a clause of the kind.
pub fn instances(kind: &ClauseKind, step: &ClaimedStep<'_>) -> BTreeSet<InstanceName> {
    match kind {
        ClauseKind::Hidden { .. } | ClauseKind::Scope => {
            forbidden_kinds(step).into_iter().map(InstanceName::Forbidden).collect()
        }
        ClauseKind::TransitionAllowed { transition } => {
            let before = step.index().and_then(|index| {
                let transition = transition.as_deref();
                state_before(transition, step.contract, step.scenario, step.operation, index)
            });
            let state = before.map(|before| InstanceName::State(before.state.to_owned()));
            let kind = used_up_kind(transition.as_deref(), step).map(InstanceName::UsedUp);
            state.into_iter().chain(kind).collect()
        }
        _ => BTreeSet::new(),
    }
}

/// The kind of fixtures that a transition from a documented state consumes.
fn used_up_kind(transition: Option<&str>, step: &ClaimedStep<'_>) -> Option<String> {
    step.operation.transition(transition)?.from.as_ref()?;
    let inputs = step.step.inputs.set.values().flat_map(Value::references);
    let mut kinds = inputs.filter_map(|reference| {
        let Reference::Fixture { need, .. } = reference else { return None };
        let need =
            step.scenario.needs.iter().find(|known| known.name == *need && !known.optional)?;
        let fixtures = &step.contract.service.fixtures;
        fixtures.iter().find(|known| known.kind == need.kind && known.consumed)
    });
    kinds.next().map(|fixture| fixture.kind.clone())
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

/// The state of the record before the step, for a transition that can start from several states. These are the listed
/// states, or all states except the new one.
fn state_before<'a>(
    transition: Option<&str>,
    contract: &'a Contract,
    scenario: &'a Scenario,
    operation: &Operation,
    step: usize,
) -> Option<StateBefore<'a>> {
    let transition = operation.transition(transition)?;
    let before = StateBefore::of(contract, scenario, step, &transition.record)?;
    let is_named = match &transition.from {
        Some(states) => states.len() > 1 && transition.starts_in(before.state),
        None => transition.to.stated().is_none_or(|to| before.state != to),
    };
    is_named.then_some(before)
}
