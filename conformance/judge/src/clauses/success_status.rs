//! The status of a success.

use crate::clauses::prelude::*;
use crate::parsed::response::ResponseClass;

pub(super) struct SuccessStatus<'k> {
    pub(super) status: &'k u16,
}

impl ClauseRule for SuccessStatus<'_> {
    fn depends_on_state(&self) -> bool {
        false
    }

    fn is_claimed_by(&self, step: &ClaimedStep<'_>) -> bool {
        step.is_accepted()
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        // Whatever else the response shows, a success has the stated status.
        let is_other = |response: &&ParsedResponse| {
            response.class == ResponseClass::Accepted && response.status != *self.status
        };
        match ctx.responses().iter().find(is_other) {
            Some(response) => Err(response.breach(format!("status {}", self.status))),
            None if ctx.is_shown() => Ok(Held::ONCE),
            None => Err(ctx.without_acceptance()),
        }
    }
}
