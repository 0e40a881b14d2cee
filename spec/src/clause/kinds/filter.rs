//! A query parameter filters the list.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::{ClauseList, OperationScope};
use crate::model::Filter;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for filtering in &scope.operation.query {
        if filtering.filter.is_some() {
            let parameter = filtering.name.clone();
            clauses.push(ClauseKind::Filter { parameter }, &filtering.section);
        }
    }
}

pub(super) fn suffix(parameter: &str) -> String {
    format!("query.{parameter}.filter")
}

pub(super) fn statement(scope: OperationScope<'_>, parameter: &str) -> Option<String> {
    let kept = match scope.query_parameter(parameter)?.filter.as_ref()? {
        Filter::Above { field } => {
            format!("records whose `{field}` is higher than the value sent")
        }
        Filter::Meaning(meaning) => meaning.clone(),
    };
    let route = scope.route();
    Some(format!("With `{parameter}`, the list of {route} keeps to {kept}."))
}

pub(super) fn declaration(scope: OperationScope<'_>, parameter: &str) -> Option<Span> {
    let parameter = scope.query_parameter(parameter);
    parameter.map(|parameter| parameter.span)
}
