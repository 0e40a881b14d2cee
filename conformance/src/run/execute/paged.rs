//! Reads a list page by page to its end.

mod follow;

use std::collections::BTreeSet;

use spec::{InputPart, InputRef, Operation, QueryParameter};

use super::{Call, ScenarioExecutor};
use crate::exchange::{AttemptTrace, Exchange};
use crate::json::Json;
use crate::page::Page;
use crate::scenario::Inputs;

/// A page repeated this often means that the parameter has no effect; a few repeats may come from concurrent
/// inserts.
const ENOUGH_REPEATS: u32 = 4;
/// Lists with more pages are read up to this limit.
const MAX_PAGES: u32 = 20;

/// A call that is repeated for each page.
pub(super) struct PagedCall<'a> {
    pub(super) call: Call<'a>,
    pub(super) inputs: &'a Inputs,
    /// The query parameter that selects the page.
    pub(super) parameter: &'a str,
    /// The parameter of another list for the page size, and the size to try.
    pub(super) size: Option<(&'a str, u32)>,
}

/// The items of a page, and what its metadata says.
struct PageSummary {
    items: Vec<Json>,
    /// Maximum number of items on a page.
    size: Option<u64>,
    /// Number of the page.
    number: Option<u64>,
    /// Number of pages.
    pages: Option<u64>,
    /// Number of items on all pages.
    total: Option<u64>,
}

impl PageSummary {
    fn parse(operation: &Operation, exchange: &Exchange) -> Option<Self> {
        let answer = json(exchange)?;
        let Page { items, size, number, pages, total } = Page::read(operation, &answer)?;
        Some(Self { items: items.to_vec(), size, number, pages, total })
    }

    /// Whether the list says that this is its last page, or that it has no more items than are on the first.
    fn is_last(&self, number: u32) -> bool {
        self.pages.is_some_and(|pages| u64::from(number) >= pages)
            || number == 1 && self.total.is_some_and(|total| self.items.len() as u64 >= total)
    }
}

impl PagedCall<'_> {
    /// Reads all pages. The first page number is not documented: if an item is missing on pages 1 to n, or page 1 is
    /// refused, page 0 is read too. If the pages look wrong or should be sorted, they are read a second time: other
    /// clients may have moved items between pages, and only an unchanged list proves a failure.
    pub(super) async fn read(&self, executor: &mut ScenarioExecutor<'_>) -> Option<AttemptTrace> {
        let mut attempt = AttemptTrace::default();
        let (mut first, mut repeated, mut repeats) = (1, false, 0);
        let mut before: Option<PageSummary> = None;
        for number in 1..=MAX_PAGES {
            let exchange = self.request(executor, Some(number)).await?;
            let page = self.summary(&exchange);
            let items = page.as_ref().map(|page| &page.items);
            let again = items.is_some() && items == before.as_ref().map(|before| &before.items);
            let ended = items.is_some_and(Vec::is_empty);
            if (again || ended) && before.is_some_and(|before| before.is_last(number - 1)) {
                attempt.complete = !repeated;
                break;
            }
            repeated |= again;
            repeats = if again { repeats + 1 } else { 0 };
            let is_refused = is_refused(&exchange);
            attempt.exchanges.push(exchange);
            let Some(page) = page else {
                if number == 1 && is_refused {
                    let page_0 = self.request(executor, Some(0)).await?;
                    attempt.complete = self.summary(&page_0).is_some_and(|page| page.is_last(1));
                    if attempt.complete {
                        (attempt.exchanges, first) = (Vec::new(), 0);
                    }
                    attempt.exchanges.push(page_0);
                }
                break;
            };
            // A repeated page, or a total that is not reached, means that the list is not complete.
            attempt.complete = !repeated
                && (ended || page.is_last(number) && is_counted(&self.summaries(&attempt)));
            if attempt.complete || repeats == ENOUGH_REPEATS {
                break;
            }
            before = Some(page);
        }
        if first == 1 && attempt.complete && self.is_doubtful(executor, &attempt) {
            let page_0 = self.request(executor, Some(0)).await?;
            let next = attempt.exchanges.first().and_then(|next| self.summary(next));
            if let Some(page) = self.summary(&page_0).filter(|page| !page.items.is_empty())
                && next.is_none_or(|next| page.items != next.items)
            {
                attempt.exchanges.insert(0, page_0);
                first = 0;
            }
        }
        let is_compared = attempt.exchanges.len() > 1 && self.is_sorted();
        let is_doubtful = repeated || self.is_doubtful(executor, &attempt);
        if is_compared || is_doubtful {
            let numbers = (first..).take(attempt.exchanges.len()).map(Some).collect();
            attempt.reread = self.reread(executor, numbers, &attempt, is_doubtful).await?;
        }
        Some(attempt)
    }

    /// Reads the pages with these numbers again, backwards, and twice in a row if they look wrong: changes by other
    /// clients that come and go in step with the requests would show the same again. Of the two responses, keeps one that
    /// differs from the first reading.
    async fn reread(
        &self,
        executor: &mut ScenarioExecutor<'_>,
        numbers: Vec<Option<u32>>,
        attempt: &AttemptTrace,
        is_doubtful: bool,
    ) -> Option<Vec<Exchange>> {
        let mut reread = Vec::new();
        for (number, before) in numbers.into_iter().zip(&attempt.exchanges).rev() {
            let mut again = self.request(executor, number).await?;
            if is_doubtful && self.shows_same(before, &again) {
                again = self.request(executor, number).await?;
            }
            reread.push(again);
        }
        reread.reverse();
        Some(reread)
    }

    fn shows_same(&self, one: &Exchange, other: &Exchange) -> bool {
        let pages = self.summary(one).zip(self.summary(other));
        pages.is_none_or(|(one, other)| one.items == other.items && one.total == other.total)
    }

    /// Requests a page; the first one needs no number.
    async fn request(
        &self,
        executor: &mut ScenarioExecutor<'_>,
        number: Option<u32>,
    ) -> Option<Exchange> {
        let number = number.map(|number| (self.parameter, number));
        let page: Vec<_> = number.into_iter().chain(self.size).collect();
        let request = executor.compose(self.call, self.inputs, &page)?;
        Some(executor.send(self.call, request).await)
    }

    fn summary(&self, exchange: &Exchange) -> Option<PageSummary> {
        PageSummary::parse(self.call.operation, exchange)
    }

    /// The pages of an attempt; `None` for one that cannot be parsed.
    fn summaries(&self, attempt: &AttemptTrace) -> Vec<Option<PageSummary>> {
        attempt.exchanges.iter().map(|exchange| self.summary(exchange)).collect()
    }

    /// Whether the step requests a sort order, which is compared across pages.
    fn is_sorted(&self) -> bool {
        self.sets(|query| query.values.iter().any(|value| value.sorts.is_some()))
    }

    /// Whether the step sets a query parameter of this kind.
    fn sets(&self, is_of_kind: impl Fn(&QueryParameter) -> bool) -> bool {
        self.call.operation.query.iter().any(|query| {
            let input = InputRef::new(InputPart::Query, &query.name);
            is_of_kind(query) && self.inputs.set.contains_key(&input)
        })
    }

    /// Whether an expected item is missing, an item is on several pages, or the metadata contradicts the pages.
    fn is_doubtful(&self, executor: &ScenarioExecutor<'_>, attempt: &AttemptTrace) -> bool {
        let pages = self.summaries(attempt);
        let filled = pages.iter().flatten().filter(|page| !page.items.is_empty()).count() as u64;
        let announced = pages.last().and_then(|last| last.as_ref()?.pages);
        !is_counted(&pages)
            || announced.is_some_and(|announced| announced != filled)
            || !is_numbered(&pages)
            || !is_constant(&pages)
            || overlaps(&pages)
            || self.lacks_something(executor, attempt)
    }

    /// Whether a value that the step looks for is on none of the pages.
    fn lacks_something(&self, executor: &ScenarioExecutor<'_>, attempt: &AttemptTrace) -> bool {
        let Call { step, index, .. } = self.call;
        let ordered = step.order.iter().map(|(value, _)| value);
        let mut wanted = step.shows.iter().chain(ordered).peekable();
        if wanted.peek().is_none() {
            return false;
        }
        let pages: Vec<Json> = attempt.exchanges.iter().filter_map(json).collect();
        wanted
            .filter_map(|value| executor.bindings.fill(value, index))
            .any(|value| !pages.iter().any(|page| page.holds_text(&value)))
    }
}

