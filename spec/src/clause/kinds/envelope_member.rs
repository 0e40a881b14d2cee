//! The success body has this member, of its documented type.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::{ClauseList, OperationScope};
use crate::clause::wording::a_value_of;
use crate::model::{Body, Slot};

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Slot::Stated(body) = &scope.operation.success.body
        && let Body::Envelope(members) = &body.value
    {
        for envelope in members {
            let member = envelope.wire.clone();
            clauses.push(ClauseKind::EnvelopeMember { member }, &body.section);
        }
    }
    if let Some(Slot::Stated(paging)) = &scope.operation.paging {
        let member = paging.value.meta.clone();
        clauses.push(ClauseKind::EnvelopeMember { member }, &paging.section);
    }
}

pub(super) fn suffix(member: &str) -> String {
    format!("success.{member}")
}

pub(super) fn statement(scope: OperationScope<'_>, member: &str) -> String {
    let ty = scope.envelope_type(member);
    let ty = ty.map_or_else(String::new, |ty| format!(", {}", a_value_of(ty)));
    let route = scope.route();
    format!("The success body of {route} has the member `{member}`{ty}.")
}

pub(super) fn declaration(scope: OperationScope<'_>, member: &str) -> Span {
    scope.key_span(&["success", "body", member])
}
