//! Under its guard the transition does not happen.

use crate::clauses::prelude::*;
use crate::clauses::proof::earlier_calls;
use crate::parsed::response::ResponseClass;

pub(super) struct TransitionExcept;

impl ClauseRule for TransitionExcept {
    fn missing_action(&self, claim: &Claim, ctx: &StepContext<'_>) -> Option<NotHeld> {
        let Some(guarded) = earlier_calls(claim, ctx).last() else {
            return Some(Inconclusive(Reason::NotDemonstrated));
        };
        let is_answered = guarded.attempt.is_some_and(|attempt| {
            matches!(attempt.class(), ResponseClass::Accepted | ResponseClass::Refused)
                && attempt.responses.iter().all(|response| response.status < 500)
        });
        if !is_answered {
            return Some(Inconclusive(Reason::OtherOutcome));
        }
        // A call without an effect shows a guard only where a like call has one.
        let mut others = earlier_calls(claim, ctx).filter(|call| call.index != guarded.index);
        let has_control = others.any(|call| call.is_accepted());
        (!has_control).then_some(Inconclusive(Reason::NoControl))
    }
}
