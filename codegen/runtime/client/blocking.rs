//! The client for programs without async: each call holds its thread until the answer is there.

use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;

use tokio::runtime::{Builder, Runtime};
use tracing::Instrument;

use super::answer::Answer;
use super::base_url::BaseUrl;
use super::builder::{BuildError, ClientBuilder};
use super::client::{Client, read};
use super::error::{Error, SendError};
use super::options::CallOptions;
use super::pages::{Next, Page, PagedRequest};
use super::transport::{TransportError, TransportErrorKind};
use crate::models::Request;

/// A client of one deployment whose calls wait for their answers. Clones share connections and
/// settings.
///
/// Requests are written and answers are read where the call is made; only the exchange itself is done by
/// the one thread of a runtime of its own. So a call works in any place, inside async code too, where
/// it nevertheless keeps the thread from other work: there, take [`Client`].
#[derive(Clone)]
pub struct BlockingClient {
    client: Client,
    thread: Arc<Thread>,
}

/// The runtime that makes the calls; a dropped one waits for nothing, so that it may be dropped anywhere.
struct Thread(Option<Runtime>);

impl ClientBuilder {
    /// Builds a client for a program without async.
    ///
    /// # Errors
    /// When a setting cannot be used or no thread can be started; see [`BuildError`].
    pub fn build_blocking(self) -> Result<BlockingClient, BuildError> {
        let client = self.build()?;
        let mut builder = Builder::new_multi_thread();
        let builder = builder.worker_threads(1).enable_all();
        let runtime = builder.thread_name(env!("CARGO_PKG_NAME")).build();
        let thread = Thread(Some(runtime.map_err(BuildError::Thread)?));
        Ok(BlockingClient {
            client,
            thread: Arc::new(thread),
        })
    }
}

impl BlockingClient {
    /// The address of the deployment.
    #[must_use]
    pub fn base_url(&self) -> &BaseUrl {
        self.client.base_url()
    }

    /// The same client, over the same connections, with other settings for the calls made with it:
    /// `client.with(options).some_operation(request)`.
    #[must_use]
    pub fn with(&self, options: CallOptions) -> Self {
        Self {
            client: self.client.with(options),
            thread: Arc::clone(&self.thread),
        }
    }

    /// Sends a request and reads its answer; the methods named after operations do just this.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn send<R: Request>(&self, request: &R) -> Result<Answer<R::Answer>, Error<R::Error>> {
        let request = request.to_http().map_err(SendError::Request)?;
        let (client, (answer, answered)) = (self.client.clone(), sync_channel(1));
        let call = async move {
            let written = || Ok(request.clone());
            // The receiver waits below, come what may.
            let _ = answer.send(client.exchange(R::INFO, &written).await);
        };
        if let Some(runtime) = &self.thread.0 {
            runtime.spawn(call.in_current_span());
        }
        // Only a transport that panics leaves no word.
        let gone = |gone| TransportError::new(TransportErrorKind::Broken).with_source(gone);
        read::<R>(answered.recv().map_err(gone).map_err(SendError::from)??)
    }
}

/// The pages of a list, fetched one by one; they end after the last page or the first failure.
///
/// Nothing is fetched before it is asked for. After a page that does not tell how many there are comes a failure,
/// [`Error::Decode`]: a part of the list is never taken for the whole.
#[derive(Debug)]
#[must_use]
pub struct BlockingPages<R> {
    client: BlockingClient,
    next: Next<R>,
}

impl<R: PagedRequest> BlockingPages<R> {
    /// A walk that starts with the page the request asks for.
    pub fn new(client: &BlockingClient, request: R) -> Self {
        Self {
            client: client.clone(),
            next: Next::Page(request),
        }
    }
}

impl<R: PagedRequest> Iterator for BlockingPages<R> {
    type Item = Page<R>;

    fn next(&mut self) -> Option<Page<R>> {
        let next = std::mem::replace(&mut self.next, Next::End);
        let request = match next.page() {
            Ok(request) => request?,
            Err(error) => return Some(Err(error)),
        };
        let page = self.client.send(request);
        if let Ok(answer) = &page {
            self.next = Next::after(request.clone(), answer);
        }
        Some(page)
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl fmt::Debug for BlockingClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.client.fmt(f)
    }
}
