//! A query parameter filters the list.

use super::prelude::*;
use crate::clause::scope::unseen_list;
use crate::model::Filter;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for query in &scope.operation.query {
        let kept = match &query.filter {
            Some(Filter::Above { field }) => {
                format!("records whose `{field}` is higher than the value sent")
            }
            Some(Filter::Meaning(meaning)) => meaning.clone(),
            None => continue,
        };
        let (route, parameter) = (scope.route(), query.name.clone());
        let statement = format!("With `{parameter}`, the list of {route} keeps to {kept}.");
        // What is only described is looked for by values that a scenario names.
        let is_compared = matches!(query.filter, Some(Filter::Above { .. }));
        clauses
            .push(ClauseKind::Filter { parameter }, &query.section, query.span, statement)
            .untestable_because(unseen_list(scope.operation).filter(|_| is_compared));
    }
}