/// Whether the page numbers in the answers are consecutive and start at a requested one.
fn is_numbered(pages: &[Option<PageSummary>]) -> bool {
    let numbers = pages.iter().map(|page| page.as_ref()?.number).collect::<Option<Vec<_>>>();
    numbers.is_none_or(|numbers| {
        numbers.first().is_none_or(|first| *first <= 1)
            && numbers.windows(2).all(|pair| matches!(pair, [one, next] if one + 1 == *next))
    })
}

/// Whether all pages report the same number of pages and of items.
fn is_constant(pages: &[Option<PageSummary>]) -> bool {
    let mut numbers = pages.iter().flatten().map(|page| (page.pages, page.total));
    numbers.next().is_none_or(|first| numbers.all(|other| other == first))
}

/// Whether an item is on several pages.
fn overlaps(pages: &[Option<PageSummary>]) -> bool {
    let items = pages.iter().flatten().flat_map(|page| &page.items);
    let items: Vec<_> = items.map(Json::to_string).collect();
    items.iter().collect::<BTreeSet<_>>().len() < items.len()
}

/// Whether the pages contain at least as many items as the last page's total.
fn is_counted(pages: &[Option<PageSummary>]) -> bool {
    let items: usize = pages.iter().flatten().map(|page| page.items.len()).sum();
    let total = pages.last().and_then(|last| last.as_ref()?.total);
    total.is_none_or(|total| total <= items as u64)
}

/// Whether one answer is complete. A list is only if it says so.
pub(super) fn is_whole(operation: &Operation, exchange: &Exchange) -> bool {
    operation.paging.is_none()
        || PageSummary::parse(operation, exchange).is_some_and(|page| page.is_last(1))
}

/// Whether the server refuses what was asked for.
fn is_refused(exchange: &Exchange) -> bool {
    exchange.outcome.as_ref().is_ok_and(|answer| answer.status >= 400)
}

fn json(exchange: &Exchange) -> Option<Json> {
    Json::parse(&exchange.outcome.as_ref().ok()?.body)
}
