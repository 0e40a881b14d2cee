//! Lists: order, scope, records that are never returned, and paging.

use super::prelude::*;
use crate::clause::scope::unseen_list;
use crate::clause::wording;
use crate::model::{
    Fact, PageFact, PageMember, PageParameter, PageSelection, PageStart, Paging, Scope,
};

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

/// The response has this member, which describes the page.
pub(super) fn meta_key(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let Some(Fact { value: paging, section, .. }) = stated_paging(scope) else {
        return;
    };
    let are_integers = paging.integers.stated() == Some(&true);
    for PageMember { wire: key, says } in &paging.members {
        let what = match says {
            Some(PageFact::More) => ", `true` on every page but the last and `false` on that",
            Some(PageFact::Next) => {
                ", the cursor of the next page, on every page but the last; there it is null or absent"
            }
            _ if are_integers => ", an integer",
            _ => "",
        };
        let statement = match &paging.meta {
            Some(meta) => {
                format!("The member `{meta}` of the answer has the member `{key}`{what}.")
            }
            None => format!("The success body of {} has the member `{key}`{what}.", scope.route()),
        };
        let meta = paging.meta.clone().unwrap_or_default();
        let kind = ClauseKind::MetaKey { meta, key: key.clone() };
        clauses.push(kind, section, paging.span, statement);
    }
}

/// A member beside the list gets the same id as a member of the envelope.
pub(super) fn meta_suffix(meta: &str, key: &str) -> String {
    if meta.is_empty() {
        super::success::member_suffix(key)
    } else {
        format!("success.{meta}.{key}")
    }
}

/// The page number selects the page.
pub(super) fn number(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Some(Fact { value: selection, section, .. }) = stated_selection(scope)
        && selection.by == PageStart::Number
    {
        let parameter = selection.start.wire.clone();
        let statement = format!("In {}, `{parameter}` selects the page.", scope.route());
        clauses
            .push(ClauseKind::PageNumber { parameter }, section, selection.span, statement)
            .untestable_because(unseen_list(scope.operation));
    }
}

/// Consecutive pages show each item once if a parameter other than a page number selects them.
pub(super) fn following(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let Some(Fact { value: selection, section, .. }) = stated_selection(scope) else {
        return;
    };
    let (route, parameter) = (scope.route(), selection.start.wire.clone());
    let selects = match selection.by {
        PageStart::Number => return,
        PageStart::Offset => "is the number of items before the page",
        PageStart::After => "is the identifier of the item before the page",
        PageStart::Cursor => "takes the cursor of the page",
    };
    let statement = format!(
        "In {route}, `{parameter}` {selects}: pages that follow each other show each item once."
    );
    let kind = ClauseKind::PageFollowing { parameter, by: selection.by };
    clauses
        .push(kind, section, selection.span, statement)
        .untestable_because(unseen_list(scope.operation));
}

/// The page size bounds the page.
pub(super) fn size(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Some((size, section)) = stated_size(scope) {
        let parameter = size.wire.clone();
        let route = scope.route();
        let statement = format!("In {route}, `{parameter}` is the number of items on a page.");
        clauses
            .push(ClauseKind::PageSize { parameter }, section, size.span, statement)
            .untestable_because(unseen_list(scope.operation));
    }
}

/// The page size if a request sends no page size.
pub(super) fn default_size(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Some((size, section)) = stated_size(scope)
        && let Some(default) = size.default
    {
        let parameter = size.wire.clone();
        let route = scope.route();
        let statement =
            format!("In {route} without `{parameter}`, a page has {default} items at most.");
        clauses
            .push(
                ClauseKind::PageSizeDefault { parameter, size: default },
                section,
                size.span,
                statement,
            )
            .untestable_because(unseen_list(scope.operation));
    }
}

/// The header that leads to the next page.
pub(super) fn link(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Some(Fact { value: paging, section, .. }) = stated_paging(scope)
        && paging.link
    {
        let route = scope.route();
        let statement = format!(
            "A page of {route} has a header `Link` with `rel=\"next\"` that leads to the next page with the same other parameters; the last page has none."
        );
        clauses
            .push(ClauseKind::PageLink, section, paging.span, statement)
            .untestable_because(unseen_list(scope.operation));
    }
}

/// A page after the last one is empty.
pub(super) fn after_last(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let selection = stated_selection(scope).map(|selection| &selection.value);
    if let Some(Fact { value: paging, section, .. }) = stated_paging(scope)
        && paging.empty_after_last
        && let Some(selection) = selection
    {
        let parameter = selection.start.wire.clone();
        let statement =
            format!("A page of {} after the last one is accepted and has no items.", scope.route());
        clauses
            .push(ClauseKind::PageAfterLast { parameter }, section, paging.span, statement)
            .untestable_because(unseen_list(scope.operation));
    }
}

fn stated_paging(scope: OperationScope<'_>) -> Option<&Fact<Paging>> {
    scope.operation.paging.as_ref()?.stated_fact()
}

fn stated_selection(scope: OperationScope<'_>) -> Option<&Fact<PageSelection>> {
    stated_paging(scope)?.value.selection.stated_fact()
}

fn stated_size(scope: OperationScope<'_>) -> Option<(&PageParameter, &str)> {
    let Fact { value, section, .. } = stated_selection(scope)?;
    Some((value.size.as_ref()?, section))
}
