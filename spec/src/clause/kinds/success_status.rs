//! The status of a success.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::{ClauseList, OperationScope};
use crate::model::Slot;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Slot::Stated(stated) = &scope.operation.success.status {
        let status = stated.value;
        clauses.push(ClauseKind::SuccessStatus { status }, &stated.section);
    }
}

pub(super) fn suffix(_status: &u16) -> String {
    "success.status".to_owned()
}

pub(super) fn statement(scope: OperationScope<'_>, status: &u16) -> String {
    format!("The success of {} has status {status}.", scope.route())
}

pub(super) fn declaration(scope: OperationScope<'_>, _status: &u16) -> Span {
    scope.key_span(&["success", "status"])
}
