//! An optional member of the body is accepted.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::effect;
use crate::clause::scope::{ClauseList, OperationScope};

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for input in &scope.operation.body {
        if !input.required {
            let field = input.wire.clone();
            clauses.push(ClauseKind::InputAccepted { field }, &input.section);
        }
    }
}

pub(super) fn suffix(field: &str) -> String {
    format!("body.{field}")
}

pub(super) fn statement(scope: OperationScope<'_>, field: &str) -> String {
    let effect = effect::note(effect::of_body_field(scope, field));
    format!("{} accepts the member `{field}`{effect}.", scope.route())
}

pub(super) fn declaration(scope: OperationScope<'_>, field: &str) -> Option<Span> {
    scope.body_field(field).map(|input| input.span)
}
