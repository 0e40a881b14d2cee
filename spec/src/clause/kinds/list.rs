//! Lists: order, scope, records that are never returned, and paging.

use super::prelude::*;
use crate::clause::scope::unseen_list;
use crate::clause::wording;
use crate::model::{Fact, PageSelection, Paging, Scope};

/// The order of a list.
pub(super) fn order(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Some(Slot::Stated(order)) = &scope.operation.order {
        let statement =
            format!("The list of {} comes {}.", scope.route(), wording::order(&order.value));
        clauses.push(ClauseKind::Order, &order.section, order.span, statement);
    }
}

/// Only records of the account are listed, or reached.
pub(super) fn scope(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
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

/// Records that an operation never returns.
pub(super) fn hidden(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for hidden in &scope.operation.hidden {
        let statement = format!("{} never returns {}.", scope.route(), hidden.description);
        let kind = ClauseKind::Hidden { what: hidden.id.clone() };
        clauses.push(kind, &hidden.section, hidden.span, statement);
    }
}

/// The paging member of the answer has this member.
pub(super) fn meta_key(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let Some(Fact { value: paging, section, .. }) = stated_paging(scope) else {
        return;
    };
    let meta = &paging.meta;
    let integer = if paging.integers.stated() == Some(&true) { ", an integer" } else { "" };
    for key in paging.members.iter().chain([&paging.total]) {
        let statement =
            format!("The member `{meta}` of the answer has the member `{key}`{integer}.");
        let kind = ClauseKind::MetaKey { meta: meta.clone(), key: key.clone() };
        clauses.push(kind, section, paging.span, statement);
    }
}

/// The page number selects the page.
pub(super) fn number(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Some(Fact { value: selection, section, .. }) = stated_selection(scope) {
        let parameter = selection.page.clone();
        let statement = format!("In {}, `{parameter}` selects the page.", scope.route());
        clauses
            .push(ClauseKind::PageNumber { parameter }, section, selection.span, statement)
            .untestable_because(unseen_list(scope.operation));
    }
}

/// The page size bounds the page.
pub(super) fn size(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Some(Fact { value: selection, section, .. }) = stated_selection(scope) {
        let parameter = selection.per_page.clone();
        let route = scope.route();
        let statement = format!("In {route}, `{parameter}` is the number of items on a page.");
        clauses
            .push(ClauseKind::PageSize { parameter }, section, selection.span, statement)
            .untestable_because(unseen_list(scope.operation));
    }
}

fn stated_paging(scope: OperationScope<'_>) -> Option<&Fact<Paging>> {
    scope.operation.paging.as_ref()?.stated_fact()
}

fn stated_selection(scope: OperationScope<'_>) -> Option<&Fact<PageSelection>> {
    stated_paging(scope)?.value.selection.stated_fact()
}
