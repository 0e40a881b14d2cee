//! What an accepted request does to a record.

use super::prelude::*;
use crate::clause::wording::a;

/// An accepted request creates a record.
pub(super) fn creation(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let operation = scope.operation;
    if let Some(record) = &operation.creates {
        let statement = format!("An accepted {} creates {}.", scope.route(), a(record));
        clauses.push(ClauseKind::Creation, &operation.section, operation.effect_span, statement);
    }
}

/// After an accepted request the record has the value that was sent.
///
/// A member that triggers a transition is not a value that the record would have afterwards.
pub(super) fn update(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
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

/// After an accepted request the record keeps the values of the members that the request leaves out.
pub(super) fn kept(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let operation = scope.operation;
    let (Some(record), Some(span)) = (&operation.updates, operation.keeps_left_out) else {
        return;
    };
    for input in operation.body.iter().filter(|input| !input.required) {
        if !operation.is_triggered_by(InputPart::Body, &input.wire) {
            let (route, field) = (scope.route(), input.wire.clone());
            let statement = format!(
                "After an accepted {route} without `{field}`, the {record} has the value that it had there."
            );
            clauses.push(ClauseKind::UpdateKept { field }, &input.section, span, statement);
        }
    }
}

/// After an accepted request the record no longer exists.
pub(super) fn removal(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let operation = scope.operation;
    if let Some(record) = &operation.removes {
        let route = scope.route();
        let statement =
            format!("After an accepted {route}, the {record} is gone, and no other is.");
        clauses.push(ClauseKind::Removal, &operation.section, operation.effect_span, statement);
    }
}
