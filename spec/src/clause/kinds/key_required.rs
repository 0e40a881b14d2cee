//! A request without a key is refused.

use crate::clause::ClauseKind;
use crate::clause::scope::{ClauseList, OperationScope};
use crate::model::Slot;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Slot::Stated(required) = &scope.operation.key_required
        && required.value
    {
        let header = &scope.contract.service.auth.header;
        let statement = format!("{} without the header `{header}` is refused.", scope.route());
        clauses.push(ClauseKind::KeyRequired, &required.section, required.span, statement);
    }
}
