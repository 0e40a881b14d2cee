//! Filters that keep equal values: of two records with different values, a list for one value shows one of them, and a list
//! for both values shows both. Each list is compared with lists of all records, before and after.

use conformance_model::contract::page_selection;
use conformance_model::values::admits_words;
use spec::{Contract, Filter, QueryParameter, Type};

use super::lists::List;
use super::scenario::Draft;
use super::subject::Subject;

/// One scenario for each such filter by a text that a creation sends.
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
    let input = creation.body_field(field)?;
    let is_free = input.ty == Type::Text(None) && !input.several && input.record.is_none();
    let takes_words = query.ty == Type::Text(None) && query.values.is_empty();
    if !is_free
        || !takes_words
        || ![&input.constraints, &query.constraints].into_iter().all(admits_words)
    {
        return None;
    }
    if list.operation.paging.is_some() && page_selection(list.operation).is_none() {
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
