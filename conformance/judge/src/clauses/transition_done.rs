//! After the transition the record is in its new state, and no longer in the one it came from.

use spec::{Contract, Transition};

use crate::clauses::prelude::*;
use crate::clauses::proof::last_act;
use crate::clauses::proof::values::same_calls;

pub(super) struct TransitionDone<'k> {
    pub(super) transition: &'k Option<String>,
}

impl ClauseRule for TransitionDone<'_> {
    fn required_coverage(&self) -> Coverage {
        Coverage::SEEN_AND_KEPT
    }

    fn undone_by_acceptance(
        &self,
        _: &StepContext<'_>,
        _: Option<&Condition>,
    ) -> Option<&'static str> {
        Some("refused: an accepted call changed the state of the record")
    }

    fn missing_value(&self, ctx: &StepContext<'_>) -> Option<String> {
        let shows = &ctx.values.shows;
        let missing = shows.iter().find(|value| !ctx.holds(value))?;
        let was_shown = same_calls(ctx).any(|before| shows.iter().all(|value| before.holds(value)));
        was_shown.then(|| format!("`{missing}` in the response, as in the same state before"))
    }

    fn missing_comparison(&self, claim: &Claim, ctx: &StepContext<'_>) -> Option<NotHeld> {
        if !last_act(claim, ctx).is_some_and(ParsedStep::is_accepted) {
            return Some(Inconclusive(Reason::OtherOutcome));
        }
        let contract = ctx.trace.contract;
        let operation = contract.operation(claim.clause.operation.as_deref()?)?;
        let transition = operation.transition(self.transition.as_deref())?;
        if refused_because(ctx).is_some_and(|when| !implies_state(contract, transition, when)) {
            return Some(NotExercised(Reason::Unobservable));
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

/// The state condition of the refusal that the step expects.
fn refused_because<'a>(ctx: &StepContext<'a>) -> Option<&'a Condition> {
    let Expectation::Refused(case) = &ctx.step.expect else { return None };
    let when = ctx.trace.contract.error_case(ctx.operation, case)?.when.stated()?;
    matches!(when, Condition::NotInState { .. } | Condition::InState { .. }).then_some(when)
}

/// Whether a condition on the state shows that the transition was made: of the states that the document names, it holds in
/// the new one only. If the new state is not named, it must not hold in the old one.
fn implies_state(contract: &Contract, transition: &Transition, when: &Condition) -> bool {
    let holds_in = |known: &String| match when {
        Condition::NotInState { state, .. } => state != known,
        Condition::InState { state, .. } => state == known,
        _ => false,
    };
    let Some(to) = transition.to.stated() else {
        return transition.from.as_ref().is_none_or(|from| !holds_in(from));
    };
    let record = contract.record(&transition.record);
    let named = record.and_then(|record| Some(&record.lifecycle.as_ref()?.states.value));
    let mut others = named.into_iter().flatten().filter(|state| *state != to);
    holds_in(to) && !others.any(holds_in)
}
