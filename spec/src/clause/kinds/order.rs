//! The order of a list.

use crate::clause::ClauseKind;
use crate::clause::scope::{ClauseList, OperationScope};
use crate::clause::wording;
use crate::model::Slot;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Some(Slot::Stated(order)) = &scope.operation.order {
        let statement =
            format!("The list of {} comes {}.", scope.route(), wording::order(&order.value));
        clauses.push(ClauseKind::Order, &order.section, order.span, statement);
    }
}
