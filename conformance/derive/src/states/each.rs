//! Transitions with listed start states. Each is made from each of these states, while another record stays in that
//! state.

use spec::{Contract, Record};

use super::{Observed, identifiers};
use crate::lifecycle::{Move, moves};
use crate::scenario::Draft;
use crate::subject::Subject;

/// One scenario for each transition to a known state and each of its start states.
pub(super) fn scenarios(contract: &Contract, record: &Record) -> Vec<Draft> {
    let moves = moves(contract, &record.name);
    let made = moves.iter().filter(|made| {
        made.to().is_some() && made.is_certain() && made.target.operation.creates.is_none()
    });
    let from_each = made.flat_map(|made| {
        let states = made.transition.states_before().iter();
        states.filter_map(move |state| scenario(contract, record, made, state))
    });
    from_each.collect()
}

fn scenario(contract: &Contract, record: &Record, made: &Move<'_>, state: &str) -> Option<Draft> {
    let (observed, subject) = Observed::obtain(contract, record, Some(state))?;
    let to = made.to()?;
    let place = observed.state_place()?;
    // A fixture could not be restored to its state.
    if subject.steps.is_empty() || !observed.is_word(to) || !observed.is_word(state) {
        return None;
    }
    let other = Subject::create(contract, &record.name, "other", &[])?;
    let other = other.in_state(contract, record, state)?;
    let shown = |subject: &Subject, state: &str| {
        let reads = observed.reads(subject, |read, _| read.equals(&place, state));
        reads.into_iter().next()
    };
    // If the same transition works from another state, a refusal is about the state.
    let others = made.transition.states_before().iter().filter(|known| *known != state);
    let control = others.map(String::as_str).find_map(|known| {
        let control = Subject::create(contract, &record.name, "control", &[])?;
        let control = control.in_state(contract, record, known)?;
        let step = made.step(identifiers(&control, made).first()?)?;
        Some((control, step))
    });
    let operation = made.target.operation;
    let what = match &made.transition.name {
        Some(name) => format!("{name}_from_{state}"),
        None => format!("from_{state}"),
    };
    let title = format!("A {} is moved from the state {state} to {to}", record.name);
    let draft = Draft::new(operation, &what, title);
    let draft = match &control {
        Some((control, step)) => draft.obtain(control).step(step.clone()),
        None => draft,
    };
    Some(
        draft
            .obtain(&other)
            .obtain(&subject)
            .steps(observed.word(&subject, state))
            .steps(observed.word(&other, state))
            .step(made.made(identifiers(&subject, made).first()?)?)
            .step(shown(&subject, to)?.proves([made.done()]))
            .step(shown(&other, state)?.must_not_affect(made.done())),
    )
}
