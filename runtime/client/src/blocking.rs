//! The client for programs without async: each call blocks its thread until the response is read.

use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::vec::IntoIter;

use contract_runtime::{Api, ListRequest, PagedRequest, Request};
use tokio::runtime::{Builder, Runtime};
use tracing::Instrument;

use crate::client::read_response;
use crate::error::SendError;
use crate::page_walk::PageWalk;
use crate::{
    BaseUrl, BuildError, CallOptions, Client, ClientBuilder, Error, ItemResult, PageResult,
    Response, ServiceClient, TransportError, TransportErrorKind,
};

/// A client of one deployment of the service `A` whose calls block. Clones share connections and settings.
///
/// Requests are written and responses are read on the calling thread; only the exchange itself runs on the one thread
/// of a runtime of its own. So a call works anywhere, also in async code, where it blocks the thread: use
/// [`Client`] there.
#[derive(Clone)]
pub struct BlockingClient<A> {
    client: Client<A>,
    runtime: Arc<BackgroundRuntime>,
}

/// A generated `Client` that has a blocking counterpart.
pub trait WithBlockingClient: ServiceClient {
    /// The `BlockingClient` of the generated crate.
    type Blocking: From<BlockingClient<Self::Api>>;
}

/// The runtime that makes the calls. It shuts down in the background, so that it may be dropped anywhere.
struct BackgroundRuntime(Option<Runtime>);

impl<C: WithBlockingClient> ClientBuilder<C> {
    /// Builds a client for a program without async.
    ///
    /// # Errors
    /// When a setting cannot be used or no thread can be started; see [`BuildError`].
    pub fn build_blocking(self) -> Result<C::Blocking, BuildError> {
        let client = Client::new(self.settings()?);
        let mut builder = Builder::new_multi_thread();
        let builder = builder.worker_threads(1).enable_all();
        let runtime = builder.thread_name("blocking-client").build();
        let runtime = BackgroundRuntime(Some(runtime.map_err(BuildError::Thread)?));
        Ok(BlockingClient { client, runtime: Arc::new(runtime) }.into())
    }
}

impl<A: Api> BlockingClient<A> {
    /// The address of the deployment.
    #[must_use]
    pub fn base_url(&self) -> &BaseUrl {
        self.client.base_url()
    }

    /// The same client, over the same connections, with other settings for the calls made with it.
    #[must_use]
    pub fn with(&self, options: CallOptions) -> Self {
        Self { client: self.client.with(options), runtime: Arc::clone(&self.runtime) }
    }

    /// Sends a request and reads its response.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn send<R: Request<Api = A>>(
        &self,
        request: &R,
    ) -> Result<Response<R::Response>, Error<R::Error, A>> {
        let request = request.to_http().map_err(SendError::Request)?;
        let (settings, (sender, receiver)) = (Arc::clone(&self.client.settings), sync_channel(1));
        let call = async move {
            let make = || Ok(request.clone());
            // The receiver below waits for this, so that sending cannot fail.
            let _ = sender.send(settings.exchange(R::INFO, &make).await);
        };
        if let Some(runtime) = &self.runtime.0 {
            runtime.spawn(call.in_current_span());
        }
        // The sender is dropped without a value only if the transport panics.
        let panicked = |error| TransportError::new(TransportErrorKind::Broken).with_source(error);
        read_response::<R>(receiver.recv().map_err(panicked).map_err(SendError::from)??)
    }

    /// The pages of a list, beginning with the page that the request asks for.
    pub fn pages<R: PagedRequest<Api = A>>(&self, request: R) -> BlockingPages<R> {
        BlockingPages { client: self.clone(), walk: Some(PageWalk::new(request)) }
    }
}

impl Drop for BackgroundRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl<A> fmt::Debug for BlockingClient<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.client.fmt(f)
    }
}

/// The pages of a list, fetched one by one; they end after the last page or the first error.
///
/// A page is fetched when it is requested. An incomplete list is never taken for the whole: see [`Pages`](crate::Pages).
#[derive(Debug)]
#[must_use]
pub struct BlockingPages<R: PagedRequest> {
    client: BlockingClient<R::Api>,
    /// `None` after the last page or an error.
    walk: Option<PageWalk<R>>,
}

impl<R: PagedRequest> Iterator for BlockingPages<R> {
    type Item = PageResult<R>;

    fn next(&mut self) -> Option<PageResult<R>> {
        let mut walk = self.walk.take()?;
        loop {
            let request = match walk.request() {
                Ok(request) => request?,
                Err(error) => return Some(Err(error)),
            };
            let page = self.client.send(request).and_then(|page| walk.accept(page));
            if let Some(page) = page.transpose() {
                if page.is_ok() {
                    self.walk = Some(walk);
                }
                return Some(page);
            }
        }
    }
}

impl<R: ListRequest> BlockingPages<R> {
    /// The items of the pages that were not fetched yet, one by one; they end after the last item or the first error.
    pub fn items(self) -> BlockingItems<R> {
        BlockingItems { pages: self, page: Vec::new().into_iter() }
    }
}

/// The items of a list, page after page. A page is fetched when its first item is requested.
#[must_use]
pub struct BlockingItems<R: ListRequest> {
    pages: BlockingPages<R>,
    page: IntoIter<R::Item>,
}

impl<R: ListRequest> Iterator for BlockingItems<R> {
    type Item = ItemResult<R>;

    fn next(&mut self) -> Option<ItemResult<R>> {
        loop {
            if let Some(item) = self.page.next() {
                return Some(Ok(item));
            }
            match self.pages.next()? {
                Ok(page) => self.page = R::into_items(page.into_value()).into_iter(),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl<R: ListRequest + fmt::Debug> fmt::Debug for BlockingItems<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = self.page.len();
        f.debug_struct("BlockingItems")
            .field("left_in_page", &left)
            .field("pages", &self.pages)
            .finish()
    }
}
