//! Reads a list page by page to its end.

mod follow;
mod walk;

use std::collections::BTreeSet;

use spec::{InputPart, InputRef, PageSelection, PageStart, QueryParameter, QueryValue};

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
    /// The query parameter that selects a page.
    pub(super) parameter: &'a str,
    /// The parameter of another list for the page size, and the size to try.
    pub(super) size: Option<(&'a str, u32)>,
}

impl PagedCall<'_> {
    /// Reads all pages, as the contract says that they are selected.
    pub(super) async fn all(
        &self,
        executor: &mut ScenarioExecutor<'_>,
        selection: Option<&PageSelection>,
    ) -> Option<AttemptTrace> {
        match selection {
            Some(selection) if selection.by == PageStart::Number => self.read(executor).await,
            Some(selection) => self.walk(executor, selection).await,
            None => self.follow(executor).await,
        }
    }

    /// Whether a page was another one when it was read again.
    pub(super) fn has_changed(&self, read: &AttemptTrace) -> bool {
        let again = read.reread.iter().rev();
        let mut pages = read.exchanges.iter().rev().zip(again);
        pages.any(|(one, other)| !self.shows_same(one, other))
    }

    /// Reads all pages. The first page number is not documented: if an item is missing on pages 1 to n, or page 1 is
    /// refused, page 0 is read too. If the pages look wrong or should be sorted, they are read a second time: other
    /// clients may have moved items between pages, and only an unchanged list proves a failure.
    async fn read(&self, executor: &mut ScenarioExecutor<'_>) -> Option<AttemptTrace> {
        let mut responses: Vec<Exchange> = Vec::new();
        let (mut first, mut complete) = (1, false);
        let (mut repeated, mut repeats) = (false, 0);
        for number in 1..=MAX_PAGES {
            let response = self.request(executor, Some(&number.to_string())).await?;
            let page = self.page(&response);
            let before = responses.last().and_then(|before| self.page(before));
            let pages = page.zip(before);
            let again = pages.is_some_and(|(page, before)| page.items == before.items);
            // The document may not say what a page after the last one contains.
            let ended = page.map_or_else(|| is_refused(&response), |page| page.items.is_empty());
            if (again || ended) && before.is_some_and(|before| before.is_last(number - 1)) {
                complete = !repeated;
                break;
            }
            repeated |= again;
            repeats = if again { repeats + 1 } else { 0 };
            let is_last = page.map(|page| page.is_last(number));
            // A page claims to be the last one. The page after it shows whether this is true.
            let is_said = page.is_some_and(|page| page.more.is_some());
            let is_refused = is_refused(&response);
            responses.push(response);
            let Some(is_last) = is_last else {
                if number == 1 && is_refused {
                    let page_0 = self.request(executor, Some("0")).await?;
                    complete = self.page(&page_0).is_some_and(|page| page.is_last(1));
                    if complete {
                        responses.clear();
                        first = 0;
                    }
                    responses.push(page_0);
                }
                break;
            };
            // A repeated page, or a total that is not reached, means that the list is not complete.
            let is_counted = || is_counted(&self.pages(&responses));
            complete = !repeated && (ended || is_last && !is_said && is_counted());
            if complete || repeats == ENOUGH_REPEATS {
                break;
            }
        }
        if first == 1 && complete && self.is_doubtful(executor, &responses, complete) {
            let page_0 = self.request(executor, Some("0")).await?;
            let page = self.page(&page_0).filter(|page| !page.items.is_empty());
            let next = responses.first().and_then(|next| self.page(next));
            let differs = |page: Page<'_>| next.is_none_or(|next| page.items != next.items);
            if page.is_some_and(differs) {
                responses.insert(0, page_0);
                first = 0;
            }
        }
        let is_compared = responses.len() > 1
            && (self.is_sorted()
                || self.announces_next()
                || self.shows_order(&responses, complete));
        let is_doubtful = repeated || self.is_doubtful(executor, &responses, complete);
        let reread = if is_compared || is_doubtful {
            let starts =
                (first..).take(responses.len()).map(|number: u32| Some(number.to_string()));
            self.reread(executor, starts.collect(), &responses, is_doubtful).await?
        } else {
            Vec::new()
        };
        Some(AttemptTrace { exchanges: responses, reread, complete })
    }

    /// Reads the pages that these values select again, backwards, and twice in a row if they look wrong: changes by other
    /// clients that come and go in step with the requests would show the same again. Of the two responses, keeps one that
    /// differs from the first reading. Ends with a page that differs.
    async fn reread(
        &self,
        executor: &mut ScenarioExecutor<'_>,
        starts: Vec<Option<String>>,
        responses: &[Exchange],
        is_doubtful: bool,
    ) -> Option<Vec<Exchange>> {
        let mut reread = Vec::new();
        for (start, before) in starts.iter().zip(responses).rev() {
            let mut again = self.request(executor, start.as_deref()).await?;
            if is_doubtful && self.shows_same(before, &again) {
                again = self.request(executor, start.as_deref()).await?;
            }
            let is_changed = !self.shows_same(before, &again);
            reread.push(again);
            // No failure is proven by a list that changed.
            if is_changed {
                break;
            }
        }
        reread.reverse();
        Some(reread)
    }

    fn shows_same(&self, one: &Exchange, other: &Exchange) -> bool {
        let pages = self.page(one).zip(self.page(other));
        pages.is_none_or(|(one, other)| one.items == other.items && one.total == other.total)
    }

    /// Requests a page. The first page does not need a value that selects it.
    async fn request(
        &self,
        executor: &mut ScenarioExecutor<'_>,
        start: Option<&str>,
    ) -> Option<Exchange> {
        let start = start.map(|start| (self.parameter, start.to_owned()));
        let size = self.size.map(|(name, size)| (name, size.to_string()));
        let page: Vec<_> = start.into_iter().chain(size).collect();
        let request = executor.compose(self.call, self.inputs, &page)?;
        Some(executor.send(self.call, request).await)
    }

    fn page<'a>(&self, response: &'a Exchange) -> Option<Page<'a>> {
        Page::received(self.call.operation, response.outcome.as_ref().ok()?)
    }

    /// The pages; `None` for one that cannot be parsed.
    fn pages<'a>(&self, responses: &'a [Exchange]) -> Vec<Option<Page<'a>>> {
        responses.iter().map(|response| self.page(response)).collect()
    }

    /// Whether the step requests a sort order, which is compared across pages.
    fn is_sorted(&self) -> bool {
        self.sets(|query| query.values.iter().any(QueryValue::orders))
    }

    /// Whether each page says if another page follows. This is compared with the pages that were read.
    fn announces_next(&self) -> bool {
        crate::contract::paging(self.call.operation).is_some_and(spec::Paging::announces_next)
    }

    /// Whether the step sets a query parameter of this kind.
    fn sets(&self, is_of_kind: impl Fn(&QueryParameter) -> bool) -> bool {
        self.call.operation.query.iter().any(|query| {
            let input = InputRef::new(InputPart::Query, &query.name);
            is_of_kind(query) && self.inputs.set.contains_key(&input)
        })
    }

    /// Whether the list was cut off, but is ordered: what ranks before the last item that was read cannot follow it.
    fn shows_order(&self, responses: &[Exchange], complete: bool) -> bool {
        let order = self.call.operation.order.as_ref();
        let is_ordered = || self.is_sorted() || order.is_some_and(|order| order.stated().is_some());
        is_cut_off(responses, complete) && is_ordered()
    }

    /// Whether an expected item is missing, an item is on several pages, or the metadata contradicts the pages. Of a list
    /// with too many pages, the following ones may have what is missing.
    fn is_doubtful(
        &self,
        executor: &ScenarioExecutor<'_>,
        responses: &[Exchange],
        complete: bool,
    ) -> bool {
        let pages = self.pages(responses);
        let lacks_pages = || {
            let filled = pages.iter().flatten().filter(|page| !page.items.is_empty()).count();
            let announced = pages.last().and_then(|last| last.as_ref()?.pages);
            !is_counted(&pages) || announced.is_some_and(|announced| announced != filled as u64)
        };
        let lacks_anything = || lacks_pages() || self.lacks_something(executor, responses);
        !is_numbered(&pages)
            || !is_constant(&pages)
            || overlaps(&pages)
            || !is_cut_off(responses, complete) && lacks_anything()
    }

    /// Whether a value that the step looks for is on none of the pages.
    fn lacks_something(&self, executor: &ScenarioExecutor<'_>, responses: &[Exchange]) -> bool {
        let Call { step, index, .. } = self.call;
        let ordered = step.order.iter().map(|(value, _)| value);
        let wanted = step.shows.iter().chain(ordered);
        let bodies = || responses.iter().filter_map(json);
        wanted
            .filter_map(|value| executor.bindings.fill(value, index))
            .any(|value| !bodies().any(|body| body.holds_text(&value)))
    }
}

