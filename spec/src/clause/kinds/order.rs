//! The order of a list.

use super::prelude::*;
use crate::clause::wording;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Some(Slot::Stated(order)) = &scope.operation.order {
        let statement =
            format!("The list of {} comes {}.", scope.route(), wording::order(&order.value));
        clauses.push(ClauseKind::Order, &order.section, order.span, statement);
    }
}
