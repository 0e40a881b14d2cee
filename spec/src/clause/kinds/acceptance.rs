//! A valid request is accepted.

use super::prelude::*;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let operation = scope.operation;
    let statement = format!("A valid {} is accepted.", scope.route());
    clauses.push(ClauseKind::Acceptance, &operation.section, operation.span, statement);
}
