//! Paging: the members that describe the page, and the query parameters that select one.

use super::prelude::*;
use crate::clause::scope::unseen_list;
use crate::model::{Fact, PageSelection, Paging};

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
    match &scope.operation.paging {
        Some(Slot::Stated(paging)) => Some(paging),
        _ => None,
    }
}

fn stated_selection(scope: OperationScope<'_>) -> Option<&Fact<PageSelection>> {
    match &stated_paging(scope)?.value.selection {
        Slot::Stated(selection) => Some(selection),
        _ => None,
    }
}
