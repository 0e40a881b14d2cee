//! Filters that keep equal values: of two records with different values, a list for one value shows one of them, and a
//! list for both values shows both. For a filter with listed values, each value is sent, after records were created in
//! the states with these names. Each list is compared with the unfiltered lists that are read before and after it.

use conformance_model::contract::page_selection;
use conformance_model::values::admits_words;
use spec::{Contract, Filter, QueryParameter, Record, Type};

use super::lists::List;
use super::scenario::Draft;
use super::subject::Subject;

/// The maximum number of listed values that are sent.
const MOST_VALUES: usize = 6;

/// One scenario for each such filter. The filter compares a text that a creation sends, or has listed values.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let lists = List::all(contract).filter(|list| {
        let operation = list.operation;
        operation.path_parameters.is_empty() && operation.query.iter().all(|query| !query.required)
    });
    let scenarios = lists.flat_map(|list| {
        let queries = list.operation.query.iter();
        queries.filter_map(|query| scenario(contract, &list, query)).collect::<Vec<_>>()
    });
    scenarios.collect()
}

fn scenario(contract: &Contract, list: &List<'_>, query: &QueryParameter) -> Option<Draft> {
    let Some(Filter::Equals { field }) = &query.filter else { return None };
    let record = list.operation.lists.as_deref()?;
    let mut creations = contract.operations();
    let creation = creations.find(|known| known.creates.as_deref() == Some(record))?;
    if list.operation.paging.is_some() && page_selection(list.operation).is_none() {
        return None;
    }
    if !query.values.is_empty() {
        return of_listed_values(contract, list, query, contract.record(record)?);
    }
    let input = creation.body_field(field)?;
    let is_free = input.ty == Type::Text(None) && !input.several && input.record.is_none();
    let takes_words = query.ty == Type::Text(None) && query.values.is_empty();
    if !is_free
        || !takes_words
        || ![&input.constraints, &query.constraints].into_iter().all(admits_words)
    {
        return None;
    }
    let create = |name| Subject::create(contract, record, name, &[(field, "Kept {unique word}")]);
    let sent = |name: &str| format!("{{{name}.body.{field}}}");
    let both = format!("{},{}", sent("one"), sent("other"));
    let title = format!("`{}` keeps the records with a value", query.name);
    let scenario = Draft::new(list.operation, &query.name, title)
        .obtain(&create("one")?)
        .obtain(&create("other")?)
        .step(list.call())
        .step(list.call().query(&query.name, sent("one")))
        .step(list.call().query(&query.name, sent("other")));
    let scenario = match query.several {
        Some(_) => scenario.step(list.call().query(&query.name, both)),
        None => scenario,
    };
    Some(scenario.step(list.call()))
}

/// Sends each listed value. If the filter is by state, records in the states with these names are created first, and
/// otherwise one new record.
fn of_listed_values(
    contract: &Contract,
    list: &List<'_>,
    query: &QueryParameter,
    record: &Record,
) -> Option<Draft> {
    let values = || query.values.iter().map(|value| value.wire.as_str()).take(MOST_VALUES);
    let create = |name: &str| Subject::create(contract, &record.name, name, &[]);
    let in_states = values().filter_map(|state| create(state)?.in_state(contract, record, state));
    let shows_state = |field: &str| {
        let lifecycle = record.lifecycle.as_ref();
        lifecycle.and_then(|it| it.shown_in.stated()).is_some_and(|shown| shown == field)
    };
    let mut subjects = match &query.filter {
        Some(Filter::Equals { field }) if shows_state(field) => in_states.collect(),
        _ => Vec::new(),
    };
    if subjects.is_empty() {
        subjects.push(create("one")?);
    }
    let title = format!("`{}` keeps the records with a value", query.name);
    let draft = Draft::new(list.operation, &query.name, title);
    let draft = subjects.iter().fold(draft, Draft::obtain);
    let filtered = values().map(|value| list.call().query(&query.name, value));
    Some(draft.step(list.call()).steps(filtered).step(list.call()))
}
