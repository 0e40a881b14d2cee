//! The success body is empty.

use crate::clause::ClauseKind;
use crate::clause::scope::{ClauseList, OperationScope};
use crate::model::{Body, Slot};

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Slot::Stated(body) = &scope.operation.success.body
        && body.value == Body::Empty
    {
        let statement = format!("The success body of {} is empty.", scope.route());
        clauses.push(ClauseKind::EmptyBody, &body.section, body.span, statement);
    }
}