/// Whether a list has more pages than are read.
fn is_cut_off(responses: &[Exchange], complete: bool) -> bool {
    !complete && responses.len() >= MAX_PAGES as usize
}

/// Whether the page numbers in the responses are consecutive and start at a requested one.
fn is_numbered(pages: &[Option<Page<'_>>]) -> bool {
    let numbers = pages.iter().map(|page| page.as_ref()?.number).collect::<Option<Vec<_>>>();
    numbers.is_none_or(|numbers| {
        numbers.first().is_none_or(|first| *first <= 1)
            && numbers.windows(2).all(|pair| matches!(pair, [one, next] if one + 1 == *next))
    })
}

/// Whether all pages report the same number of pages and of items.
fn is_constant(pages: &[Option<Page<'_>>]) -> bool {
    let mut numbers = pages.iter().flatten().map(|page| (page.pages, page.total));
    numbers.next().is_none_or(|first| numbers.all(|other| other == first))
}

/// Whether an item is on several pages.
fn overlaps(pages: &[Option<Page<'_>>]) -> bool {
    let items = pages.iter().flatten().flat_map(|page| page.items);
    let items: Vec<_> = items.map(Json::to_string).collect();
    items.iter().collect::<BTreeSet<_>>().len() < items.len()
}

/// Whether the pages contain at least as many items as the last page's total.
fn is_counted(pages: &[Option<Page<'_>>]) -> bool {
    let items: usize = pages.iter().flatten().map(|page| page.items.len()).sum();
    let total = pages.last().and_then(|last| last.as_ref()?.total);
    total.is_none_or(|total| total <= items as u64)
}

/// Whether the server refuses what was asked for.
fn is_refused(exchange: &Exchange) -> bool {
    exchange.outcome.as_ref().is_ok_and(|response| response.status >= 400)
}

fn json(exchange: &Exchange) -> Option<&Json> {
    exchange.outcome.as_ref().ok()?.body.json()
}
