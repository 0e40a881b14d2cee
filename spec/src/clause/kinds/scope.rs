//! Only records of the account are listed, or reached.

use super::prelude::*;
use crate::model::Scope;

pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Some(Slot::Stated(stated)) = &scope.operation.scope
        && stated.value == Scope::Account
    {
        let (route, account) = (scope.route(), "the account that the key belongs to");
        let statement = if scope.operation.lists.is_some() {
            format!("{route} lists the records of {account}, and no others.")
        } else {
            format!("{route} reaches only records of {account}.")
        };
        clauses.push(ClauseKind::Scope, &stated.section, stated.span, statement);
    }
}
