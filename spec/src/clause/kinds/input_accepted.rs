//! An optional member of the body is accepted.

use super::prelude::*;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for input in scope.operation.body.iter().filter(|input| !input.required) {
        let field = input.wire.clone();
        let effect = effect::note(effect::of_body_field(scope, &field));
        let statement = format!("{} accepts the member `{field}`{effect}.", scope.route());
        clauses.push(ClauseKind::InputAccepted { field }, &input.section, input.span, statement);
    }
}
