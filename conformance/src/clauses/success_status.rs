//! The status of a success.

use crate::clauses::prelude::*;

pub(super) struct SuccessStatus<'k> {
    pub(super) status: &'k u16,
}

impl ClauseRule for SuccessStatus<'_> {
    fn is_claimed_by(&self, step: &ClaimedStep<'_>) -> bool {
        step.is_accepted()
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        if !ctx.is_shown() {
            return Err(ctx.without_acceptance());
        }
        match ctx.answers().iter().find(|answer| answer.status != *self.status) {
            Some(answer) => Err(answer.breach(format!("status {}", self.status))),
            None => Ok(Held::ONCE),
        }
    }
}
