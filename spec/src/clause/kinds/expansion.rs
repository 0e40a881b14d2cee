//! A value of a query parameter adds data.

use super::prelude::*;

/// The evidence of the value is also the evidence of what it adds.
pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for (parameter, value) in scope.query_values() {
        if let Some(expansion) = &value.expansion {
            let (name, wire, route) = (&parameter.name, &value.wire, scope.route());
            let added = match (&expansion.adds, value.meaning.value()) {
                (Some(adds), _) => format!("shows `{adds}` in its records"),
                (None, meaning) => format!("adds {}", meaning.map_or("", String::as_str)),
            };
            let statement = format!("With `{name}={wire}`, {route} {added}.");
            let kind = ClauseKind::Expansion {
                parameter: name.clone(),
                value: wire.clone(),
                adds: expansion.adds.clone(),
            };
            clauses
                .push(kind, &parameter.section, value.span, statement)
                .evidence(parameter.evidence);
        }
    }
}
