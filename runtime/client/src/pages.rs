//! The pages of a list.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use contract_runtime::{ListRequest, PagedRequest};
use futures_core::Stream;

use crate::client::CallResult;
use crate::page_walk::PageWalk;
use crate::{Client, Error, Items, Response};

/// The result of fetching a page.
pub type PageResult<R> = CallResult<R>;

/// The pages of a list, fetched one by one: with [`Pages::next_page`], or as a [`Stream`].
///
/// A page is fetched when it is requested. The stream ends after the last page or the first error;
/// [`Pages::next_page`] resumes after an error with the page that failed.
///
/// An incomplete list is never taken for the whole: [`Error::Decode`] with the response follows a page without the number of
/// pages, takes the place of a page that reports another number than the requested one, and follows the last page if the
/// total is not the number of items on all pages. That is only compared if the walk began with the first page and nothing was
/// sent that may leave items out, and if the total stayed the same: a list that changes meanwhile may show an item twice or
/// not at all, as with any numbered pages.
///
/// If pages are not counted, each page leads to the next one, and the list ends with the first page that leads to no
/// other. The result is [`Error::Decode`] if a page says that another one follows but does not lead to it, or leads to
/// itself.
#[must_use]
pub struct Pages<R: PagedRequest> {
    client: Client<R::Api>,
    walk: PageWalk<R>,
    fetching: Option<Pin<Box<dyn Future<Output = PageResult<R>> + Send>>>,
    failed: bool,
}

impl<R: PagedRequest> Pages<R> {
    pub(crate) fn new(client: &Client<R::Api>, request: R) -> Self {
        let walk = PageWalk::new(request);
        Self { client: client.clone(), walk, fetching: None, failed: false }
    }

    /// Fetches the next page; `None` after the last one.
    ///
    /// No page is lost if the future is dropped early: the next call resumes the same fetch.
    ///
    /// # Errors
    /// Those of the call itself. The next call fetches the same page again.
    pub async fn next_page(
        &mut self,
    ) -> Result<Option<Response<R::Response>>, Error<R::Error, R::Api>> {
        self.resume();
        poll_fn(|context| self.poll_page(context)).await.transpose()
    }

    /// The items of the pages that were not fetched yet, one by one.
    pub fn items(self) -> Items<R>
    where
        R: ListRequest,
    {
        Items::new(self)
    }

    /// Makes the next poll repeat a page that failed.
    pub(crate) fn resume(&mut self) {
        self.failed = false;
    }

    pub(crate) fn poll_page(&mut self, context: &mut Context<'_>) -> Poll<Option<PageResult<R>>> {
        if self.failed {
            return Poll::Ready(None);
        }
        let page = loop {
            let request = match self.walk.request() {
                Ok(Some(request)) => request,
                Ok(None) => return Poll::Ready(None),
                Err(error) => break Err(error),
            };
            let fetching = self.fetching.get_or_insert_with(|| {
                let (client, request) = (self.client.clone(), request.clone());
                Box::pin(async move { client.send(&request).await })
            });
            let page = ready!(fetching.as_mut().poll(context));
            self.fetching = None;
            if let Some(page) = page.and_then(|page| self.walk.accept(page)).transpose() {
                break page;
            }
        };
        self.failed = page.is_err();
        Poll::Ready(Some(page))
    }
}

impl<R: PagedRequest> Stream for Pages<R> {
    type Item = PageResult<R>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<PageResult<R>>> {
        self.get_mut().poll_page(context)
    }
}

/// No field is structurally pinned.
impl<R: PagedRequest> Unpin for Pages<R> {}

impl<R: PagedRequest + fmt::Debug> fmt::Debug for Pages<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages").field("walk", &self.walk).finish_non_exhaustive()
    }
}
