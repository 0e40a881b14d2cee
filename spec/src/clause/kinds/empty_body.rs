//! The success body is empty.

use super::prelude::*;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Slot::Stated(body) = &scope.operation.success.body
        && body.value == Body::Empty
    {
        let statement = format!("The success body of {} is empty.", scope.route());
        clauses.push(ClauseKind::EmptyBody, &body.section, body.span, statement);
    }
}
