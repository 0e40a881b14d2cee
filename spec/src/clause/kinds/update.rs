//! After an accepted request the record has the value that was sent.

use super::prelude::*;

/// A member that triggers a transition is not a value that the record would have afterwards.
pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let operation = scope.operation;
    let Some(record) = &operation.updates else {
        return;
    };
    for input in &operation.body {
        if !operation.is_triggered_by(InputPart::Body, &input.wire) {
            let (route, field) = (scope.route(), input.wire.clone());
            let statement = format!(
                "After an accepted {route} with `{field}`, the {record} has the value that was sent, and no other has changed."
            );
            clauses.push(ClauseKind::Update { field }, &input.section, input.span, statement);
        }
    }
}
