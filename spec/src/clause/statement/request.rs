//! Sentences about what a request can carry.

use crate::clause::ClauseKind;
use crate::clause::words::{an_identifier, input, order, timestamp_form};
use crate::model::{Contract, Filter, InputPart, InputRef, Operation, QueryParameter};

/// The sentence, if the clause is about an input of the request.
pub(super) fn of_input(
    contract: &Contract,
    operation: &Operation,
    route: &str,
    kind: &ClauseKind,
) -> Option<String> {
    let unseen = match has_effect(contract, operation, kind) {
        true => "",
        false => "; its effect is not shown",
    };
    Some(match kind {
        ClauseKind::Addressing { at, by } => {
            format!(
                "In {route}, {} can be given as {}.",
                named(at),
                an_identifier(*by)
            )
        }
        ClauseKind::InputAccepted { field } => {
            format!("{route} accepts the member `{field}`{unseen}.")
        }
        ClauseKind::InputRequired { field } => {
            let mut body = operation.body.iter();
            let when = body.find(|it| it.wire == *field)?.required_when.as_ref();
            let when = when.map_or_else(String::new, |when| format!(" when {when}"));
            format!("{route} without `{field}` in the body is refused{when}.")
        }
        ClauseKind::InputValue { field, value } => {
            format!("{route} accepts `{value}` as `{field}`{unseen}.")
        }
        ClauseKind::Several { at } => {
            format!(
                "In {route}, {} can hold several values, separated by commas{unseen}.",
                named(at)
            )
        }
        ClauseKind::TimestampForm { field, form } => {
            format!(
                "{route} accepts `{field}` written {}{unseen}.",
                timestamp_form(*form)
            )
        }
        ClauseKind::QueryValue { parameter, value } => {
            format!("{route} accepts `{parameter}={value}`{unseen}.")
        }
        ClauseKind::QueryDefault { parameter, value } => {
            format!("{route} without `{parameter}` answers as with `{parameter}={value}`.")
        }
        ClauseKind::Expansion {
            parameter,
            value,
            adds,
        } => {
            let added = match adds {
                Some(adds) => format!("shows `{adds}` in its records"),
                None => format!("adds {}", meaning(operation, parameter, value)?),
            };
            format!("With `{parameter}={value}`, {route} {added}.")
        }
        ClauseKind::Filter { parameter } => {
            let kept = match &query(operation, parameter)?.filter {
                Some(Filter::Above { field }) => {
                    format!("records whose `{field}` is higher than the value sent")
                }
                Some(Filter::Meaning(meaning)) => meaning.clone(),
                None => return None,
            };
            format!("With `{parameter}`, the list of {route} keeps to {kept}.")
        }
        ClauseKind::Sort { parameter, value } => {
            let values = &query(operation, parameter)?.values;
            let sorts = values.iter().find(|it| it.wire == *value)?.sorts.as_ref()?;
            format!(
                "With `{parameter}={value}`, the list of {route} comes {}.",
                order(sorts)
            )
        }
        _ => return None,
    })
}

/// Whether the contract states what an input brings about, beside that it is accepted.
fn has_effect(contract: &Contract, operation: &Operation, kind: &ClauseKind) -> bool {
    match kind {
        ClauseKind::QueryValue { parameter, value } => {
            let Some(query) = query(operation, parameter) else {
                return false;
            };
            let mut values = query.values.iter().filter(|it| it.wire == *value);
            query.filter.is_some()
                || query.default.as_ref() == Some(value)
                || values.any(|it| it.expansion.is_some() || it.sorts.is_some())
        }
        ClauseKind::Several { at } => match at.part {
            InputPart::Query => query(operation, &at.name).is_some_and(|it| it.filter.is_some()),
            InputPart::Path | InputPart::Body => has_effect_in_body(contract, operation, &at.name),
        },
        ClauseKind::InputAccepted { field }
        | ClauseKind::InputValue { field, .. }
        | ClauseKind::TimestampForm { field, .. } => has_effect_in_body(contract, operation, field),
        _ => true,
    }
}

/// A member of the body that changes a record, comes back, or decides the order of a list.
fn has_effect_in_body(contract: &Contract, operation: &Operation, field: &str) -> bool {
    let is_it = |input: &InputRef| input.part == InputPart::Body && input.name == field;
    let mut echoes = operation.success.echoes.iter();
    let orders = |list: &Operation| {
        let order = list.order.as_ref().and_then(|order| order.stated());
        list.lists == operation.creates
            && order.is_some_and(|order| order.by.as_deref() == Some(field))
    };
    operation.updates.is_some()
        || echoes.any(|echo| is_it(&echo.from))
        || operation.creates.is_some() && contract.operations().any(orders)
}

/// What a value of a query parameter selects.
fn meaning<'o>(operation: &'o Operation, parameter: &str, value: &str) -> Option<&'o str> {
    let mut values = query(operation, parameter)?.values.iter();
    let value = values.find(|it| it.wire == value)?;
    value.meaning.value().map(String::as_str)
}

/// An input by its name; in the path there is no other place to think of.
fn named(at: &InputRef) -> String {
    match at.part {
        InputPart::Path => format!("`{}`", at.name),
        InputPart::Query | InputPart::Body => input(at),
    }
}

fn query<'o>(operation: &'o Operation, name: &str) -> Option<&'o QueryParameter> {
    operation.query.iter().find(|it| it.name == name)
}
