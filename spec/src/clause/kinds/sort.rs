//! A value of a query parameter sorts the list.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::{ClauseList, OperationScope};
use crate::clause::wording::order;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for parameter in &scope.operation.query {
        for value in parameter.values.iter().filter(|value| value.sorts.is_some()) {
            let kind =
                ClauseKind::Sort { parameter: parameter.name.clone(), value: value.wire.clone() };
            clauses.push_as(kind, &parameter.section, parameter.evidence);
        }
    }
}

pub(super) fn suffix(parameter: &str, value: &str) -> String {
    format!("query.{parameter}.{value}.order")
}

pub(super) fn statement(scope: OperationScope<'_>, parameter: &str, value: &str) -> Option<String> {
    let sorts = scope.query_value(parameter, value)?.sorts.as_ref()?;
    Some(format!(
        "With `{parameter}={value}`, the list of {} comes {}.",
        scope.route(),
        order(sorts)
    ))
}

pub(super) fn declaration(scope: OperationScope<'_>, parameter: &str, value: &str) -> Option<Span> {
    scope.query_value(parameter, value).map(|value| value.span)
}
