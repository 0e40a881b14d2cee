//! Reads a list page by page to its end.

mod follow;

use std::collections::BTreeSet;

use spec::{InputPart, InputRef, Operation, QueryParameter};

use super::ScenarioExecutor;
use crate::exchange::{AttemptTrace, Exchange};
use crate::json::Json;
use crate::page::Page;
use crate::scenario::{Inputs, Step};

/// A page repeated this often means that the parameter has no effect; a few repeats may come from concurrent
/// inserts.
const ENOUGH_REPEATS: u32 = 4;
/// Lists with more pages are read up to this limit.
const MOST_PAGES: u32 = 20;

/// A call that is repeated for each page.
pub(super) struct Paged<'a> {
    pub(super) index: usize,
    pub(super) step: &'a Step,
    pub(super) operation: &'a Operation,
    pub(super) inputs: &'a Inputs,
    /// The query parameter that selects the page.
    pub(super) parameter: &'a str,
}

impl Paged<'_> {
    /// Reads all pages. The first page number is not documented: if an item is missing on pages 1 to n, page 0
    /// is read too. If the pages look wrong or should be sorted, they are read a second time: other clients may
    /// have moved items between pages, and only an unchanged list proves a failure.
    pub(super) async fn read(&self, executor: &mut ScenarioExecutor<'_>) -> Option<AttemptTrace> {
        let mut attempt = AttemptTrace::default();
        let (mut repeated, mut repeats) = (false, 0);
        let mut before = None;
        for number in 1..=MOST_PAGES {
            let exchange = self.page(executor, number).await?;
            let items = items(self.operation, &exchange);
            let again = items.is_some() && items == before;
            let ended = items.as_ref().is_some_and(Vec::is_empty);
            let behind = attempt.exchanges.last();
            if (again || ended)
                && behind.is_some_and(|last| is_last(self.operation, last, number - 1))
            {
                attempt.complete = !repeated;
                break;
            }
            repeated |= again;
            repeats = if again { repeats + 1 } else { 0 };
            let last = is_last(self.operation, &exchange, number);
            let unreadable = items.is_none();
            attempt.exchanges.push(exchange);
            // A repeated page, or a total that is not reached, means that the list is not complete.
            attempt.complete = !repeated && (ended || (last && self.is_counted(&attempt)));
            if attempt.complete || unreadable || repeats == ENOUGH_REPEATS {
                break;
            }
            before = items;
        }
        let mut first = 1;
        if attempt.complete && self.is_doubtful(executor, &attempt) {
            let before = self.page(executor, 0).await?;
            if is_another_page(self.operation, &before, attempt.exchanges.first()) {
                attempt.exchanges.insert(0, before);
                first = 0;
            }
        }
        let is_compared = attempt.exchanges.len() > 1 && self.is_sorted();
        if repeated || is_compared || self.is_doubtful(executor, &attempt) {
            for number in (first..).take(attempt.exchanges.len()) {
                attempt.reread.push(self.page(executor, number).await?);
            }
        }
        Some(attempt)
    }

    /// Whether the step requests a sort order, which is compared across pages.
    fn is_sorted(&self) -> bool {
        self.sets(|query| query.values.iter().any(|value| value.sorts.is_some()))
    }

    /// Whether the step sets a query parameter of this kind.
    fn sets(&self, is_of_kind: impl Fn(&QueryParameter) -> bool) -> bool {
        let mut known = self.operation.query.iter();
        known.any(|query| {
            let sets = |at: &InputRef| at.part == InputPart::Query && at.name == query.name;
            is_of_kind(query) && self.inputs.set.keys().any(sets)
        })
    }

    /// Whether an expected item is missing, or the number of items contradicts the total.
    fn is_doubtful(&self, executor: &ScenarioExecutor<'_>, attempt: &AttemptTrace) -> bool {
        let shown = |exchange: &&Exchange| {
            items(self.operation, exchange).is_some_and(|items| !items.is_empty())
        };
        let shown = attempt.exchanges.iter().filter(shown).count() as u64;
        let last = attempt.exchanges.last().and_then(json);
        let reported = last.as_ref().and_then(|last| Page::read(self.operation, last)?.pages);
        let counted = self.is_counted(attempt) && reported.is_none_or(|reported| reported == shown);
        let numbered = self.is_numbered(attempt);
        !counted || !numbered || self.overlaps(attempt) || self.lacks_something(executor, attempt)
    }

    /// Whether the page numbers in the answers are consecutive and start at a requested one.
    fn is_numbered(&self, attempt: &AttemptTrace) -> bool {
        let number = |exchange| Page::read(self.operation, &json(exchange)?)?.number;
        let reported = attempt.exchanges.iter().map(number).collect::<Option<Vec<_>>>();
        let follow = |pair: &[u64]| matches!(pair, [one, next] if one + 1 == *next);
        reported.is_none_or(|reported| {
            reported.first().is_none_or(|first| *first <= 1) && reported.windows(2).all(follow)
        })
    }

    /// Whether an item is on several pages.
    fn overlaps(&self, attempt: &AttemptTrace) -> bool {
        let pages = attempt.exchanges.iter();
        let shown = pages.filter_map(|exchange| items(self.operation, exchange));
        let shown: Vec<_> = shown.flatten().map(|item| item.to_string()).collect();
        shown.iter().collect::<BTreeSet<_>>().len() < shown.len()
    }

    /// Whether the pages contain at least as many items as the last page's total.
    fn is_counted(&self, attempt: &AttemptTrace) -> bool {
        let shown = attempt.exchanges.iter().filter_map(|exchange| items(self.operation, exchange));
        let shown = shown.map(|items| items.len() as u64).sum::<u64>();
        let last = attempt.exchanges.last().and_then(json);
        let total = last.as_ref().and_then(|last| Page::read(self.operation, last)?.total);
        total.is_none_or(|total| total <= shown)
    }

    async fn page(&self, executor: &mut ScenarioExecutor<'_>, number: u32) -> Option<Exchange> {
        let page = Some((self.parameter, number));
        let request = executor.compose(self.index, self.step, self.operation, self.inputs, page)?;
        Some(executor.send(self.operation, self.step, request).await)
    }

    /// Whether a value that the step looks for is on none of the pages.
    fn lacks_something(&self, executor: &ScenarioExecutor<'_>, attempt: &AttemptTrace) -> bool {
        let ordered = self.step.order.iter().map(|(value, _)| value);
        let mut wanted = self.step.shows.iter().chain(ordered).peekable();
        if wanted.peek().is_none() {
            return false;
        }
        let pages: Vec<Json> = attempt.exchanges.iter().filter_map(json).collect();
        wanted.any(|value| {
            let value = executor.bindings.fill(value, self.index);
            value.is_some_and(|value| !pages.iter().any(|page| page.holds_text(&value)))
        })
    }
}

