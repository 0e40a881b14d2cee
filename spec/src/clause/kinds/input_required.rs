//! A required member of the body, without a documented message for a request that lacks it.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::{ClauseList, OperationScope};
use crate::model::{Condition, InputPart, InputRef, Operation};

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for input in &scope.operation.body {
        let at = InputRef::new(InputPart::Body, &input.wire);
        if input.required && !has_missing_case(scope.operation, &at) {
            let field = input.wire.clone();
            clauses.push(ClauseKind::InputRequired { field }, &input.section);
        }
    }
}

/// Whether an error case is documented for a request without this input.
fn has_missing_case(operation: &Operation, at: &InputRef) -> bool {
    let mut conditions = operation.errors.iter().map(|case| case.when.stated());
    conditions.any(|when| matches!(when, Some(Condition::Missing(input)) if input == at))
}

pub(super) fn suffix(field: &str) -> String {
    format!("body.{field}.required")
}

pub(super) fn statement(scope: OperationScope<'_>, field: &str) -> Option<String> {
    let when = scope.body_field(field)?.required_when.as_ref();
    let when = when.map_or_else(String::new, |when| format!(" when {when}"));
    let route = scope.route();
    Some(format!("{route} without `{field}` in the body is refused{when}."))
}

pub(super) fn declaration(scope: OperationScope<'_>, field: &str) -> Option<Span> {
    scope.body_field(field).map(|input| input.span)
}
