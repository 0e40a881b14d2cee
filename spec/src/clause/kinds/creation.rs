//! An accepted request creates a record.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::{ClauseList, OperationScope};
use crate::clause::wording::a;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if scope.operation.creates.is_some() {
        clauses.push(ClauseKind::Creation, &scope.operation.section);
    }
}

pub(super) fn suffix() -> String {
    "creates".to_owned()
}

pub(super) fn statement(scope: OperationScope<'_>) -> Option<String> {
    let record = a(scope.operation.creates.as_ref()?);
    Some(format!("An accepted {} creates {record}.", scope.route()))
}

pub(super) fn declaration(scope: OperationScope<'_>) -> Span {
    scope.key_span(&["creates"])
}
