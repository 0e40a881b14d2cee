//! Sentences about what a request can carry.

use crate::clause::ClauseKind;
use crate::clause::words::{an_identifier, input, order, timestamp_form};
use crate::model::{Filter, InputPart, InputRef, Operation, QueryParameter};

/// The sentence, if the clause is about an input of the request.
pub(super) fn of_input(operation: &Operation, route: &str, kind: &ClauseKind) -> Option<String> {
    Some(match kind {
        ClauseKind::Addressing { at, by } => {
            format!(
                "In {route}, {} can be given as {}.",
                named(at),
                an_identifier(*by)
            )
        }
        ClauseKind::InputAccepted { field } => {
            format!("{route} accepts the member `{field}`.")
        }
        ClauseKind::InputRequired { field } => {
            let mut body = operation.body.iter();
            let when = body.find(|it| it.wire == *field)?.required_when.as_ref();
            let when = when.map_or_else(String::new, |when| format!(" when {when}"));
            format!("{route} without `{field}` in the body is refused{when}.")
        }
        ClauseKind::InputValue { field, value } => {
            format!("{route} accepts `{value}` as `{field}`.")
        }
        ClauseKind::Several { at } => {
            format!(
                "In {route}, {} can hold several values, separated by commas.",
                named(at)
            )
        }
        ClauseKind::TimestampForm { field, form } => {
            format!(
                "{route} accepts `{field}` written {}.",
                timestamp_form(*form)
            )
        }
        ClauseKind::QueryValue { parameter, value } => {
            format!("{route} accepts `{parameter}={value}`.")
        }
        ClauseKind::QueryDefault { parameter, value } => {
            format!("{route} without `{parameter}` answers as with `{parameter}={value}`.")
        }
        ClauseKind::Expansion {
            parameter,
            value,
            adds,
        } => {
            format!("With `{parameter}={value}`, {route} shows `{adds}` in its records.")
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
