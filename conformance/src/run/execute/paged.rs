//! Reading a list page by page, to its end or until it shows that it has none.

mod follow;

use std::collections::BTreeSet;

use spec::{InputPart, InputRef, Operation, QueryParameter};

use super::ScenarioExecutor;
use crate::exchange::{AttemptTrace, Exchange};
use crate::json::Json;
use crate::page::Page;
use crate::scenario::{Inputs, Step};

/// A page that comes again so often does not turn; a few times may be because somebody added items in between.
const ENOUGH_REPEATS: u32 = 4;
/// A list with more pages is not read to its end.
const MOST_PAGES: u32 = 20;

/// A call that is made once for each page.
pub(super) struct Paged<'a> {
    pub(super) index: usize,
    pub(super) step: &'a Step,
    pub(super) operation: &'a Operation,
    pub(super) inputs: &'a Inputs,
    /// The query parameter that chooses the page.
    pub(super) parameter: &'a str,
}

impl Paged<'_> {
    /// All pages. From which number they are counted is not said: where something is missing on those from
    /// the first on, it may stand on the one before. Where they look wrong, or were to be sorted, they are read once more: other
    /// clients may have moved items from page to page in between, and only a list that stood still can be
    /// blamed.
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
            // The same page again, or a total that is not reached, shows that there is more than these pages.
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

    /// Whether the step asks for an order of the list, which is compared across its pages.
    fn is_sorted(&self) -> bool {
        self.sets(|query| query.values.iter().any(|value| value.sorts.is_some()))
    }

    /// Whether the step sends a query parameter of this kind.
    fn sets(&self, is_of_kind: impl Fn(&QueryParameter) -> bool) -> bool {
        let mut known = self.operation.query.iter();
        known.any(|query| {
            let sets = |at: &InputRef| at.part == InputPart::Query && at.name == query.name;
            is_of_kind(query) && self.inputs.set.keys().any(sets)
        })
    }

    /// Whether something is missing on the pages, or they are not as many as they tell.
    fn is_doubtful(&self, executor: &ScenarioExecutor<'_>, attempt: &AttemptTrace) -> bool {
        let shown = |exchange: &&Exchange| {
            items(self.operation, exchange).is_some_and(|items| !items.is_empty())
        };
        let shown = attempt.exchanges.iter().filter(shown).count() as u64;
        let last = attempt.exchanges.last().and_then(json);
        let told = last
            .as_ref()
            .and_then(|last| Page::read(self.operation, last)?.pages);
        let counted = self.is_counted(attempt) && told.is_none_or(|told| told == shown);
        let numbered = self.is_numbered(attempt);
        !counted || !numbered || self.overlaps(attempt) || self.lacks_something(executor, attempt)
    }

    /// Whether the pages tell that each follows the one before it, the first being one that was asked for.
    fn is_numbered(&self, attempt: &AttemptTrace) -> bool {
        let number = |exchange| Page::read(self.operation, &json(exchange)?)?.number;
        let told = attempt
            .exchanges
            .iter()
            .map(number)
            .collect::<Option<Vec<_>>>();
        let follow = |pair: &[u64]| matches!(pair, [one, next] if one + 1 == *next);
        told.is_none_or(|told| {
            told.first().is_none_or(|first| *first <= 1) && told.windows(2).all(follow)
        })
    }

    /// Whether an item stands on several pages.
    fn overlaps(&self, attempt: &AttemptTrace) -> bool {
        let pages = attempt.exchanges.iter();
        let shown = pages.filter_map(|exchange| items(self.operation, exchange));
        let shown: Vec<_> = shown.flatten().map(|item| item.to_string()).collect();
        shown.iter().collect::<BTreeSet<_>>().len() < shown.len()
    }

    /// Whether there are no fewer items on the pages than the last of them tells.
    fn is_counted(&self, attempt: &AttemptTrace) -> bool {
        let shown = attempt
            .exchanges
            .iter()
            .filter_map(|exchange| items(self.operation, exchange));
        let shown = shown.map(|items| items.len() as u64).sum::<u64>();
        let last = attempt.exchanges.last().and_then(json);
        let total = last
            .as_ref()
            .and_then(|last| Page::read(self.operation, last)?.total);
        total.is_none_or(|total| total <= shown)
    }

    async fn page(&self, executor: &mut ScenarioExecutor<'_>, number: u32) -> Option<Exchange> {
        let page = Some((self.parameter, number));
        let request = executor.compose(self.index, self.step, self.operation, self.inputs, page)?;
        Some(executor.send(self.operation, self.step, request).await)
    }

    /// Whether a value that is looked for stands on none of the pages.
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

/// Whether the page shows something, and something else than the one after it.
fn is_another_page(operation: &Operation, page: &Exchange, next: Option<&Exchange>) -> bool {
    let shown = items(operation, page).filter(|items| !items.is_empty());
    shown.is_some() && shown != next.and_then(|next| items(operation, next))
}

/// Whether one answer shows all there is: of a list only if it says so.
pub(super) fn is_whole(operation: &Operation, exchange: &Exchange) -> bool {
    operation.paging.is_none() || is_last(operation, exchange, 1)
}

/// Whether the list says that this is its last page, or that it has no more items than the first.
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
