//! After an accepted request the record has the value that was sent.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::{ClauseList, OperationScope};
use crate::model::InputPart;

/// A member that triggers a transition is no value that the record would have afterwards.
pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let operation = scope.operation;
    if operation.updates.is_none() {
        return;
    }
    for input in &operation.body {
        if !operation.is_triggered_by(InputPart::Body, &input.wire) {
            let field = input.wire.clone();
            clauses.push(ClauseKind::Update { field }, &input.section);
        }
    }
}

pub(super) fn suffix(field: &str) -> String {
    format!("updates.{field}")
}

pub(super) fn statement(scope: OperationScope<'_>, field: &str) -> Option<String> {
    let record = scope.operation.updates.as_ref()?;
    let route = scope.route();
    Some(format!(
        "After an accepted {route} with `{field}`, the {record} has the value that was sent, and no other has changed."
    ))
}

pub(super) fn declaration(scope: OperationScope<'_>, field: &str) -> Option<Span> {
    scope.body_field(field).map(|input| input.span)
}
