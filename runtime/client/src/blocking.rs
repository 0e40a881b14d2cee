//! The client for programs without async: each call blocks its thread until the response is read.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;

use contract_runtime::{Api, PagedRequest, Request};
use tokio::runtime::{Builder, Runtime};
use tracing::Instrument;

use crate::client::read_response;
use crate::error::SendError;
use crate::settings::Settings;
use crate::{
    BaseUrl, BlockingPages, BuildError, CallOptions, ClientBuilder, Error, Response, ServiceClient,
    TransportError, TransportErrorKind,
};

/// A client of one deployment of the service `A` whose calls block. Clones share connections and settings.
///
/// Requests are written and responses are read on the calling thread; only the exchange itself runs on the one thread
/// of a runtime of its own. So a call works anywhere, also in async code, where it blocks the thread: use [`Client`](crate::Client)(crate::Client)
/// there.
pub struct BlockingClient<A> {
    settings: Arc<Settings>,
    runtime: Arc<BackgroundRuntime>,
    api: PhantomData<A>,
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
        let settings = Arc::new(self.settings()?);
        let mut builder = Builder::new_multi_thread();
        let builder = builder.worker_threads(1).enable_all();
        let runtime = builder.thread_name("blocking-client").build();
        let runtime = BackgroundRuntime(Some(runtime.map_err(BuildError::Thread)?));
        let client = BlockingClient { settings, runtime: Arc::new(runtime), api: PhantomData };
        Ok(client.into())
    }
}

impl<A: Api> BlockingClient<A> {
    /// The address of the deployment.
    #[must_use]
    pub fn base_url(&self) -> &BaseUrl {
        &self.settings.base_url
    }

    /// The same client, over the same connections, with other settings for the calls made with it.
    #[must_use]
    pub fn with(&self, options: CallOptions) -> Self {
        let mut settings = Settings::clone(&self.settings);
        options.apply(&mut settings, A::KEY_HEADER);
        Self { settings: Arc::new(settings), ..self.clone() }
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
        let (settings, (sender, receiver)) = (Arc::clone(&self.settings), sync_channel(1));
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
        BlockingPages::new(self, request)
    }
}

impl<A> Clone for BlockingClient<A> {
    fn clone(&self) -> Self {
        Self {
            settings: Arc::clone(&self.settings),
            runtime: Arc::clone(&self.runtime),
            api: PhantomData,
        }
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
        self.settings.fmt(f)
    }
}
