//! Several values, separated by commas, are accepted.

use reader::Span;

use super::addressing::input_name;
use crate::clause::ClauseKind;
use crate::clause::effect;
use crate::clause::scope::{ClauseList, OperationScope};
use crate::model::{InputPart, InputRef};

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for parameter in &scope.operation.query {
        if parameter.several {
            let at = InputRef::new(InputPart::Query, &parameter.name);
            clauses.push(ClauseKind::Several { at }, &parameter.section);
        }
    }
    for field in &scope.operation.body {
        if field.several {
            let at = InputRef::new(InputPart::Body, &field.wire);
            clauses.push(ClauseKind::Several { at }, &field.section);
        }
    }
}

pub(super) fn suffix(at: &InputRef) -> String {
    format!("{at}.several")
}

pub(super) fn statement(scope: OperationScope<'_>, at: &InputRef) -> String {
    let has_effect = match at.part {
        InputPart::Query => {
            let parameter = scope.query_parameter(&at.name);
            parameter.is_some_and(|parameter| parameter.filter.is_some())
        }
        InputPart::Path | InputPart::Body => effect::of_body_field(scope, &at.name),
    };
    format!(
        "In {}, {} can hold several values, separated by commas{}.",
        scope.route(),
        input_name(at),
        effect::note(has_effect)
    )
}

pub(super) fn declaration(scope: OperationScope<'_>, at: &InputRef) -> Option<Span> {
    scope.input_span(at)
}
