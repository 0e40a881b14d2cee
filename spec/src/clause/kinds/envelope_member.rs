//! The success body has this member, of its documented type.

use super::prelude::*;
use crate::clause::wording::a_value_of;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let route = scope.route();
    if let Slot::Stated(body) = &scope.operation.success.body
        && let Body::Envelope(members) = &body.value
    {
        for envelope in members {
            let (member, ty) = (envelope.wire.clone(), a_value_of(&envelope.ty));
            let statement = format!("The success body of {route} has the member `{member}`, {ty}.");
            let kind = ClauseKind::EnvelopeMember { member };
            clauses.push(kind, &body.section, envelope.span, statement);
        }
    }
    if let Some(Slot::Stated(paging)) = &scope.operation.paging {
        let member = paging.value.meta.clone();
        let statement = format!("The success body of {route} has the member `{member}`.");
        clauses.push(
            ClauseKind::EnvelopeMember { member },
            &paging.section,
            paging.value.span,
            statement,
        );
    }
}