/// Whether the page has items that differ from those of the next page.
fn is_another_page(operation: &Operation, page: &Exchange, next: Option<&Exchange>) -> bool {
    let shown = items(operation, page).filter(|items| !items.is_empty());
    shown.is_some() && shown != next.and_then(|next| items(operation, next))
}

/// Whether one answer is complete. A list is only if it says so.
pub(super) fn is_whole(operation: &Operation, exchange: &Exchange) -> bool {
    operation.paging.is_none() || is_last(operation, exchange, 1)
}

/// Whether the list says that this is its last page, or that it has no more items than are on the first.
fn is_last(operation: &Operation, exchange: &Exchange, number: u32) -> bool {
    let Some(shown) = json(exchange) else {
        return false;
    };
    let Some(page) = Page::read(operation, &shown) else {
        return false;
    };
    page.pages.is_some_and(|pages| u64::from(number) >= pages)
        || number == 1 && page.total.is_some_and(|total| page.count() >= total)
}

fn items(operation: &Operation, exchange: &Exchange) -> Option<Vec<Json>> {
    Some(Page::read(operation, &json(exchange)?)?.items.to_vec())
}

fn json(exchange: &Exchange) -> Option<Json> {
    Json::parse(&exchange.outcome.as_ref().ok()?.body)
}
