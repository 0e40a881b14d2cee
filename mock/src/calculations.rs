//! Calculations with inputs and with members of the records that a request names: conditions of refusals, values that a
//! success gives to members, and relations between members.

use conformance_model::json::{Json, compare_numbers};
use spec::{Comparison, Condition, Contract, Given, ValueSource};

use crate::call::Call;
use crate::refusal::Refusal;
use crate::store::{Record, Store};
use crate::values::now;

/// Fails if such a condition of an error case holds.
pub(crate) fn check<'c>(call: &Call<'c>, store: &Store) -> Result<(), Refusal<'c>> {
    let refused = call.operation.errors.iter().find(|case| match case.when.value() {
        Some(Condition::Compares(comparison)) => holds(call, store, comparison),
        _ => false,
    });
    refused.map_or(Ok(()), |case| Err(Refusal::documented(case)))
}

/// Whether a comparison holds. It is not about requests that leave out an input of it.
fn holds(call: &Call<'_>, store: &Store, comparison: &Comparison) -> bool {
    comparison.holds(|source| value(call, store, source)) == Some(true)
}

/// A whole number: an input, or a member of the record that the call names.
fn value(call: &Call<'_>, store: &Store, source: &ValueSource) -> Option<i64> {
    match source {
        ValueSource::Input(input) => whole(call.value(input)?),
        ValueSource::Record { record, field } => {
            whole(store.get(call.target(record)?)?.get(field)?)
        }
    }
}

fn whole(value: &Json) -> Option<i64> {
    match value {
        Json::Number(number) => number.parse().ok(),
        _ => None,
    }
}

/// The records that a call names, as they are.
pub(crate) fn named(call: &Call<'_>, store: &Store) -> Vec<Record> {
    let numbers = call.addressed().filter(|_| !call.operation.effects.is_empty());
    numbers.filter_map(|number| store.get(number).cloned()).collect()
}

/// Gives members the constants that the operation gives them.
fn apply_constants(call: &Call<'_>, store: &mut Store, created: Option<u64>) {
    for constant in &call.operation.constants {
        let sent = |input: &_| call.value(input).map(Json::written);
        let number = target(call, &constant.record, created);
        let Some(record) = number.and_then(|it| store.get_mut(it)) else { continue };
        let member = call.contract.member(&constant.record, &constant.field);
        if constant.applies(sent)
            && let Some(member) = member
        {
            let value = match &constant.value {
                Given::Value(value) => Json::from(value),
                Given::CallTime => now(&member.ty),
            };
            record.set(&constant.field, value);
        }
    }
}

/// The number of the record that an effect of a call is on: the one that it creates, or names.
fn target(call: &Call<'_>, record: &str, created: Option<u64>) -> Option<u64> {
    let is_new = call.operation.creates.as_deref() == Some(record);
    if is_new { created } else { call.target(record) }
}

/// Gives members the values that the operation gives them. `before` are the records that the call names, as they were.
pub(crate) fn apply(call: &Call<'_>, store: &mut Store, before: &[Record], created: Option<u64>) {
    apply_constants(call, store, created);
    for effect in &call.operation.effects {
        let is_sent = |input: &_| call.value(input).is_some_and(|value| *value != Json::Null);
        let value = effect.value(is_sent).and_then(|sum| {
            let value = |source: &ValueSource| match source {
                ValueSource::Input(input) => call.value(input).cloned(),
                ValueSource::Record { record, field } => {
                    let new = created.and_then(|number| store.get(number));
                    let new = new.filter(|new| new.ty == *record);
                    let number = call.target(record);
                    let known = || before.iter().find(|known| Some(known.number) == number);
                    new.or_else(known)?.get(field).cloned()
                }
            };
            match sum.single() {
                Some(copied) => value(copied),
                None => {
                    let sum = sum.value(|source| whole(&value(source)?))?;
                    Some(Json::Number(sum.to_string()))
                }
            }
        });
        let number = target(call, &effect.record, created);
        if let (Some(value), Some(record)) = (value, number.and_then(|it| store.get_mut(it))) {
            record.set(&effect.field, value);
        }
    }
}

/// Gives members of a record the values to which they must be related.
pub(crate) fn relate(contract: &Contract, record: &mut Record) {
    let declared = contract.record(&record.ty);
    for relation in declared.into_iter().flat_map(|declared| &declared.relations) {
        let comparison = &relation.comparison;
        if let [(how, right)] = comparison.tests.as_slice()
            && let (Some(left), Some(right)) = (comparison.left.single(), right.single())
            && let (ValueSource::Record { field: left, .. }, ValueSource::Record { field, .. }) =
                (left, right)
            && let (Some(one), Some(other)) = (record.get(left), record.get(field).cloned())
        {
            let ordering = match (one, &other) {
                (Json::Number(one), Json::Number(other)) => compare_numbers(one, other),
                (Json::Text(one), Json::Text(other)) => Some(one.cmp(other)),
                _ => None,
            };
            if ordering.is_some_and(|ordering| !how.holds(ordering)) {
                record.set(left, other);
            }
        }
    }
}
