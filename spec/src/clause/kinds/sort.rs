//! A value of a query parameter sorts the list.

use super::prelude::*;
use crate::clause::scope::unseen_list;
use crate::clause::wording::order;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for (parameter, value) in scope.query_values() {
        if let Some(sorts) = &value.sorts {
            let (name, wire) = (&parameter.name, &value.wire);
            let (route, order) = (scope.route(), order(sorts));
            let statement = format!("With `{name}={wire}`, the list of {route} comes {order}.");
            let kind = ClauseKind::Sort { parameter: name.clone(), value: wire.clone() };
            let clause = clauses.push(kind, &parameter.section, value.span, statement);
            clause.evidence(parameter.evidence);
            clause.untestable_because(unseen_list(scope.operation));
        }
    }
}
