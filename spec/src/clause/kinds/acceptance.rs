//! A valid request is accepted.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::{ClauseList, OperationScope};

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    clauses.push(ClauseKind::Acceptance, &scope.operation.section);
}

pub(super) fn suffix() -> String {
    "accepted".to_owned()
}

pub(super) fn statement(scope: OperationScope<'_>) -> String {
    format!("A valid {} is accepted.", scope.route())
}

pub(super) fn declaration(scope: OperationScope<'_>) -> Span {
    scope.operation.span
}
