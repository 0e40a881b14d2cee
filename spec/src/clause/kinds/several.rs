//! Several values, separated by commas, are accepted.

use super::addressing::input_name;
use super::prelude::*;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let route = scope.route();
    let statement = |at: &InputRef, has_effect: bool| {
        let (name, effect) = (input_name(at), effect::note(has_effect));
        format!("In {route}, {name} can hold several values, separated by commas{effect}.")
    };
    for parameter in scope.operation.query.iter().filter(|parameter| parameter.several) {
        let at = InputRef::new(InputPart::Query, &parameter.name);
        let statement = statement(&at, parameter.filter.is_some());
        let kind = ClauseKind::Several { at };
        clauses.push(kind, &parameter.section, parameter.span, statement);
    }
    for field in scope.operation.body.iter().filter(|field| field.several) {
        let at = InputRef::new(InputPart::Body, &field.wire);
        let statement = statement(&at, effect::of_body_field(scope, &field.wire));
        clauses.push(ClauseKind::Several { at }, &field.section, field.span, statement);
    }
}
