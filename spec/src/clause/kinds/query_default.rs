//! Leaving a query parameter out is the same as sending its default.

use super::prelude::*;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for query in &scope.operation.query {
        if let Some(value) = query.default.clone() {
            let (route, parameter) = (scope.route(), query.name.clone());
            let statement =
                format!("{route} without `{parameter}` answers as with `{parameter}={value}`.");
            let kind = ClauseKind::QueryDefault { parameter, value };
            clauses.push(kind, &query.section, query.span, statement);
        }
    }
}
