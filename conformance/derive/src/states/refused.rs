//! Transitions that a state does not allow: refused by each identifier, again, and without an effect.

use crate::clause;
use spec::{Condition, Contract, Record, Transition, TransitionTrigger};

use super::cycle::refused_in;
use super::{Observed, identifiers};
use crate::lifecycle::{Move, moves, reachable};
use crate::scenario::Draft;
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
    Some(
        scenario
            .steps(accepted)
            .obtain(&subject)
            .steps(observed.text(&subject))
            .steps(observed.word(&subject, state))
            .steps(by_each.clone())
            .steps(by_each)
            .steps(kept(observed.text(&subject)))
            .steps(kept(observed.word(&subject, state))),
    )
}
