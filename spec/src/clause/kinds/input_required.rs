//! A required member of the body, without a documented message for a request that lacks it.

use super::prelude::*;
use crate::model::Operation;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for input in &scope.operation.body {
        let at = InputRef::new(InputPart::Body, &input.wire);
        if input.required && !has_missing_case(scope.operation, &at) {
            let (route, field) = (scope.route(), input.wire.clone());
            let when = input.required_when.as_ref();
            let when = when.map_or_else(String::new, |when| format!(" when {when}"));
            let statement = format!("{route} without `{field}` in the body is refused{when}.");
            let kind = ClauseKind::InputRequired { field };
            clauses.push(kind, &input.section, input.span, statement);
        }
    }
}

/// Whether an error case is documented for a request without this input.
fn has_missing_case(operation: &Operation, at: &InputRef) -> bool {
    let mut conditions = operation.errors.iter().map(|case| case.when.stated());
    conditions.any(|when| matches!(when, Some(Condition::Missing(input)) if input == at))
}
