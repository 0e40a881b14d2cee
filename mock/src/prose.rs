//! What the contract says in prose, which the server does not carry out.

use spec::{Condition, Contract, Filter, Operation};

/// A line for each such place of the contract.
pub fn not_carried_out(contract: &Contract) -> Vec<String> {
    let records = contract.records().flat_map(|record| {
        let name = &record.name;
        let limit = record
            .limit
            .iter()
            .map(move |limit| format!("{name}: at most {} of an account", limit.per_account));
        let outside = record.lifecycle.iter().flat_map(|it| &it.external_transitions);
        limit.chain(outside.map(move |outside| {
            format!("{name}: the transition `{}`, which no operation makes", outside.id)
        }))
    });
    contract.operations().flat_map(of_operation).chain(records).collect()
}

fn of_operation(operation: &Operation) -> Vec<String> {
    let id = &operation.id;
    let errors = operation.errors.iter().filter_map(|case| match case.when.value() {
        Some(Condition::Prose(when)) => {
            Some(format!("{id}: the refusal `{}` when {when}", case.id))
        }
        Some(Condition::KeyUserless) => Some(format!("{id}: the refusal `{}`", case.id)),
        Some(_) => None,
        None => Some(format!("{id}: the refusal `{}`, whose condition is not shown", case.id)),
    });
    let filters = operation.query.iter().filter_map(|query| match query.filter.as_ref()? {
        Filter::Meaning(meaning) => Some(format!("{id}: the filter `{}`: {meaning}", query.name)),
        Filter::Compares { .. } | Filter::Equals { .. } | Filter::Includes { .. } => None,
    });
    let guards = operation.transitions.iter().filter_map(|transition| {
        let guard = transition.except.as_ref()?;
        Some(format!("{id}: no transition when {}", guard.when))
    });
    let required = operation.body.iter().filter_map(|field| {
        let when = field.required_when.as_ref()?;
        Some(format!("{id}: `{}` is required only when {when}", field.wire))
    });
    let hidden = operation
        .hidden
        .iter()
        .map(|hidden| format!("{id}: it hides {} only if they are fixtures", hidden.description));
    errors.chain(filters).chain(guards).chain(required).chain(hidden).collect()
}
