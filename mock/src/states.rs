//! What a request may do to records in their states.

use conformance_model::json::Json;
use spec::{Condition, ErrorCase, InputPart, InputRef, Operation, Transition};

use crate::call::Call;
use crate::choices::{self, Reason};
use crate::refusal::Refusal;
use crate::store::{Repeat, Store};

/// A record, and the state that it comes to.
pub(crate) struct Move {
    pub number: u64,
    pub to: Option<String>,
}

/// Fails if a record is in a state that an error case refuses, or is a fixture that is refused.
pub(crate) fn check<'c>(call: &Call<'c>, store: &Store) -> Result<(), Refusal<'c>> {
    let operation = call.operation;
    let refused = operation.errors.iter().find_map(|case| {
        let record = refused_record(call, store, case)?;
        Some(Refusal { record: Some(record), ..Refusal::documented(case) })
    });
    refused.map_or(Ok(()), Err)
}

/// The record whose state or role is the condition of the case.
fn refused_record(call: &Call<'_>, store: &Store, case: &ErrorCase) -> Option<u64> {
    let operation = call.operation;
    let role = (operation.id.clone(), case.id.clone());
    let has_role =
        |number: &u64| store.get(*number).is_some_and(|record| record.role.refused.contains(&role));
    if let Some(number) = call.addressed().find(has_role) {
        return Some(number);
    }
    let (record, state, refuses_it) = match case.when.value()? {
        Condition::InState { record, state } => (record, state, true),
        Condition::NotInState { record, state } => (record, state, false),
        Condition::Missing(_)
        | Condition::Blank(_)
        | Condition::Malformed(_)
        | Condition::Breaks { .. }
        | Condition::Taken(_)
        | Condition::Unknown(_)
        | Condition::Invalid(_)
        | Condition::OfAny { .. }
        | Condition::Compares(_)
        | Condition::Repeated
        | Condition::KeyAbsent
        | Condition::KeyInvalid
        | Condition::KeyUserless
        | Condition::KeyOf(_)
        | Condition::Prose(_) => return None,
    };
    if refuses_moves(operation, case) {
        return None;
    }
    let number = call.target(record)?;
    let is_in = store.get(number)?.state.as_ref() == Some(state);
    (is_in == refuses_it).then_some(number)
}

/// Whether the case refuses transitions. Then only a request for one is refused.
fn refuses_moves(operation: &Operation, case: &ErrorCase) -> bool {
    let mut refusals = operation.transitions.iter().filter_map(|it| it.refused_with.as_ref());
    refusals.any(|id| id.value == case.id)
}

/// The transitions that the call makes. Fails if a record is in no state for them.
pub(crate) fn moves<'c>(call: &Call<'c>, store: &Store) -> Result<Vec<Move>, Refusal<'c>> {
    let mut moves = Vec::new();
    let mut transitions: Vec<&'c Transition> = call.operation.transitions.iter().collect();
    transitions.retain(|transition| is_triggered(call, transition));
    while let Some(first) = transitions.first().copied() {
        let (same, rest) =
            transitions.into_iter().partition(|transition| transition.record == first.record);
        transitions = rest;
        moves.extend(one_move(call, store, same)?);
    }
    Ok(moves)
}

fn is_triggered(call: &Call<'_>, transition: &Transition) -> bool {
    transition.trigger.as_ref().is_none_or(|trigger| {
        call.value(&trigger.input).is_some_and(|value| match value {
            Json::Bool(value) => value.to_string() == trigger.value.value,
            value => value.identifier() == Some(trigger.value.value.as_str()),
        })
    })
}

/// The one of these transitions of a record that starts in its state.
fn one_move<'c>(
    call: &Call<'c>,
    store: &Store,
    transitions: Vec<&'c Transition>,
) -> Result<Option<Move>, Refusal<'c>> {
    let Some(first) = transitions.first() else { return Ok(None) };
    let found = call.target(&first.record).and_then(|number| store.get(number));
    let Some(record) = found else { return Ok(None) };
    let state = record.state.as_deref().unwrap_or_default();
    if let Some(transition) = transitions.iter().find(|transition| transition.starts_in(state)) {
        let to = choices::state_after(call.contract, transition);
        return Ok(Some(Move { number: record.number, to }));
    }
    let case = transitions.iter().find_map(|transition| transition.refused_with.as_ref());
    let case = case.and_then(|id| call.contract.error_case(call.operation, &id.value));
    let refusal = case.map_or_else(|| Refusal::other(Reason::State), Refusal::documented);
    Err(Refusal { record: Some(record.number), ..refusal })
}

/// What makes two requests the same, if the operation refuses repeated ones.
pub(crate) fn repeat(call: &Call<'_>) -> Option<Repeat> {
    repeated_case(call.operation)?;
    let records: Vec<u64> = call.addressed().collect();
    let body = call.operation.body.iter().filter(|field| field.record.is_none());
    let body = body.map(|field| {
        let value = call.value(&InputRef::new(InputPart::Body, &field.wire));
        format!("{}={};", field.wire, value.map(Json::to_string).unwrap_or_default())
    });
    let said = if records.is_empty() { body.collect() } else { String::new() };
    let operation = call.operation.id.clone();
    Some(Repeat { account: call.account, operation, records, said })
}

pub(crate) fn repeated_case(operation: &Operation) -> Option<&ErrorCase> {
    operation.errors.iter().find(|case| case.when.value() == Some(&Condition::Repeated))
}

/// Fails if the same request was accepted before and its effect still holds.
pub(crate) fn check_repeated<'c>(call: &Call<'c>, store: &Store) -> Result<(), Refusal<'c>> {
    match (repeated_case(call.operation), repeat(call)) {
        (Some(case), Some(repeat)) if holds(store, &repeat) => {
            Err(Refusal { record: call.addressed().last(), ..Refusal::documented(case) })
        }
        _ => Ok(()),
    }
}

/// Whether the request was accepted before, and what it has created is still there.
fn holds(store: &Store, repeat: &Repeat) -> bool {
    let created = store.accepted.get(repeat);
    created.is_some_and(|number| number.is_none_or(|number| store.get(number).is_some()))
}

/// Remembers a request that cannot be repeated. What an earlier one has done to the same record, without a new record, holds
/// no longer.
pub(crate) fn remember(call: &Call<'_>, store: &mut Store, created: Option<u64>) {
    let target = call.addressed().last();
    let id = &call.operation.id;
    store.accepted.retain(|repeat, created| {
        created.is_some() || repeat.operation == *id || repeat.records.last() != target.as_ref()
    });
    store.accepted.extend(repeat(call).map(|repeat| (repeat, created)));
}
