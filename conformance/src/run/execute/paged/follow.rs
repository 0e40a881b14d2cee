//! Reads the pages of a list whose contract does not describe a page parameter.

use super::{MOST_PAGES, Paged, is_whole, json};
use crate::exchange::{AttemptTrace, Exchange};
use crate::json::Json;
use crate::page::Page;
use crate::run::execute::ScenarioExecutor;

/// Items and metadata of a page.
struct PageSummary {
    items: Vec<Json>,
    number: Option<u32>,
    pages: Option<u64>,
    total: Option<u64>,
}

impl Paged<'_> {
    /// Reads the first page, which needs no parameter, and the following ones. The page parameter of another
    /// list is tried: an answer counts as a page of this list if its metadata has the next number, and ends the
    /// list if it repeats earlier items. Filtered or sorted lists are read twice: their items are compared with
    /// other calls or pages, which is only valid for an unchanged list.
    pub(in crate::run::execute) async fn follow(
        &self,
        executor: &mut ScenarioExecutor<'_>,
    ) -> Option<AttemptTrace> {
        let first = self.first(executor).await?;
        let mut seen: Vec<PageSummary> = self.summary(&first).into_iter().collect();
        let mut attempt = AttemptTrace {
            complete: is_whole(self.operation, &first),
            exchanges: vec![first],
            reread: Vec::new(),
        };
        let mut numbers = Vec::new();
        while !attempt.complete && attempt.exchanges.len() < MOST_PAGES as usize {
            let last = seen.last().and_then(|last| last.number?.checked_add(1));
            let Some(number) = last else {
                break;
            };
            let page = self.page(executor, number).await?;
            let next = self.summary(&page).filter(|next| next.number == Some(number));
            let Some(next) = next else {
                break;
            };
            // The contract does not say that only the last page may be empty.
            let repeats =
                !next.items.is_empty() && seen.iter().any(|before| before.items == next.items);
            // The contract does not say what follows the last page.
            if repeats && next.pages.is_none() {
                break;
            }
            attempt.exchanges.push(page);
            numbers.push(number);
            seen.push(next);
            attempt.complete = !repeats && is_at_end(&seen);
            if repeats {
                break;
            }
        }
        let relates = attempt.complete && (self.is_filtered() || self.is_sorted());
        if !numbers.is_empty() && (relates || self.is_doubtful(executor, &attempt)) {
            attempt.reread.push(self.first(executor).await?);
            for number in numbers {
                attempt.reread.push(self.page(executor, number).await?);
            }
        }
        Some(attempt)
    }

    async fn first(&self, executor: &mut ScenarioExecutor<'_>) -> Option<Exchange> {
        let request = executor.compose(self.index, self.step, self.operation, self.inputs, None)?;
        Some(executor.send(self.operation, self.step, request).await)
    }

    fn summary(&self, page: &Exchange) -> Option<PageSummary> {
        let answer = json(page)?;
        let page = Page::read(self.operation, &answer)?;
        Some(PageSummary {
            items: page.items.to_vec(),
            number: page.number.and_then(|number| number.try_into().ok()),
            pages: page.pages,
            total: page.total,
        })
    }

    /// Whether the step filters the list.
    fn is_filtered(&self) -> bool {
        self.sets(|query| query.filter.is_some())
    }
}

/// Whether the `meta` of the last page announces no further pages or, without a page count, no further items.
fn is_at_end(seen: &[PageSummary]) -> bool {
    let items = || seen.iter().map(|page| page.items.len() as u64).sum::<u64>();
    seen.last().is_some_and(|last| match last.pages {
        Some(pages) => pages <= seen.len() as u64,
        None => last.total.is_some_and(|total| total <= items()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(items: usize, pages: Option<u64>, total: Option<u64>) -> PageSummary {
        PageSummary { items: vec![Json::Null; items], number: None, pages, total }
    }

    #[test]
    fn last_page_is_detected_by_page_count_or_total() {
        assert!(!is_at_end(&[]));
        assert!(!is_at_end(&[page(10, Some(2), Some(11))]));
        assert!(is_at_end(&[page(10, Some(2), None), page(1, Some(2), None)]));
        assert!(!is_at_end(&[page(10, None, Some(11))]));
        assert!(is_at_end(&[page(10, None, None), page(1, None, Some(11))]));
        assert!(!is_at_end(&[page(10, None, None)]));
    }
}
