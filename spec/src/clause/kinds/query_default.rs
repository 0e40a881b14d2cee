//! Leaving a query parameter out is the same as sending its default.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::{ClauseList, OperationScope};

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for parameter in &scope.operation.query {
        if let Some(value) = &parameter.default {
            let kind = ClauseKind::QueryDefault {
                parameter: parameter.name.clone(),
                value: value.clone(),
            };
            clauses.push(kind, &parameter.section);
        }
    }
}

pub(super) fn suffix(parameter: &str, _value: &str) -> String {
    format!("query.{parameter}.default")
}

pub(super) fn statement(scope: OperationScope<'_>, parameter: &str, value: &str) -> String {
    let route = scope.route();
    format!("{route} without `{parameter}` answers as with `{parameter}={value}`.")
}

pub(super) fn declaration(
    scope: OperationScope<'_>,
    parameter: &str,
    _value: &str,
) -> Option<Span> {
    let parameter = scope.query_parameter(parameter);
    parameter.map(|parameter| parameter.span)
}
