//! A value of a query parameter adds data.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::{ClauseList, OperationScope};

/// The evidence of the value is also the evidence of what it adds.
pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for parameter in &scope.operation.query {
        for value in &parameter.values {
            if let Some(expansion) = &value.expansion {
                let kind = ClauseKind::Expansion {
                    parameter: parameter.name.clone(),
                    value: value.wire.clone(),
                    adds: expansion.adds.clone(),
                };
                clauses.push_as(kind, &parameter.section, parameter.evidence);
            }
        }
    }
}

pub(super) fn suffix(parameter: &str, value: &str, _adds: &Option<String>) -> String {
    format!("query.{parameter}.{value}.adds")
}

pub(super) fn statement(
    scope: OperationScope<'_>,
    parameter: &str,
    value: &str,
    adds: &Option<String>,
) -> Option<String> {
    let added = match adds {
        Some(adds) => format!("shows `{adds}` in its records"),
        None => format!("adds {}", scope.query_value(parameter, value)?.meaning.value()?),
    };
    let route = scope.route();
    Some(format!("With `{parameter}={value}`, {route} {added}."))
}

pub(super) fn declaration(
    scope: OperationScope<'_>,
    parameter: &str,
    value: &str,
    _adds: &Option<String>,
) -> Option<Span> {
    scope.query_value(parameter, value).map(|value| value.span)
}
