//! A documented value of a member of the body is accepted.

use super::prelude::*;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for input in scope.inputs_with_stated_type() {
        if let Type::Enumeration(values) = &input.ty {
            for value in values {
                let (field, value) = (input.wire.clone(), value.clone());
                let effect = effect::note(effect::of_body_field(scope, &field));
                let statement =
                    format!("{} accepts `{value}` as `{field}`{effect}.", scope.route());
                let kind = ClauseKind::InputValue { field, value };
                clauses.push(kind, &input.section, input.span, statement);
            }
        }
    }
}
