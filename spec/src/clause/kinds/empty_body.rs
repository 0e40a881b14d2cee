//! The success body is empty.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::{ClauseList, OperationScope};
use crate::model::{Body, Slot};

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Slot::Stated(body) = &scope.operation.success.body
        && body.value == Body::Empty
    {
        clauses.push(ClauseKind::EmptyBody, &body.section);
    }
}

pub(super) fn suffix() -> String {
    "success.body".to_owned()
}

pub(super) fn statement(scope: OperationScope<'_>) -> String {
    format!("The success body of {} is empty.", scope.route())
}

pub(super) fn declaration(scope: OperationScope<'_>) -> Span {
    scope.key_span(&["success", "body"])
}
