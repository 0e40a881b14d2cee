//! Query parameters, and several values in one input.

use super::prelude::*;
use super::request::input_name;
use crate::clause::scope::unseen_list;
use crate::clause::wording::order;
use crate::model::{Bound, Filter, OfSeveral, QueryParameter, Several};

/// A documented value of a query parameter is accepted.
pub(super) fn value(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for (parameter, value) in scope.query_values() {
        let (name, key, wire) = (&parameter.name, parameter.key(), &value.wire);
        // Another clause may say what the value does.
        let has_effect = parameter.filter.is_some()
            || parameter.default.as_ref() == Some(wire)
            || value.expansion.is_some()
            || value.orders();
        let effect = effect::note(has_effect);
        let statement = format!("{} accepts `{key}={wire}`{effect}.", scope.route());
        let kind = ClauseKind::QueryValue { parameter: name.clone(), value: wire.clone() };
        clauses.push(kind, &parameter.section, value.span, statement).evidence(parameter.evidence);
    }
}

/// Leaving a query parameter out is the same as sending its default.
pub(super) fn default(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for query in &scope.operation.query {
        if let Some(value) = query.default.clone() {
            let (route, parameter, key) = (scope.route(), query.name.clone(), query.key());
            let statement = format!("{route} without `{key}` answers as with `{key}={value}`.");
            let kind = ClauseKind::QueryDefault { parameter, value };
            clauses.push(kind, &query.section, query.span, statement);
        }
    }
}

/// A value of a query parameter adds data.
///
/// The evidence of the value is also the evidence of what it adds.
pub(super) fn expansion(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for (parameter, value) in scope.query_values() {
        if let Some(expansion) = &value.expansion {
            let (name, wire, route) = (&parameter.name, &value.wire, scope.route());
            let key = parameter.key();
            let added = match (&expansion.adds, value.meaning.value()) {
                (Some(adds), _) => format!("shows `{adds}` in its records"),
                (None, meaning) => format!("adds {}", meaning.map_or("", String::as_str)),
            };
            let statement = format!("With `{key}={wire}`, {route} {added}.");
            let kind = ClauseKind::Expansion {
                parameter: name.clone(),
                value: wire.clone(),
                adds: expansion.adds.clone(),
            };
            clauses
                .push(kind, &parameter.section, value.span, statement)
                .evidence(parameter.evidence);
        }
    }
}

/// A query parameter filters the list.
pub(super) fn filter(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for query in &scope.operation.query {
        let kept = match &query.filter {
            Some(filter) => kept(filter, query.several.is_some()),
            None => continue,
        };
        let (route, parameter) = (scope.route(), query.name.clone());
        let key = query.key();
        let except = keeping_all(query);
        let statement = format!("With `{key}`{except}, the list of {route} keeps to {kept}.");
        // What is only described is looked for by values that a scenario names.
        let is_compared = query.filter.as_ref().is_some_and(|filter| filter.field().is_some());
        clauses
            .push(ClauseKind::Filter { parameter }, &query.section, query.span, statement)
            .untestable_because(unseen_list(scope.operation).filter(|_| is_compared));
    }
}

/// The values with which a filter keeps all records, as an exception in words.
fn keeping_all(query: &QueryParameter) -> String {
    let values = query.values.iter().filter(|value| value.keeps_all);
    let values: Vec<_> = values.map(|value| format!("`{}`", value.wire)).collect();
    if values.is_empty() { String::new() } else { format!(" other than {}", values.join(" or ")) }
}

/// The records that a filter keeps, in words.
fn kept(filter: &Filter, several: bool) -> String {
    let sent = if several { "one of the values sent" } else { "the value sent" };
    match filter {
        Filter::Compares { field, bound: Bound::Above } => {
            format!("records whose `{field}` is higher than {sent}")
        }
        Filter::Compares { field, bound } => {
            format!("records whose `{field}` is {} {sent}", bound.in_words())
        }
        Filter::Equals { field } => format!("records whose `{field}` is {sent}"),
        Filter::Includes { field, item, of_several } => {
            let of_items = item.as_ref().map(|item| format!(" as the `{item}` of an item"));
            let sent = match of_several {
                OfSeveral::All if several => "all values sent",
                _ => sent,
            };
            format!("records whose `{field}` includes {sent}{}", of_items.unwrap_or_default())
        }
        Filter::Meaning(meaning) => meaning.clone(),
    }
}

/// A value of a query parameter sorts the list.
pub(super) fn sort(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for (parameter, value) in scope.query_values() {
        let sorts = value.sorts.as_ref().map(order);
        let directs = value.directs.map(|direction| format!("in {} order", direction.name()));
        if let Some(order) = sorts.or(directs) {
            let (name, wire) = (&parameter.name, &value.wire);
            let (route, key) = (scope.route(), parameter.key());
            let statement = format!("With `{key}={wire}`, the list of {route} comes {order}.");
            let kind = ClauseKind::Sort { parameter: name.clone(), value: wire.clone() };
            let clause = clauses.push(kind, &parameter.section, value.span, statement);
            clause.evidence(parameter.evidence);
            clause.untestable_because(unseen_list(scope.operation));
        }
    }
}

/// Several values at once are accepted.
pub(super) fn several(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let route = scope.route();
    let statement = |name: &str, form: Several, has_effect: bool| {
        let (form, effect) = (form.in_words(), effect::note(has_effect));
        format!("In {route}, {name} can hold several values, {form}{effect}.")
    };
    for parameter in &scope.operation.query {
        let Some(form) = parameter.several else { continue };
        let at = InputRef::new(InputPart::Query, &parameter.name);
        let name = input_name(&InputRef::new(InputPart::Query, &parameter.wire));
        let statement = statement(&name, form, parameter.filter.is_some());
        let kind = ClauseKind::Several { at };
        clauses.push(kind, &parameter.section, parameter.span, statement);
    }
    for field in scope.operation.body.iter().filter(|field| field.several) {
        let at = InputRef::new(InputPart::Body, &field.wire);
        let has_effect = effect::of_body_field(scope, &field.wire);
        let statement = statement(&input_name(&at), Several::Text, has_effect);
        clauses.push(ClauseKind::Several { at }, &field.section, field.span, statement);
    }
}
