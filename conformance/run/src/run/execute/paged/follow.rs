//! Reads the pages of a list whose contract does not describe a page parameter.

use super::{MAX_PAGES, PagedCall};
use crate::exchange::AttemptTrace;
use crate::page::{Page, is_whole};
use crate::run::execute::ScenarioExecutor;

impl PagedCall<'_> {
    /// Reads the first page, which needs no parameter, and the following ones. The page parameter of another
    /// list is tried: a response counts as a page of this list if its metadata has the next number, and ends the
    /// list if it repeats earlier items. Filtered or sorted lists are read twice: their items are compared with
    /// other calls or pages, which is only valid for an unchanged list.
    pub(super) async fn follow(&self, executor: &mut ScenarioExecutor<'_>) -> Option<AttemptTrace> {
        let first = self.request(executor, None).await?;
        if let Some((_, size)) = self.size
            && !self.page(&first).is_some_and(|page| is_applied(&page, size))
        {
            let unsized_call = PagedCall { size: None, ..*self };
            return Box::pin(unsized_call.follow(executor)).await;
        }
        let mut complete = is_whole(self.call.operation, self.page(&first));
        let mut responses = vec![first];
        let mut numbers = vec![None];
        while !complete && responses.len() < MAX_PAGES as usize {
            let last =
                responses.last().and_then(|last| u32::try_from(self.page(last)?.number?).ok());
            let Some(number) = last.and_then(|last| last.checked_add(1)) else {
                break;
            };
            let response = self.request(executor, Some(&number.to_string())).await?;
            let page = self.page(&response);
            let Some(page) = page.filter(|page| page.number == Some(number.into())) else {
                break;
            };
            // The contract does not say that only the last page may be empty.
            let mut before = responses.iter().filter_map(|before| self.page(before));
            let repeats = !page.items.is_empty() && before.any(|before| before.items == page.items);
            // The contract does not say what follows the last page.
            if repeats && page.pages.is_none() {
                break;
            }
            responses.push(response);
            numbers.push(Some(number.to_string()));
            complete = !repeats && is_at_end(&self.pages(&responses));
            if repeats {
                break;
            }
        }
        let is_filtered = self.sets(|query| query.filter.is_some());
        let is_compared =
            complete && (is_filtered || self.is_sorted()) || self.shows_order(&responses, complete);
        let is_doubtful = numbers.len() > 1 && self.is_doubtful(executor, &responses, complete);
        let reread = if is_doubtful || numbers.len() > 1 && is_compared {
            self.reread(executor, numbers, &responses, is_doubtful).await?
        } else {
            Vec::new()
        };
        Some(AttemptTrace { exchanges: responses, reread, complete })
    }
}

/// Whether the page has the size that was tried: it says so, and is full or the only one.
fn is_applied(page: &Page<'_>, size: u32) -> bool {
    let (size, items) = (u64::from(size), page.items.len() as u64);
    page.size == Some(size) && (items == size || items < size && page.is_last(1))
}

/// Whether the `meta` of the last page announces no further pages or, without a page count, no further items.
fn is_at_end(pages: &[Option<Page<'_>>]) -> bool {
    let items = || pages.iter().flatten().map(Page::count).sum::<u64>();
    pages.last().copied().flatten().is_some_and(|last| match last.pages {
        Some(count) => count <= pages.len() as u64,
        None => last.total.is_some_and(|total| total <= items()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Json;

    static ITEMS: [Json; 10] = [const { Json::Null }; 10];

    fn page(items: usize, pages: Option<u64>, total: Option<u64>) -> Page<'static> {
        Page { items: &ITEMS[..items], size: Some(2), pages, total, ..Page::default() }
    }

    #[test]
    fn page_size_counts_only_if_the_page_has_it() {
        assert!(is_applied(&page(2, Some(3), Some(5)), 2));
        assert!(is_applied(&page(1, Some(1), Some(1)), 2));
        assert!(!is_applied(&page(1, Some(3), Some(5)), 2));
        assert!(!is_applied(&page(5, Some(1), Some(5)), 2));
        assert!(!is_applied(&page(3, Some(2), Some(5)), 3));
    }

    #[test]
    fn last_page_is_detected_by_page_count_or_total() {
        assert!(!is_at_end(&[]));
        assert!(!is_at_end(&[Some(page(10, Some(2), Some(11)))]));
        assert!(is_at_end(&[Some(page(10, Some(2), None)), Some(page(1, Some(2), None))]));
        assert!(!is_at_end(&[Some(page(10, None, Some(11)))]));
        assert!(is_at_end(&[Some(page(10, None, None)), Some(page(1, None, Some(11)))]));
        assert!(!is_at_end(&[Some(page(10, None, None))]));
    }
}
