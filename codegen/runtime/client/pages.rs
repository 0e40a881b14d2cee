//! Walking through a list page by page.

use super::answer::Answer;
use super::client::Client;
use super::error::Error;
use crate::models::Request;

/// A request whose answer is a page of a list.
pub trait PagedRequest: Request {
    /// The page that is asked for; `None` for the first.
    fn page(&self) -> Option<u64>;

    /// Asks for another page.
    fn turn_to(&mut self, page: u64);

    /// How many pages there are, if the answer tells.
    fn last_page(answer: &Self::Answer) -> Option<u64>;
}

/// The pages of a list, fetched one by one.
#[derive(Debug)]
pub struct Pages<R> {
    client: Client,
    request: R,
    done: bool,
}

impl<R: PagedRequest> Pages<R> {
    pub(crate) fn new(client: &Client, request: R) -> Self {
        Self {
            client: client.clone(),
            request,
            done: false,
        }
    }

    /// Fetches the next page; `None` after the last one.
    ///
    /// # Errors
    /// As the call itself. Called again, this fetches the same page again.
    pub async fn next_page(&mut self) -> Result<Option<Answer<R::Answer>>, Error<R::Error>> {
        if self.done {
            return Ok(None);
        }
        let answer = self.client.send(&self.request).await?;
        let page = self.request.page().unwrap_or(1);
        // Without a number of pages there is no telling whether another one would come.
        self.done = R::last_page(&answer).is_none_or(|last| page >= last);
        self.request.turn_to(page.saturating_add(1));
        Ok(Some(answer))
    }
}
