//! The status of a success.

use super::prelude::*;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Slot::Stated(stated) = &scope.operation.success.status {
        let status = stated.value;
        let statement = format!("The success of {} has status {status}.", scope.route());
        clauses.push(ClauseKind::SuccessStatus { status }, &stated.section, stated.span, statement);
    }
}
