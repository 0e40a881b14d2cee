//! The client: one generic way for a call to go out and its answer to come back.
//!
//! It knows no operation: [`Request`] tells what one needs.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use http::uri::PathAndQuery;
use http::{HeaderMap, Response};
use tracing::{Instrument, Span, debug, field, info_span};

use super::answer::Answer;
use super::base_url::BaseUrl;
use super::builder::ClientBuilder;
use super::error::{Error, SendError, said};
use super::limits::{Clock, Limits};
use super::options::CallOptions;
use super::retry::Retries;
use super::transport::{Transport, TransportError};
use crate::models::{self, BuildError, KeyError, OperationInfo, Refusal, Request, Undocumented};

/// A client of one deployment. Clones share connections and settings.
#[derive(Clone)]
pub struct Client {
    pub(super) settings: Arc<Settings>,
}

/// A request as it is sent, written anew for each attempt: most are sent once, and need no copy.
pub(super) type Written<'a> = dyn Fn() -> Result<http::Request<Bytes>, BuildError> + Sync + 'a;

/// What a client was built with.
#[derive(Clone)]
pub(super) struct Settings {
    pub(super) base_url: BaseUrl,
    /// Sent with every request, the key among them.
    pub(super) headers: HeaderMap,
    pub(super) limits: Limits,
    pub(super) retries: Retries,
    /// Whether what writes may be sent again as what reads is.
    pub(super) idempotent: bool,
    pub(super) random: Arc<dyn Fn() -> u32 + Send + Sync>,
    pub(super) transport: Arc<dyn Transport>,
}

impl Client {
    /// Begins a client of the deployment at that address, such as `https://host/api`.
    pub fn builder(base_url: impl Into<String>) -> ClientBuilder {
        ClientBuilder::new(base_url.into())
    }

    /// The address of the deployment.
    #[must_use]
    pub fn base_url(&self) -> &BaseUrl {
        &self.settings.base_url
    }

    /// The same client, over the same connections, with other settings for the calls made with it:
    /// `client.with(options).some_operation(request)`.
    #[must_use]
    pub fn with(&self, options: CallOptions) -> Self {
        let mut settings = Settings::clone(&self.settings);
        options.apply(&mut settings);
        Self {
            settings: Arc::new(settings),
        }
    }

    /// Sends a request and reads its answer; the methods named after operations do just this.
    ///
    /// Dropped before it is done, it sends nothing more; what was sent may have arrived.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn send<R: Request>(
        &self,
        request: &R,
    ) -> Result<Answer<R::Answer>, Error<R::Error>> {
        let written = || request.to_http();
        read::<R>(self.exchange(R::INFO, &written).await?)
    }

    /// Sends a request as often as the retries allow; any answer at all is a success here.
    ///
    /// What is told of it holds no value of the caller's: neither key, nor body, nor path as sent.
    pub(super) async fn exchange(
        &self,
        info: &'static OperationInfo,
        request: &Written<'_>,
    ) -> Result<Undocumented, SendError> {
        let (operation, method, path) = (info.id, info.method.as_str(), info.path);
        let (status, attempts) = (field::Empty, field::Empty);
        let span = info_span!("call", operation, method, path, status, attempts);
        self.attempts(request).instrument(span).await
    }

    async fn attempts(&self, request: &Written<'_>) -> Result<Undocumented, SendError> {
        let settings = &self.settings;
        let clock = Clock::start(settings.limits);
        let mut done = 0;
        loop {
            let request = self.address(request()?)?;
            let repeatable = settings.idempotent || request.method().is_safe();
            let outcome = clock.limit(settings.transport.send(request)).await;
            let random = || (settings.random)();
            let wait = settings.retries.wait(repeatable, &outcome, done, random);
            let Some(wait) = wait.filter(|wait| clock.has(*wait)) else {
                Span::current().record("attempts", done + 1);
                return finish(outcome);
            };
            match &outcome {
                Ok(answer) => debug!(status = answer.status().as_u16(), ?wait, "sent again"),
                Err(error) => debug!(%error, ?wait, "sent again"),
            }
            tokio::time::sleep(wait).await;
            done += 1;
        }
    }

    /// Puts the request below the base URL and adds the headers that every request carries.
    fn address(
        &self,
        mut request: http::Request<Bytes>,
    ) -> Result<http::Request<Bytes>, BuildError> {
        let target = std::mem::take(request.uri_mut()).into_parts();
        let target = target.path_and_query;
        let target = target.unwrap_or_else(|| PathAndQuery::from_static("/"));
        let joined = self.settings.base_url.join(target);
        *request.uri_mut() = joined.map_err(BuildError::Uri)?;
        for (name, value) in &self.settings.headers {
            request.headers_mut().insert(name, value.clone());
        }
        Ok(request)
    }
}

/// Tells how it ended.
fn finish(outcome: Result<Response<Bytes>, TransportError>) -> Result<Undocumented, SendError> {
    match &outcome {
        Ok(answer) => {
            Span::current().record("status", answer.status().as_u16());
        }
        Err(error) => debug!(%error, "no answer"),
    }
    Ok(outcome?.into())
}

/// A service may refuse with a status of success, too: then the body tells.
pub(super) fn read<R: Request>(raw: Undocumented) -> Result<Answer<R::Answer>, Error<R::Error>> {
    if !raw.status.is_success() {
        return Err(refused(said(&raw), raw));
    }
    let read: Result<R::Answer, _> = models::Answer::from_http(&raw);
    let is_shown = <R::Answer as models::Answer>::IS_DOCUMENTED && read.is_ok();
    let message = if is_shown { None } else { said(&raw) };
    match (read, message) {
        (_, message @ Some(_)) => Err(refused(message, raw)),
        (Ok(value), None) => Ok(Answer::new(value, raw)),
        (Err(error), None) => Err(Error::Decode {
            error,
            raw: Box::new(raw),
        }),
    }
}

fn refused<E: Refusal>(message: Option<String>, raw: Undocumented) -> Error<E> {
    let raw = Box::new(raw);
    let Some(message) = message else {
        return Error::Undocumented(raw);
    };
    // Messages about the key have no holes: one of them is never meant for a template that fits too.
    match (KeyError::parse(&message), E::parse(&message)) {
        (Some(error), _) => Error::Key { error, raw },
        (None, Some(error)) => Error::Refused { error, raw },
        (None, None) => Error::Undocumented(raw),
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("base_url", &self.settings.base_url)
            .field("headers", &self.settings.headers)
            .field("timeout", &self.settings.limits.timeout)
            .field("deadline", &self.settings.limits.deadline)
            .field("retries", &self.settings.retries)
            .field("idempotent", &self.settings.idempotent)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
