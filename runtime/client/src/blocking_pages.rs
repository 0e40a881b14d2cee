//! The pages of a list, for programs without async.

use contract_runtime::PagedRequest;

use crate::pages::Next;
use crate::{BlockingClient, PageResult};

/// The pages of a list, fetched one by one; they end after the last page or the first error.
///
/// A page is fetched when it is requested. A page without the number of pages is followed by
/// [`Error::Decode`](crate::Error::Decode): an incomplete list is never taken for the whole.
#[derive(Debug)]
#[must_use]
pub struct BlockingPages<R: PagedRequest> {
    client: BlockingClient<R::Api>,
    next: Next<R>,
}

impl<R: PagedRequest> BlockingPages<R> {
    pub(crate) fn new(client: &BlockingClient<R::Api>, request: R) -> Self {
        Self { client: client.clone(), next: Next::Page(request) }
    }
}

impl<R: PagedRequest> Iterator for BlockingPages<R> {
    type Item = PageResult<R>;

    fn next(&mut self) -> Option<PageResult<R>> {
        let next = std::mem::replace(&mut self.next, Next::End);
        let request = match next.page() {
            Ok(request) => request?,
            Err(error) => return Some(Err(error)),
        };
        let page = self.client.send(request);
        if let Ok(response) = &page {
            self.next = Next::after(request.clone(), response);
        }
        Some(page)
    }
}
