//! The client for programs without async: each call holds its thread until the answer is there.
//!
//! Requests are built and answers are read where the call is made; only the exchange itself is done by
//! the one thread of a runtime of its own. So a call works in any place, inside async code too, where
//! it nevertheless keeps the thread from other work: there, take [`Client`](super::Client).

use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;

use tokio::runtime::{Builder, Runtime};
use tracing::Instrument;

use super::answer::Answer;
use super::builder::{BuildError, ClientBuilder};
use super::client::{self, read};
use super::error::{Error, SendError};
use super::options::CallOptions;
use super::pages::{Page, PagedRequest};
use super::transport::{TransportError, TransportErrorKind};
use crate::models::Request;

/// A client of one deployment whose calls wait for their answers. Clones share connections and
/// settings.
#[derive(Clone)]
pub struct Client {
    client: client::Client,
    thread: Arc<Thread>,
}

/// The runtime that makes the calls; a dropped one waits for nothing, so that it may be dropped anywhere.
struct Thread(Option<Runtime>);

impl ClientBuilder {
    /// Builds a client for a program without async.
    ///
    /// # Errors
    /// When a setting cannot be used or no thread can be started; see [`BuildError`].
    pub fn build_blocking(self) -> Result<Client, BuildError> {
        let client = self.build()?;
        let mut builder = Builder::new_multi_thread();
        let builder = builder.worker_threads(1).enable_all();
        let runtime = builder.thread_name(env!("CARGO_PKG_NAME")).build();
        let thread = Thread(Some(runtime.map_err(BuildError::Thread)?));
        Ok(Client {
            client,
            thread: Arc::new(thread),
        })
    }
}

impl Client {
    /// The same client with other settings for the calls made with it.
    #[must_use]
    pub fn with(&self, options: CallOptions) -> Self {
        Self {
            client: self.client.with(options),
            thread: Arc::clone(&self.thread),
        }
    }

    /// Sends a request and reads its answer.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn send<R: Request>(&self, request: &R) -> Result<Answer<R::Answer>, Error<R::Error>> {
        let request = request.to_http().map_err(SendError::Request)?;
        let (client, (answer, answered)) = (self.client.clone(), sync_channel(1));
        let call = async move {
            // The receiver waits below, come what may.
            let _ = answer.send(client.exchange(R::INFO, request).await);
        };
        if let Some(runtime) = &self.thread.0 {
            runtime.spawn(call.in_current_span());
        }
        // Only a transport that panics leaves no word.
        let gone = |gone| TransportError::new(TransportErrorKind::Broken).with_source(gone);
        read::<R>(answered.recv().map_err(gone).map_err(SendError::from)??)
    }

    /// The pages of a list, one after another; they end after the last page or the first failure.
    pub fn pages<R: PagedRequest>(&self, request: R) -> impl Iterator<Item = Page<R>> + use<R> {
        let client = self.clone();
        let mut next = Some(request);
        std::iter::from_fn(move || {
            let request = next.take()?;
            let page = client.send(&request);
            next = page.as_ref().ok().and_then(|answer| request.after(answer));
            Some(page)
        })
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.client.fmt(f)
    }
}
