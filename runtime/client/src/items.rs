//! The items of a list.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::vec::IntoIter;

use contract_runtime::{ListRequest, Request};
use futures_core::Stream;

use crate::{Error, Pages};

/// The result of fetching an item.
pub type ItemResult<R> =
    Result<<R as ListRequest>::Item, Error<<R as Request>::Error, <R as Request>::Api>>;

/// The items of a list, page after page: with [`Items::next_item`], or as a [`Stream`].
///
/// A page is fetched when its first item is requested. The stream ends after the last item or the first error;
/// [`Items::next_item`] resumes after an error with the page that failed. [`Pages::items`] makes it.
///
/// A list that changes meanwhile may show an item twice or not at all, as with any numbered pages.
#[must_use]
pub struct Items<R: ListRequest> {
    pages: Pages<R>,
    page: IntoIter<R::Item>,
}

impl<R: ListRequest> Items<R> {
    pub(crate) fn new(pages: Pages<R>) -> Self {
        Self { pages, page: Vec::new().into_iter() }
    }

    /// Fetches the next item; `None` after the last one. No item is lost if the future is dropped early.
    ///
    /// # Errors
    /// Those of the call that fetches a page. The next call fetches the same page again.
    pub async fn next_item(&mut self) -> Result<Option<R::Item>, Error<R::Error, R::Api>> {
        self.pages.resume();
        poll_fn(|context| self.poll_item(context)).await.transpose()
    }

    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<ItemResult<R>>> {
        loop {
            if let Some(item) = self.page.next() {
                return Poll::Ready(Some(Ok(item)));
            }
            match ready!(self.pages.poll_page(context)) {
                Some(Ok(page)) => self.page = R::into_items(page.into_value()).into_iter(),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
    }
}

impl<R: ListRequest> Stream for Items<R> {
    type Item = ItemResult<R>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<ItemResult<R>>> {
        self.get_mut().poll_item(context)
    }
}

/// No field is structurally pinned.
impl<R: ListRequest> Unpin for Items<R> {}

impl<R: ListRequest + fmt::Debug> fmt::Debug for Items<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = self.page.len();
        f.debug_struct("Items").field("left_in_page", &left).field("pages", &self.pages).finish()
    }
}
