//! A request without a key is refused.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::{ClauseList, OperationScope};
use crate::model::Slot;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Slot::Stated(required) = &scope.operation.key_required
        && required.value
    {
        clauses.push(ClauseKind::KeyRequired, &required.section);
    }
}

pub(super) fn suffix() -> String {
    "key.required".to_owned()
}

pub(super) fn statement(scope: OperationScope<'_>) -> String {
    let header = &scope.contract.service.auth.header;
    format!("{} without the header `{header}` is refused.", scope.route())
}

pub(super) fn declaration(scope: OperationScope<'_>) -> Span {
    scope.key_span(&["key", "required"])
}
