//! The pages of a list.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use contract_runtime::{DecodeError, ListRequest, PagedRequest, RawResponse};
use futures_core::Stream;

use crate::client::CallResult;
use crate::{Client, Error, Items, Response};

/// The page to fetch next.
#[derive(Clone, Debug)]
pub(crate) enum Next<R> {
    Page(R),
    /// The previous page, as received, does not hold the number of pages: to end there might lose the rest.
    Unknown(Box<RawResponse>),
    End,
}

impl<R: PagedRequest> Next<R> {
    pub(crate) fn after(mut request: R, page_response: &Response<R::Response>) -> Self {
        let page = request.page().unwrap_or(1);
        match R::last_page(page_response) {
            None => Self::Unknown(Box::new(page_response.raw().clone())),
            Some(last) if page < last => {
                request.set_page(page.saturating_add(1));
                Self::Page(request)
            }
            Some(_) => Self::End,
        }
    }

    /// The request of the page; `None` after the last.
    ///
    /// # Errors
    /// When it is unknown whether there is another page.
    pub(crate) fn page(&self) -> Result<Option<&R>, Error<R::Error, R::Api>> {
        match self {
            Self::Page(request) => Ok(Some(request)),
            Self::Unknown(raw) => Err(Error::Decode {
                error: DecodeError {
                    pointer: R::LAST_PAGE.to_owned(),
                    reason: "does not tell how many pages there are".to_owned(),
                },
                raw: raw.clone(),
            }),
            Self::End => Ok(None),
        }
    }
}

/// The result of fetching a page.
pub type PageResult<R> = CallResult<R>;

/// The pages of a list, fetched one by one: with [`Pages::next_page`], or as a [`Stream`].
///
/// A page is fetched when it is requested. The stream ends after the last page or the first error;
/// [`Pages::next_page`] resumes after an error with the page that failed.
///
/// A page without the number of pages is followed by [`Error::Decode`] with that page's response: an incomplete list is
/// never taken for the whole.
#[must_use]
pub struct Pages<R: PagedRequest> {
    client: Client<R::Api>,
    next: Next<R>,
    fetching: Option<Pin<Box<dyn Future<Output = PageResult<R>> + Send>>>,
    failed: bool,
}

impl<R: PagedRequest> Pages<R> {
    pub(crate) fn new(client: &Client<R::Api>, request: R) -> Self {
        Self { client: client.clone(), next: Next::Page(request), fetching: None, failed: false }
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
        let request = match self.next.page() {
            Ok(Some(request)) => request,
            Ok(None) => return Poll::Ready(None),
            Err(error) => {
                self.failed = true;
                return Poll::Ready(Some(Err(error)));
            }
        };
        let fetching = self.fetching.get_or_insert_with(|| {
            let (client, request) = (self.client.clone(), request.clone());
            Box::pin(async move { client.send(&request).await })
        });
        let page = ready!(fetching.as_mut().poll(context));
        self.fetching = None;
        match &page {
            Ok(response) => self.next = Next::after(request.clone(), response),
            Err(_) => self.failed = true,
        }
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
        f.debug_struct("Pages").field("next", &self.next).finish_non_exhaustive()
    }
}
