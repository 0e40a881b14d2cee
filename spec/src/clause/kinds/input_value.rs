//! A documented value of a member of the body is accepted.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::effect;
use crate::clause::scope::{ClauseList, OperationScope, states_type};
use crate::model::Type;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let operation = scope.operation;
    for input in &operation.body {
        let declaration = format!("{}.body.{}", operation.id, input.name);
        if let Type::Enumeration(values) = &input.ty
            && states_type(scope.contract, &declaration)
        {
            for value in values {
                let (field, value) = (input.wire.clone(), value.clone());
                clauses.push(ClauseKind::InputValue { field, value }, &input.section);
            }
        }
    }
}

pub(super) fn suffix(field: &str, value: &str) -> String {
    format!("body.{field}.{value}")
}

pub(super) fn statement(scope: OperationScope<'_>, field: &str, value: &str) -> String {
    let effect = effect::note(effect::of_body_field(scope, field));
    format!("{} accepts `{value}` as `{field}`{effect}.", scope.route())
}

pub(super) fn declaration(scope: OperationScope<'_>, field: &str, _value: &str) -> Option<Span> {
    scope.body_field(field).map(|input| input.span)
}
