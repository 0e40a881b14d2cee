//! A documented value of a query parameter is accepted.

use super::prelude::*;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for (parameter, value) in scope.query_values() {
        let (name, wire) = (&parameter.name, &value.wire);
        // Another clause may say what the value does.
        let has_effect = parameter.filter.is_some()
            || parameter.default.as_ref() == Some(wire)
            || value.expansion.is_some()
            || value.sorts.is_some();
        let effect = effect::note(has_effect);
        let statement = format!("{} accepts `{name}={wire}`{effect}.", scope.route());
        let kind = ClauseKind::QueryValue { parameter: name.clone(), value: wire.clone() };
        clauses.push(kind, &parameter.section, value.span, statement).evidence(parameter.evidence);
    }
}
