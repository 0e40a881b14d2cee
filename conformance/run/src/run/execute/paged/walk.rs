//! Reads all pages of a list that are selected by offset, last item or cursor.

use spec::PageSelection;

use super::{MAX_PAGES, PagedCall};
use crate::contract;
use crate::exchange::{AttemptTrace, Exchange};
use crate::page::Page;
use crate::run::execute::ScenarioExecutor;

impl PagedCall<'_> {
    /// Reads the first page, and each further page by the value that the previous page gives. After a page that claims
    /// to be the last one, another page is requested if a value for it is known. It is kept if it has items. Pages are
    /// read a second time, as numbered pages are.
    pub(super) async fn walk(
        &self,
        executor: &mut ScenarioExecutor<'_>,
        selection: &PageSelection,
    ) -> Option<AttemptTrace> {
        let mut responses: Vec<Exchange> = Vec::new();
        let mut starts: Vec<Option<String>> = Vec::new();
        let (mut start, mut complete) = (None::<String>, false);
        while responses.len() < MAX_PAGES as usize {
            let response = self.request(executor, start.as_deref()).await?;
            let page = self.page(&response);
            let is_empty = page.is_none_or(|page| page.items.is_empty());
            if is_empty && self.is_at_end(&responses) {
                // The document may not say what a page after the last one contains.
                complete = true;
                break;
            }
            let next = page.filter(|page| !page.items.is_empty()).map(|page| {
                page.start_of_next(selection, start.as_deref(), |item| {
                    let record = self.call.operation.lists.as_deref()?;
                    contract::identifier_of(&executor.context.contract, record, item)
                })
            });
            let is_last = page.is_some_and(|page| page.more == Some(false));
            responses.push(response);
            starts.push(start);
            match next {
                Some(Some(next)) if !starts.contains(&Some(next.clone())) => start = Some(next),
                // If a page gives no value for the next page, it is the last one only if it says so.
                Some(None) => {
                    complete = is_last;
                    break;
                }
                // The page has no items, or leads back to an earlier page.
                next => {
                    complete = next.is_none() && page_has_no_items(&self.pages(&responses));
                    break;
                }
            }
        }
        let is_compared = responses.len() > 1;
        let is_doubtful = self.is_doubtful(executor, &responses, complete);
        let reread = if is_compared || is_doubtful {
            self.reread(executor, starts, &responses, is_doubtful).await?
        } else {
            Vec::new()
        };
        Some(AttemptTrace { exchanges: responses, reread, complete })
    }

    /// Whether the last page says that no other page follows, or the pages together have as many items as the list.
    fn is_at_end(&self, responses: &[Exchange]) -> bool {
        let pages = self.pages(responses);
        let items: u64 = pages.iter().flatten().map(Page::count).sum();
        pages.last().copied().flatten().is_some_and(|last| match last.more {
            Some(more) => !more,
            None => last.total.is_some_and(|total| total <= items),
        })
    }
}

/// Whether the last page is one without items.
fn page_has_no_items(pages: &[Option<Page<'_>>]) -> bool {
    pages.last().is_some_and(|last| last.is_some_and(|last| last.items.is_empty()))
}
