//! A record in the right state makes the transition.

use std::collections::BTreeSet;

use spec::{Contract, Operation};

use crate::clauses::prelude::*;
use crate::clauses::shared::state_before::StateBefore;
use crate::scenario::Scenario;

pub(super) struct TransitionAllowed<'k> {
    pub(super) transition: &'k Option<String>,
}

impl ClauseRule for TransitionAllowed<'_> {
    fn instances(&self, step: &ClaimedStep<'_>) -> BTreeSet<String> {
        let before = step.index().and_then(|index| {
            self.state_before(step.contract, step.scenario, step.operation, index)
        });
        before.into_iter().map(|before| before.state.to_owned()).collect()
    }

    fn confirms_instances(&self, ctx: &StepContext<'_>) -> bool {
        let trace = ctx.trace;
        let before = self.state_before(trace.contract, trace.scenario, ctx.operation, ctx.index);
        let reached_by = before.and_then(|before| before.reached_by);
        reached_by.and_then(|step| trace.steps.get(step)).is_none_or(ParsedStep::is_accepted)
    }

    fn is_disproved_by_refusal(&self, ctx: &StepContext<'_>) -> bool {
        // Where the contract has no case for a transition that is not allowed, any refusal that cannot be right does.
        let transition = ctx.operation.transition(self.transition.as_deref());
        let has_case = transition.is_some_and(|transition| transition.refused_with.is_some());
        !has_case && !ctx.may_be_right_to_refuse()
    }
}

impl TransitionAllowed<'_> {
    /// The state of the record before the step, for a transition from each state other than the new one.
    fn state_before<'a>(
        &self,
        contract: &'a Contract,
        scenario: &'a Scenario,
        operation: &Operation,
        step: usize,
    ) -> Option<StateBefore<'a>> {
        let transition = operation.transition(self.transition.as_deref())?;
        let before = StateBefore::of(contract, scenario, step, &transition.record)?;
        let is_named =
            transition.from.is_none() && transition.to.stated().is_none_or(|to| before.state != to);
        is_named.then_some(before)
    }
}
