//! Transitions that a state does not allow: refused by each identifier, again, and without an effect.

use crate::clause;
use spec::{Condition, Contract, Fixture, Record, Transition, TransitionTrigger};

use super::cycle::refused_in;
use super::{Observed, identifiers};
use crate::lifecycle::{Move, moves, reachable};
use crate::scenario::Draft;
use crate::subject::Subject;
use conformance_model::scenario::Step;

/// For each state, and each transition that is refused in it.
pub(super) fn scenarios(contract: &Contract, record: &Record) -> Vec<Draft> {
    let moves = moves(contract, &record.name);
    let states = reachable(contract, record);
    let refused =
        states.iter().flat_map(|state| moves.iter().map(move |refused| (*state, refused)));
    refused.filter_map(|(state, refused)| scenario(contract, record, state, refused)).collect()
}

/// The error case for a transition that lists its start states, if `state` is not one of them. Returns `None` if the
/// record already is in the target state: the document may not say whether it can be moved there again.
fn not_listed<'c>(refused: &Move<'c>, state: &str) -> Option<&'c str> {
    let Transition { refused_with, to, trigger, .. } = refused.transition;
    let operation = refused.target.operation;
    let case = &refused_with.as_ref()?.value;
    let known = operation.errors.iter().find(|known| known.id == *case)?;
    let is_prose = matches!(known.when.stated(), Some(Condition::Prose(_)));
    let value = |trigger: &Option<TransitionTrigger>| {
        trigger.as_ref().map(|trigger| (trigger.input.clone(), trigger.value.value.clone()))
    };
    let mut alike = operation.transitions.iter().filter(|it| value(&it.trigger) == value(trigger));
    let is_made = alike.any(|alike| alike.starts_in(state));
    let is_there = to.stated().is_none_or(|to| to == state);
    (is_prose && !is_made && !is_there).then_some(case)
}

fn scenario(
    contract: &Contract,
    record: &Record,
    state: &str,
    refused: &Move<'_>,
) -> Option<Draft> {
    let case = refused_in(refused, &record.name, state).or_else(|| not_listed(refused, state))?;
    let (observed, subject) = Observed::obtain(contract, record, Some(state))?;
    let operation = refused.target.operation;
    let proves = vec![clause::refusal(operation, case)];
    let kept = |steps: Vec<Step>| {
        steps.into_iter().map(|step| step.proves(proves.clone())).collect::<Vec<_>>()
    };
    let by_each: Vec<_> = identifiers(&subject, refused)
        .into_iter()
        .filter_map(|identifier| Some(refused.step(identifier)?.refused(case)))
        .collect();
    let title =
        format!("A {} in the state {state} is refused twice and stays as it is", record.name);
    let transition = refused.transition.name.as_deref();
    let what = transition.map_or_else(|| state.to_owned(), |name| format!("{state}_{name}"));
    let control = refused.consumed_fixture(contract);
    let accepted = control.and_then(|_| {
        let step = refused.step("{control.id}")?.proves([refused.allowed()]);
        Some(step.disproved_by(case))
    });
    let mut scenario = Draft::new(operation, &format!("refused_{what}"), title);
    if let Some(fixture) = control {
        scenario = scenario.optional_need("control", &fixture.kind);
    }
    let is_made_before = subject.steps.iter().any(|step| step.calls(&operation.id));
    let created =
        created_control(contract, record, refused).filter(|_| control.is_none() && !is_made_before);
    if let Some((other, step)) = created {
        scenario = scenario.obtain(&other).step(step);
    }
    let moved_on = control
        .map(|control| moved_on(contract, record, (&observed, state), control))
        .unwrap_or_default();
    let mut words = observed.word(&subject, state);
    if let Some(first) = words.first_mut().filter(|_| !moved_on.is_empty()) {
        *first = first.clone().named(SETTLED);
    }
    Some(
        scenario
            .steps(accepted)
            .obtain(&subject)
            .steps(observed.text(&subject))
            .steps(words)
            .steps(by_each.clone())
            .steps(by_each)
            .steps(kept(observed.text(&subject)))
            .steps(kept(observed.word(&subject, state)))
            .steps(moved_on),
    )
}

/// Moves the control from where its transition led it to the state of the subject, if that is allowed from any state: a
/// read shows the same word of the state for both. The document need not say that such a record can be read.
fn moved_on(
    contract: &Contract,
    record: &Record,
    (observed, state): (&Observed<'_>, &str),
    control: &Fixture,
) -> Vec<Step> {
    let control = Subject::fixture(contract, control, "control");
    let moves = moves(contract, &record.name);
    let moved = moves
        .iter()
        .find(|moved| moved.is_from_any() && moved.is_certain() && moved.to() == Some(state));
    let call = moved.and_then(|moved| {
        let step = moved.step(identifiers(&control, moved).first()?)?.may_be_refused();
        Some((step, moved.done()))
    });
    let Some((call, done)) = call else { return Vec::new() };
    let read = |read: Step, kind| {
        let known = observed.known(&control, kind);
        read.shows(known).same_state_as(SETTLED).proves([done.clone()])
    };
    let reads = observed.reads(&control, read);
    std::iter::once(call).chain(reads.into_iter().take(1)).collect()
}

/// Name of the read of a record in the state that it is to have.
const SETTLED: &str = "settled";

/// A new record in a state from which the transition starts, and the call that makes it.
fn created_control(
    contract: &Contract,
    record: &Record,
    made: &Move<'_>,
) -> Option<(Subject, Step)> {
    let other = Subject::create(contract, &record.name, "control", &[])?;
    let other = other.in_state(contract, record, made.first_state_before()?)?;
    let step = made.made(identifiers(&other, made).first()?)?;
    Some((other, step))
}
