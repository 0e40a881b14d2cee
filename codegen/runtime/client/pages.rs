//! Walking through a list page by page.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;

use super::answer::Answer;
use super::client::Client;
use super::error::Error;
use crate::models::{DecodeError, Request, Undocumented};

/// A request whose answer is a page of a list.
pub trait PagedRequest: Request<Answer: Send + 'static> + Clone + Send + Sync + 'static {
    /// Where an answer tells how many pages there are, as a JSON pointer.
    const LAST_PAGE: &'static str;

    /// The page that is asked for; `None` for the first.
    fn page(&self) -> Option<u64>;

    /// Asks for another page.
    fn turn_to(&mut self, page: u64);

    /// How many pages there are, if the answer tells.
    fn last_page(answer: &Self::Answer) -> Option<u64>;
}

/// What comes next in a walk.
#[derive(Clone, Debug)]
pub(super) enum Next<R> {
    Page(R),
    /// The page before, as it came, does not tell whether there is another: to end there might lose the rest.
    Unknown(Box<Undocumented>),
    End,
}

impl<R: PagedRequest> Next<R> {
    pub(super) fn after(mut request: R, answer: &Answer<R::Answer>) -> Self {
        let page = request.page().unwrap_or(1);
        match R::last_page(answer) {
            None => Self::Unknown(Box::new(answer.raw().clone())),
            Some(last) if page < last => {
                request.turn_to(page.saturating_add(1));
                Self::Page(request)
            }
            Some(_) => Self::End,
        }
    }

    /// The page to ask for; none after the last.
    ///
    /// # Errors
    /// Where it is not known whether there is one.
    pub(super) fn page(&self) -> Result<Option<&R>, Error<R::Error>> {
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

/// What came of asking for a page.
pub(super) type Page<R> = Result<Answer<<R as Request>::Answer>, Error<<R as Request>::Error>>;

/// The pages of a list, fetched one by one: by [`Pages::next_page`], or as a [`Stream`].
///
/// Nothing is fetched before it is asked for. As a stream it ends after the last page or the first
/// failure; [`Pages::next_page`] takes a walk that failed up again, at the page that failed.
///
/// After a page that does not tell how many there are, the walk fails by [`Error::Decode`] with that page's
/// answer: it never takes a part of the list for the whole.
#[must_use]
pub struct Pages<R: PagedRequest> {
    client: Client,
    next: Next<R>,
    fetching: Option<Pin<Box<dyn Future<Output = Page<R>> + Send>>>,
    failed: bool,
}

impl<R: PagedRequest> Pages<R> {
    /// A walk that starts with the page the request asks for.
    pub fn new(client: &Client, request: R) -> Self {
        Self {
            client: client.clone(),
            next: Next::Page(request),
            fetching: None,
            failed: false,
        }
    }

    /// Fetches the next page; `None` after the last one.
    ///
    /// Dropped before it is done, it loses no page: the next call goes on where this one was.
    ///
    /// # Errors
    /// As the call itself. Called again, this fetches the same page again.
    pub async fn next_page(&mut self) -> Result<Option<Answer<R::Answer>>, Error<R::Error>> {
        self.failed = false;
        poll_fn(|context| self.poll_page(context)).await.transpose()
    }

    fn poll_page(&mut self, context: &mut Context<'_>) -> Poll<Option<Page<R>>> {
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
            Ok(answer) => self.next = Next::after(request.clone(), answer),
            Err(_) => self.failed = true,
        }
        Poll::Ready(Some(page))
    }
}

impl<R: PagedRequest> Stream for Pages<R> {
    type Item = Page<R>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Page<R>>> {
        self.get_mut().poll_page(context)
    }
}

/// Nothing in it is pinned where it stands.
impl<R: PagedRequest> Unpin for Pages<R> {}

impl<R: PagedRequest + fmt::Debug> fmt::Debug for Pages<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages")
            .field("next", &self.next)
            .finish_non_exhaustive()
    }
}
