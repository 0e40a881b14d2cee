//! Records that an operation never returns.

use super::prelude::*;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for hidden in &scope.operation.hidden {
        let statement = format!("{} never returns {}.", scope.route(), hidden.description);
        let kind = ClauseKind::Hidden { what: hidden.id.clone() };
        clauses.push(kind, &hidden.section, hidden.span, statement);
    }
}
