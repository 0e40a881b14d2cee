//! Under its guard the transition does not happen.

use crate::clauses::proof::{earlier_calls, is_accepted_call};
use crate::clauses::{Claim, ClauseRule};
use crate::finding::FindingResult;
use crate::parsed::answer::AnswerClass;
use crate::parsed::step_context::StepContext;
use crate::reason::Reason;

pub(super) struct TransitionExcept;

impl ClauseRule for TransitionExcept {
    fn missing_act(&self, claim: &Claim, ctx: &StepContext<'_>) -> Option<FindingResult> {
        let Some(guarded) = earlier_calls(claim, ctx).last() else {
            return Some(FindingResult::Inconclusive(Reason::NotDemonstrated));
        };
        let is_answered = ctx.trace.attempt(guarded).is_some_and(|attempt| {
            let class = attempt.class();
            matches!(class, AnswerClass::Accepted | AnswerClass::Refused)
                && attempt.answers.iter().all(|answer| answer.status < 500)
        });
        if !is_answered {
            return Some(FindingResult::Inconclusive(Reason::OtherOutcome));
        }
        // A call without an effect shows a guard only where a like call has one.
        let mut others = earlier_calls(claim, ctx).filter(|index| *index != guarded);
        let has_control = others.any(|index| is_accepted_call(ctx, index));
        (!has_control).then_some(FindingResult::Inconclusive(Reason::NoControl))
    }
}
