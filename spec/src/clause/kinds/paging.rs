//! Paging: the members that describe the page, and the query parameters that select one.

use reader::Span;

use crate::clause::scope::OperationScope;
use crate::model::{Fact, PageSelection, Paging, Slot};

/// The paging member of the answer has this member.
pub(super) mod meta_key {
    use reader::Span;

    use super::stated_paging;
    use crate::clause::ClauseKind;
    use crate::clause::scope::{ClauseList, OperationScope};

    pub(in crate::clause) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
        let Some(stated) = stated_paging(scope) else {
            return;
        };
        let paging = &stated.value;
        for key in paging.members.iter().chain([&paging.total]) {
            let kind = ClauseKind::MetaKey { meta: paging.meta.clone(), key: key.clone() };
            clauses.push(kind, &stated.section);
        }
    }

    pub(in crate::clause) fn suffix(meta: &str, key: &str) -> String {
        format!("success.{meta}.{key}")
    }

    pub(in crate::clause) fn statement(scope: OperationScope<'_>, meta: &str, key: &str) -> String {
        let integers = stated_paging(scope).and_then(|paging| paging.value.integers.stated());
        let integer = match integers {
            Some(true) => ", an integer",
            _ => "",
        };
        format!("The member `{meta}` of the answer has the member `{key}`{integer}.")
    }

    pub(in crate::clause) fn declaration(
        scope: OperationScope<'_>,
        _meta: &str,
        _key: &str,
    ) -> Span {
        scope.key_span(&["paging"])
    }
}

/// The page number selects the page.
pub(super) mod number {
    pub(in crate::clause) use super::selection_span as declaration;
    use super::stated_selection;
    use crate::clause::ClauseKind;
    use crate::clause::scope::{ClauseList, OperationScope};

    pub(in crate::clause) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
        if let Some(selection) = stated_selection(scope) {
            let parameter = selection.value.page.clone();
            clauses.push(ClauseKind::PageNumber { parameter }, &selection.section);
        }
    }

    pub(in crate::clause) fn suffix(_parameter: &str) -> String {
        "paging.page".to_owned()
    }

    pub(in crate::clause) fn statement(scope: OperationScope<'_>, parameter: &str) -> String {
        format!("In {}, `{parameter}` selects the page.", scope.route())
    }
}

/// The page size bounds the page.
pub(super) mod size {
    pub(in crate::clause) use super::selection_span as declaration;
    use super::stated_selection;
    use crate::clause::ClauseKind;
    use crate::clause::scope::{ClauseList, OperationScope};

    pub(in crate::clause) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
        if let Some(selection) = stated_selection(scope) {
            let parameter = selection.value.per_page.clone();
            clauses.push(ClauseKind::PageSize { parameter }, &selection.section);
        }
    }

    pub(in crate::clause) fn suffix(_parameter: &str) -> String {
        "paging.per_page".to_owned()
    }

    pub(in crate::clause) fn statement(scope: OperationScope<'_>, parameter: &str) -> String {
        let route = scope.route();
        format!("In {route}, `{parameter}` is the number of items on a page.")
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

pub(in crate::clause) fn selection_span(scope: OperationScope<'_>, _parameter: &str) -> Span {
    scope.key_span(&["paging", "select"])
}
