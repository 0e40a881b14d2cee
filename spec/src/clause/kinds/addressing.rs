//! A record can be addressed by an identifier of this kind.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::{ClauseList, OperationScope};
use crate::clause::wording::{an_identifier, input};
use crate::model::{Identifier, InputPart, InputRef, Section};

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for parameter in &scope.operation.path_parameters {
        let at = InputRef::new(InputPart::Path, &parameter.name);
        push_each(&at, &parameter.identifiers, &parameter.section, clauses);
    }
    for field in &scope.operation.body {
        let at = InputRef::new(InputPart::Body, &field.wire);
        push_each(&at, &field.identifiers, &field.section, clauses);
    }
}

fn push_each(
    at: &InputRef,
    identifiers: &[Identifier],
    section: &Section,
    clauses: &mut ClauseList<'_>,
) {
    for &by in identifiers {
        let at = at.clone();
        clauses.push(ClauseKind::Addressing { at, by }, section);
    }
}

pub(super) fn suffix(at: &InputRef, by: &Identifier) -> String {
    format!("{at}.{}", by.name())
}

pub(super) fn statement(scope: OperationScope<'_>, at: &InputRef, by: &Identifier) -> String {
    let (route, by) = (scope.route(), an_identifier(*by));
    format!("In {route}, {} can be given as {by}.", input_name(at))
}

/// An input by its name; the part of the request is left out where it is the path.
pub(super) fn input_name(at: &InputRef) -> String {
    match at.part {
        InputPart::Path => format!("`{}`", at.name),
        InputPart::Query | InputPart::Body => input(at),
    }
}

pub(super) fn declaration(
    scope: OperationScope<'_>,
    at: &InputRef,
    _by: &Identifier,
) -> Option<Span> {
    scope.input_span(at)
}
