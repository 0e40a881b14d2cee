//! A request without a key is refused.

use super::prelude::*;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Slot::Stated(required) = &scope.operation.key_required
        && required.value
    {
        let header = &scope.contract.service.auth.header;
        let statement = format!("{} without the header `{header}` is refused.", scope.route());
        clauses.push(ClauseKind::KeyRequired, &required.section, required.span, statement);
    }
}
