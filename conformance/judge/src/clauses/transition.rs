//! A record in the right state makes the transition, and is then in its new state. Under its guard the transition does not
//! happen.

use spec::{Contract, Transition};

use crate::clauses::ClaimedBy;
use crate::clauses::effect::compared::compare;
use crate::clauses::effect::values::{self, call_before, same_calls};
use crate::clauses::effect::{
    EffectRule, by_acceptance, by_refusal, earlier_calls, is_last_act_accepted,
};
use crate::clauses::prelude::*;
use crate::parsed::response::ResponseClass;

pub(super) struct Allowed<'k> {
    pub(super) transition: &'k Option<String>,
}

impl EffectRule for Allowed<'_> {
    fn judge_acceptance(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        // Where the contract has no case for a transition that is not allowed, any refusal that cannot be right does.
        let transition = ctx.operation.transition(self.transition.as_deref());
        let has_case = transition.is_some_and(|transition| transition.refused_with.is_some());
        by_acceptance(claim, ctx, !has_case && !ctx.may_be_right_to_refuse())
    }
}

/// After the transition the record is no longer in the state it came from.
pub(super) struct Done<'k> {
    pub(super) transition: &'k Option<String>,
}

impl EffectRule for Done<'_> {
    fn judge_values(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        let (shows, hides) = (&ctx.values.shows, &ctx.values.hides);
        let shows_all = |before: &ParsedStep<'_>| shows.iter().all(|value| before.holds(value));
        // What the change of another record must not affect is as it was just before.
        let was_shown = || match claim.made_by {
            ClaimedBy::MustNotAffect => call_before(claim, ctx).is_some_and(shows_all),
            _ => same_calls(ctx).any(shows_all),
        };
        let missing = shows.iter().find(|value| !ctx.holds(value)).filter(|_| was_shown());
        let missing =
            missing.map(|value| format!("`{value}` in the response, as in the same state before"));
        let held = values::judge(claim, ctx, missing)?;
        // A state that showed before may have been so all the time.
        let was_otherwise = same_calls(ctx).any(|before| {
            hides.iter().any(|value| before.holds(value))
                || shows.iter().any(|value| !before.holds(value))
        });
        if was_otherwise { Ok(held) } else { Err(Inconclusive(Reason::NoControl)) }
    }

    fn judge_refusal(&self, claim: &Claim, ctx: &StepContext<'_>, case: &str) -> FindingResult {
        let undone = "refused: an accepted call changed the state of the record";
        let held = by_refusal(claim, ctx, case, Some(undone))?;
        match self.missing_comparison(claim, ctx) {
            Some(missing) => Err(missing),
            None => Ok(held),
        }
    }
}

impl Done<'_> {
    /// Why the expected refusal shows nothing: the same request may have been refused before the transition.
    fn missing_comparison(&self, claim: &Claim, ctx: &StepContext<'_>) -> Option<NotHeld> {
        if !is_last_act_accepted(claim, ctx) {
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
}

pub(super) struct Except;

impl EffectRule for Except {
    fn judge_comparison(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        ctx.accepted_attempt()?;
        let guarded = earlier_calls(claim, ctx).last();
        let guarded = guarded.ok_or(Inconclusive(Reason::NotDemonstrated))?;
        let is_answered = guarded.attempt.is_some_and(|attempt| {
            matches!(attempt.class(), ResponseClass::Accepted | ResponseClass::Refused)
                && attempt.responses.iter().all(|response| response.status < 500)
        });
        if !is_answered {
            return Err(Inconclusive(Reason::OtherOutcome));
        }
        // A call without an effect shows a guard only where a like call has one.
        let mut others = earlier_calls(claim, ctx).filter(|call| call.index != guarded.index);
        if !others.any(|call| call.is_accepted()) {
            return Err(Inconclusive(Reason::NoControl));
        }
        compare(ctx, false, || true)
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
    let when = ctx.trace.expected_case(ctx)?.when.stated()?;
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
        return !transition.states_before().iter().any(holds_in);
    };
    let record = contract.record(&transition.record);
    let named = record.and_then(|record| Some(&record.lifecycle.as_ref()?.states.value));
    let mut others = named.into_iter().flatten().filter(|state| *state != to);
    holds_in(to) && !others.any(holds_in)
}
