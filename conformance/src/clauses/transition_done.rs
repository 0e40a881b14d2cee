//! After the transition the record is in its new state, and no longer in the one it came from.

use crate::clauses::prelude::*;
use crate::clauses::proof::last_act;
use crate::clauses::proof::values::same_calls;

pub(super) struct TransitionDone;

impl ClauseRule for TransitionDone {
    fn required_coverage(&self) -> Coverage {
        Coverage::SEEN_AND_KEPT
    }

    fn undone_by_acceptance(
        &self,
        _: &StepContext<'_>,
        _: Option<&Condition>,
    ) -> Option<&'static str> {
        Some("refused: an accepted call has taken the record out of its state")
    }

    fn missing_value(&self, ctx: &StepContext<'_>) -> Option<String> {
        let shows = &ctx.values.shows;
        let missing = shows.iter().find(|value| !ctx.holds(value))?;
        let was_shown = same_calls(ctx).any(|before| shows.iter().all(|value| before.holds(value)));
        was_shown.then(|| format!("`{missing}`, as in the same state before"))
    }

    fn lacks_contrast(&self, claim: &Claim, ctx: &StepContext<'_>) -> Option<NotHeld> {
        if !last_act(claim, ctx).is_some_and(ParsedStep::is_accepted) {
            return Some(Inconclusive(Reason::OtherOutcome));
        }
        // A fixture is in the state that its kind says. Any other record must have been shown to be in a state in which
        // the request is accepted.
        let was_otherwise = ctx.addresses_fixtures() || was_accepted_before(ctx);
        (!was_otherwise).then_some(Inconclusive(Reason::NoControl))
    }

    fn lacks_earlier_state(&self, ctx: &StepContext<'_>) -> bool {
        // A state that showed before may have been so all the time.
        !same_calls(ctx).any(|before| {
            ctx.values.hides.iter().any(|value| before.holds(value))
                || ctx.values.shows.iter().any(|value| !before.holds(value))
        })
    }
}

/// Whether an earlier call of the operation with the same identifier was accepted.
fn was_accepted_before(ctx: &StepContext<'_>) -> bool {
    let sent = || ctx.attempt.into_iter().flat_map(|attempt| attempt.sent.iter());
    let names_same = |call: &ParsedStep<'_>| {
        sent().any(|(input, value)| {
            !contract::identifier_forms(ctx.operation, input).is_empty()
                && call.sent(input) == Some(value)
        })
    };
    ctx.calls().any(|call| call.index < ctx.index && call.is_accepted() && names_same(call))
}
