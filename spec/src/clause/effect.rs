//! Whether the contract states an effect of an input, besides its acceptance.

use super::scope::OperationScope;
use crate::model::{InputPart, InputRef, Operation};

/// The end of a statement about an input.
pub(super) fn note(has_effect: bool) -> &'static str {
    if has_effect { "" } else { "; its effect is not shown" }
}

/// Whether a member of the body changes a record, is echoed, or decides the order of a list.
pub(super) fn of_body_field(scope: OperationScope<'_>, field: &str) -> bool {
    let operation = scope.operation;
    let is_field = |input: &InputRef| input.part == InputPart::Body && input.name == field;
    let whole = InputRef::new(InputPart::Body, field);
    let orders = |list: &Operation| {
        let order = list.order.as_ref().and_then(|order| order.stated());
        list.lists == operation.creates
            && order.is_some_and(|order| order.by.as_deref() == Some(field))
    };
    let mut echoes = operation.success.echoes.iter();
    operation.updates.is_some()
        || echoes.any(|echo| is_field(&echo.from) || echo.from.is_within(&whole))
        || operation.creates.is_some() && scope.contract.operations().any(orders)
}
