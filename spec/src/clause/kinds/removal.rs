//! After an accepted request the record no longer exists.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::{ClauseList, OperationScope};

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if scope.operation.removes.is_some() {
        clauses.push(ClauseKind::Removal, &scope.operation.section);
    }
}

pub(super) fn suffix() -> String {
    "removes".to_owned()
}

pub(super) fn statement(scope: OperationScope<'_>) -> Option<String> {
    let record = scope.operation.removes.as_ref()?;
    let route = scope.route();
    Some(format!("After an accepted {route}, the {record} is gone, and no other is."))
}

pub(super) fn declaration(scope: OperationScope<'_>) -> Span {
    scope.key_span(&["removes"])
}
