//! After an accepted request the record no longer exists.

use super::prelude::*;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let operation = scope.operation;
    if let Some(record) = &operation.removes {
        let route = scope.route();
        let statement =
            format!("After an accepted {route}, the {record} is gone, and no other is.");
        clauses.push(ClauseKind::Removal, &operation.section, operation.effect_span, statement);
    }
}
