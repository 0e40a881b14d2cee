//! A documented value of a query parameter is accepted.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::effect;
use crate::clause::scope::{ClauseList, OperationScope};

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for parameter in &scope.operation.query {
        for value in &parameter.values {
            let kind = ClauseKind::QueryValue {
                parameter: parameter.name.clone(),
                value: value.wire.clone(),
            };
            clauses.push_as(kind, &parameter.section, parameter.evidence);
        }
    }
}

pub(super) fn suffix(parameter: &str, value: &str) -> String {
    format!("query.{parameter}.{value}")
}

pub(super) fn statement(scope: OperationScope<'_>, parameter: &str, value: &str) -> String {
    let effect = effect::note(has_effect(scope, parameter, value));
    format!("{} accepts `{parameter}={value}`{effect}.", scope.route())
}

/// Whether another clause says what the value does.
fn has_effect(scope: OperationScope<'_>, parameter: &str, value: &str) -> bool {
    let Some(query) = scope.query_parameter(parameter) else {
        return false;
    };
    let documented = scope.query_value(parameter, value);
    query.filter.is_some()
        || query.default.as_deref() == Some(value)
        || documented.is_some_and(|value| value.expansion.is_some() || value.sorts.is_some())
}

pub(super) fn declaration(scope: OperationScope<'_>, parameter: &str, value: &str) -> Option<Span> {
    scope.query_value(parameter, value).map(|value| value.span)
}
