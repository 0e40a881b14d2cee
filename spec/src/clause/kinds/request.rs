//! What a request needs: its route, its key, the identifiers in it.

use super::prelude::*;
use crate::clause::wording::{an_identifier, input};

/// A valid request is accepted.
pub(super) fn accepted(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let operation = scope.operation;
    let statement = format!("A valid {} is accepted.", scope.route());
    clauses.push(ClauseKind::Acceptance, &operation.section, operation.span, statement);
}

/// A record can be addressed by an identifier of this kind.
pub(super) fn addressing(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let in_path = scope.operation.path_parameters.iter().map(|parameter| {
        let at = InputRef::new(InputPart::Path, &parameter.name);
        (at, &parameter.identifiers, &parameter.section, parameter.span)
    });
    let in_body = scope.operation.body_fields().map(|field| {
        let at = InputRef::new(InputPart::Body, &field.wire);
        (at, &field.identifiers, &field.section, field.span)
    });
    for (at, identifiers, section, span) in in_path.chain(in_body) {
        for &by in identifiers {
            let (route, name) = (scope.route(), input_name(&at));
            let statement = format!("In {route}, {name} can be given as {}.", an_identifier(by));
            clauses.push(ClauseKind::Addressing { at: at.clone(), by }, section, span, statement);
        }
    }
}

/// An input by its name; the part of the request is left out where it is the path.
pub(super) fn input_name(at: &InputRef) -> String {
    match at.part {
        InputPart::Path => format!("`{}`", at.name),
        InputPart::Query | InputPart::Body | InputPart::Header => input(at),
    }
}

/// A request without a key is refused.
pub(super) fn key_required(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Slot::Stated(required) = &scope.operation.key_required
        && required.value
        && let Some(place) = scope.contract.service.key_place()
    {
        let statement = format!("{} without the {place} is refused.", scope.route());
        clauses.push(ClauseKind::KeyRequired, &required.section, required.span, statement);
    }
}
