//! A timestamp in this form is accepted.

use super::prelude::*;
use crate::clause::wording::timestamp_form;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for input in scope.inputs_with_stated_type() {
        if let Type::Timestamp(forms) = &input.ty {
            for &form in forms {
                let field = input.wire.clone();
                let effect = effect::note(effect::of_body_field(scope, &field));
                let (route, written) = (scope.route(), timestamp_form(form));
                let statement = format!("{route} accepts `{field}` written {written}{effect}.");
                let kind = ClauseKind::TimestampForm { field, form };
                clauses.push(kind, &input.section, input.span, statement);
            }
        }
    }
}
