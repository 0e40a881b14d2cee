//! A timestamp in this form is accepted.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::effect;
use crate::clause::scope::{ClauseList, OperationScope, states_type};
use crate::clause::wording::timestamp_form;
use crate::model::{TimestampForm, Type};

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let operation = scope.operation;
    for input in &operation.body {
        let declaration = format!("{}.body.{}", operation.id, input.name);
        if let Type::Timestamp(forms) = &input.ty
            && states_type(scope.contract, &declaration)
        {
            for &form in forms {
                let field = input.wire.clone();
                clauses.push(ClauseKind::TimestampForm { field, form }, &input.section);
            }
        }
    }
}

pub(super) fn suffix(field: &str, form: &TimestampForm) -> String {
    format!("body.{field}.{}", form.name())
}

pub(super) fn statement(scope: OperationScope<'_>, field: &str, form: &TimestampForm) -> String {
    let effect = effect::note(effect::of_body_field(scope, field));
    format!("{} accepts `{field}` written {}{effect}.", scope.route(), timestamp_form(*form))
}

pub(super) fn declaration(
    scope: OperationScope<'_>,
    field: &str,
    _form: &TimestampForm,
) -> Option<Span> {
    scope.body_field(field).map(|input| input.span)
}
