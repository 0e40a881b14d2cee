//! An accepted request creates a record.

use super::prelude::*;
use crate::clause::wording::a;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let operation = scope.operation;
    if let Some(record) = &operation.creates {
        let statement = format!("An accepted {} creates {}.", scope.route(), a(record));
        clauses.push(ClauseKind::Creation, &operation.section, operation.effect_span, statement);
    }
}
