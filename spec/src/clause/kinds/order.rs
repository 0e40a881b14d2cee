//! The order of a list.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::{ClauseList, OperationScope};
use crate::clause::wording;
use crate::model::Slot;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Some(Slot::Stated(order)) = &scope.operation.order {
        clauses.push(ClauseKind::Order, &order.section);
    }
}

pub(super) fn suffix() -> String {
    "order".to_owned()
}

pub(super) fn statement(scope: OperationScope<'_>) -> Option<String> {
    let order = wording::order(scope.operation.order.as_ref()?.stated()?);
    Some(format!("The list of {} comes {order}.", scope.route()))
}

pub(super) fn declaration(scope: OperationScope<'_>) -> Span {
    scope.key_span(&["order"])
}
