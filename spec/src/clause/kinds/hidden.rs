//! Records that an operation never returns.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::{ClauseList, OperationScope};
use crate::model::HiddenRecords;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for hidden in &scope.operation.hidden {
        let what = hidden.id.clone();
        clauses.push(ClauseKind::Hidden { what }, &hidden.section);
    }
}

fn find<'c>(scope: OperationScope<'c>, what: &str) -> Option<&'c HiddenRecords> {
    let mut hidden = scope.operation.hidden.iter();
    hidden.find(|hidden| hidden.id == what)
}

pub(super) fn suffix(what: &str) -> String {
    format!("hides.{what}")
}

pub(super) fn statement(scope: OperationScope<'_>, what: &str) -> Option<String> {
    let hidden = find(scope, what)?;
    Some(format!("{} never returns {}.", scope.route(), hidden.description))
}

pub(super) fn declaration(scope: OperationScope<'_>, what: &str) -> Option<Span> {
    find(scope, what).map(|hidden| hidden.span)
}
