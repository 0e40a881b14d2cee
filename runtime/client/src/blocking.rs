//! The client for programs without async: each call blocks its thread until the response is read.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;

use contract_runtime::{Api, ListRequest, PagedRequest, Request};
use futures_core::Stream;
use tokio::runtime::{Builder, Runtime};
use tracing::Instrument;

use crate::client::read_response;
use crate::error::SendError;
use crate::{
    BaseUrl, BuildError, CallOptions, Client, ClientBuilder, Error, Items, Pages, Response,
    ServiceClient, TransportError, TransportErrorKind,
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
#[derive(Debug)]
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
        let settings = Arc::clone(&self.client.settings);
        let call = async move {
            let make = || Ok(request.clone());
            settings.exchange(R::INFO, &make).await
        };
        read_response::<R>(self.runtime.block_on(call).map_err(SendError::from)??)
    }

    /// The pages of a list, beginning with the page that the request asks for.
    pub fn pages<R: PagedRequest<Api = A>>(&self, request: R) -> BlockingPages<R> {
        let stream = Some(self.client.pages(request));
        BlockingStream { runtime: Arc::clone(&self.runtime), stream }
    }
}

impl BackgroundRuntime {
    /// Runs a future to its end on the thread of the runtime. Fails if the transport panics.
    fn block_on<T: Send + 'static>(
        &self,
        future: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, TransportError> {
        let (sender, receiver) = sync_channel(1);
        let call = async move {
            // The receiver below waits for this, so that sending cannot fail.
            let _ = sender.send(future.await);
        };
        if let Some(runtime) = &self.0 {
            runtime.spawn(call.in_current_span());
        }
        let panicked = |error| TransportError::new(TransportErrorKind::Broken).with_source(error);
        receiver.recv().map_err(panicked)
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

/// A stream as an iterator: what it yields is fetched when it is requested.
#[derive(Debug)]
#[must_use]
pub struct BlockingStream<S> {
    runtime: Arc<BackgroundRuntime>,
    /// `None` if a fetch panicked.
    stream: Option<S>,
}

/// The pages of a list, fetched one by one; they end after the last page or the first error.
///
/// An incomplete list is never taken for the whole: see [`Pages`].
pub type BlockingPages<R> = BlockingStream<Pages<R>>;

/// The items of a list, page after page; they end after the last item or the first error.
pub type BlockingItems<R> = BlockingStream<Items<R>>;

impl<R: ListRequest> BlockingPages<R> {
    /// The items of the pages that were not fetched yet, one by one.
    pub fn items(self) -> BlockingItems<R> {
        BlockingStream { runtime: self.runtime, stream: self.stream.map(Pages::items) }
    }
}

impl<S, T, E, A> Iterator for BlockingStream<S>
where
    S: Stream<Item = Result<T, Error<E, A>>> + Unpin + Send + 'static,
    T: Send + 'static,
    E: Send + 'static,
    A: Api,
{
    type Item = S::Item;

    fn next(&mut self) -> Option<S::Item> {
        let mut stream = self.stream.take()?;
        let fetched = self.runtime.block_on(async move {
            let next = poll_fn(|context| Pin::new(&mut stream).poll_next(context)).await;
            (stream, next)
        });
        match fetched {
            Ok((stream, next)) => {
                self.stream = Some(stream);
                next
            }
            Err(error) => Some(Err(Error::Transport(error))),
        }
    }
}
