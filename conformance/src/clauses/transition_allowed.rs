//! A record in the right state makes the transition.

use crate::clauses::prelude::*;

pub(super) struct TransitionAllowed<'k> {
    pub(super) transition: &'k Option<String>,
}

impl ClauseRule for TransitionAllowed<'_> {
    fn is_disproved_by_refusal(&self, ctx: &StepContext<'_>) -> bool {
        // Where the contract has no case for a transition that is not allowed, any refusal that cannot be right does.
        let transition = ctx.operation.transition(self.transition.as_deref());
        let has_case = transition.is_some_and(|transition| transition.refused_with.is_some());
        !has_case && !ctx.may_be_right_to_refuse()
    }
}
