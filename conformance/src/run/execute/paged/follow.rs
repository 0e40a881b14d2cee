//! Pages of a list whose contract does not say how one is chosen.

use super::{MOST_PAGES, Paged, is_whole, json};
use crate::exchange::{AttemptTrace, Exchange};
use crate::json::Json;
use crate::page::Page;
use crate::run::execute::ScenarioExecutor;

/// What a page shows and tells.
struct Shown {
    items: Vec<Json>,
    number: Option<u32>,
    pages: Option<u64>,
    total: Option<u64>,
}

impl Paged<'_> {
    /// The first page, which needs no parameter, and those that follow it. The parameter of another list is only tried: an
    /// answer to it is a page of this list if it tells the next number, and the last one if it shows the items of an
    /// earlier one again. What a filter
    /// keeps or what is sorted is read twice, as it is compared with other calls or pages and must have stood still.
    pub(in crate::run::execute) async fn follow(
        &self,
        executor: &mut ScenarioExecutor<'_>,
    ) -> Option<AttemptTrace> {
        let first = self.first(executor).await?;
        let mut shown: Vec<Shown> = self.shown(&first).into_iter().collect();
        let mut attempt = AttemptTrace {
            complete: is_whole(self.operation, &first),
            exchanges: vec![first],
            reread: Vec::new(),
        };
        let mut numbers = Vec::new();
        while !attempt.complete && attempt.exchanges.len() < MOST_PAGES as usize {
            let last = shown.last().and_then(|last| last.number?.checked_add(1));
            let Some(number) = last else {
                break;
            };
            let page = self.page(executor, number).await?;
            let next = self.shown(&page).filter(|next| next.number == Some(number));
            let Some(next) = next else {
                break;
            };
            // That no page is empty but the last is not said.
            let repeats =
                !next.items.is_empty() && shown.iter().any(|before| before.items == next.items);
            // What is shown behind the last page is not said.
            if repeats && next.pages.is_none() {
                break;
            }
            attempt.exchanges.push(page);
            numbers.push(number);
            shown.push(next);
            attempt.complete = !repeats && is_at_end(&shown);
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

    fn shown(&self, page: &Exchange) -> Option<Shown> {
        let answer = json(page)?;
        let page = Page::read(self.operation, &answer)?;
        Some(Shown {
            items: page.items.to_vec(),
            number: page.number.and_then(|number| number.try_into().ok()),
            pages: page.pages,
            total: page.total,
        })
    }

    /// Whether the step asks for a part of the list.
    fn is_filtered(&self) -> bool {
        self.sets(|query| query.filter.is_some())
    }
}

/// Whether the `meta` of the last page announces no further pages or, without a number of pages, no further items.
fn is_at_end(shown: &[Shown]) -> bool {
    let items = || {
        shown
            .iter()
            .map(|page| page.items.len() as u64)
            .sum::<u64>()
    };
    shown.last().is_some_and(|last| match last.pages {
        Some(pages) => pages <= shown.len() as u64,
        None => last.total.is_some_and(|total| total <= items()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(items: usize, pages: Option<u64>, total: Option<u64>) -> Shown {
        Shown {
            items: vec![Json::Null; items],
            number: None,
            pages,
            total,
        }
    }

    #[test]
    fn the_end_is_told_by_the_number_of_pages_or_of_items() {
        assert!(!is_at_end(&[]));
        assert!(!is_at_end(&[page(10, Some(2), Some(11))]));
        assert!(is_at_end(&[
            page(10, Some(2), None),
            page(1, Some(2), None)
        ]));
        assert!(!is_at_end(&[page(10, None, Some(11))]));
        assert!(is_at_end(&[page(10, None, None), page(1, None, Some(11))]));
        assert!(!is_at_end(&[page(10, None, None)]));
    }
}
