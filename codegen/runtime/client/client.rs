//! The client: one generic way for a call to go out and its answer to come back.
//!
//! It knows no operation: [`Request`] tells what one needs.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, Response};
use tracing::{Instrument, Span, debug, field, info_span};

use super::answer::Answer;
use super::base_url::BaseUrl;
use super::builder::ClientBuilder;
use super::error::{Error, SendError, said};
use super::options::CallOptions;
use super::retry::Retries;
use super::transport::{Transport, TransportError, TransportErrorKind};
use crate::models::{self, BuildError, KeyError, OperationInfo, Refusal, Request, Undocumented};

/// A client of one deployment. Clones share connections and settings.
#[derive(Clone)]
pub struct Client {
    pub(super) settings: Arc<Settings>,
}

/// What a client was built with.
#[derive(Clone)]
pub(super) struct Settings {
    pub(super) base_url: BaseUrl,
    /// Sent with every request, the key among them.
    pub(super) headers: HeaderMap,
    pub(super) timeout: Option<Duration>,
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
        let request = request.to_http().map_err(SendError::Request)?;
        read::<R>(self.exchange(R::INFO, request).await?)
    }

    /// Sends a request as often as the retries allow; any answer at all is a success here.
    ///
    /// What is told of it holds no value of the caller's: neither key, nor body, nor path as sent.
    pub(super) async fn exchange(
        &self,
        info: &'static OperationInfo,
        request: http::Request<Bytes>,
    ) -> Result<Undocumented, SendError> {
        let (operation, method, path) = (info.id, info.method.as_str(), info.path);
        let (status, attempts) = (field::Empty, field::Empty);
        let span = info_span!("call", operation, method, path, status, attempts);
        self.attempts(request).instrument(span).await
    }

    async fn attempts(&self, request: http::Request<Bytes>) -> Result<Undocumented, SendError> {
        let request = self.address(request)?;
        let settings = &self.settings;
        let repeatable = settings.idempotent || request.method().is_safe();
        let mut done = 0;
        loop {
            let outcome = self.attempt(request.clone()).await;
            let random = (settings.random)();
            let Some(wait) = settings.retries.wait(repeatable, &outcome, done, random) else {
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
    fn address(&self, request: http::Request<Bytes>) -> Result<http::Request<Bytes>, SendError> {
        let (mut parts, body) = request.into_parts();
        let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
        parts.uri = self
            .settings
            .base_url
            .join(path)
            .map_err(|error| BuildError::Uri(error.into()))?;
        for (name, value) in &self.settings.headers {
            parts.headers.insert(name, value.clone());
        }
        Ok(http::Request::from_parts(parts, body))
    }

    async fn attempt(
        &self,
        request: http::Request<Bytes>,
    ) -> Result<Response<Bytes>, TransportError> {
        let sending = self.settings.transport.send(request);
        match self.settings.timeout {
            None => sending.await,
            Some(limit) => tokio::time::timeout(limit, sending)
                .await
                .unwrap_or_else(|elapsed| {
                    Err(TransportError::new(TransportErrorKind::TimedOut).with_source(elapsed))
                }),
        }
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

pub(super) fn read<R: Request>(raw: Undocumented) -> Result<Answer<R::Answer>, Error<R::Error>> {
    if raw.status.is_success() {
        return match models::Answer::from_http(&raw) {
            Ok(value) => Ok(Answer::new(value, raw)),
            Err(error) => Err(Error::Decode {
                error,
                raw: Box::new(raw),
            }),
        };
    }
    let Some(message) = said(&raw) else {
        return Err(Error::Undocumented(Box::new(raw)));
    };
    let raw = Box::new(raw);
    // Messages about the key have no holes: one of them is never meant for a template that fits too.
    Err(
        match (KeyError::parse(&message), R::Error::parse(&message)) {
            (Some(error), _) => Error::Key { error, raw },
            (None, Some(error)) => Error::Refused { error, raw },
            (None, None) => Error::Undocumented(raw),
        },
    )
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("base_url", &self.settings.base_url)
            .field("headers", &self.settings.headers)
            .field("timeout", &self.settings.timeout)
            .field("retries", &self.settings.retries)
            .field("idempotent", &self.settings.idempotent)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, PoisonError};

    use http::{Method, header};

    use super::super::transport::Sending;
    use super::*;

    /// Answers with the statuses it was given, in order, and keeps what was sent; 0 never answers.
    #[derive(Clone, Default)]
    struct Script {
        statuses: Arc<Mutex<Vec<u16>>>,
        sent: Arc<Mutex<Vec<http::Request<Bytes>>>>,
    }

    impl Transport for Script {
        fn send(&self, request: http::Request<Bytes>) -> Sending<'_> {
            self.sent
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(request);
            let status = self
                .statuses
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .remove(0);
            Box::pin(async move {
                if status == 0 {
                    std::future::pending::<()>().await;
                }
                Ok(Response::builder()
                    .status(status)
                    .body(Bytes::new())
                    .expect("an answer"))
            })
        }
    }

    /// What came of a request, and every request that was sent for it.
    async fn outcome(
        method: Method,
        statuses: &[u16],
    ) -> (Result<u16, SendError>, Vec<http::Request<Bytes>>) {
        let script = Script {
            statuses: Arc::new(Mutex::new(statuses.to_vec())),
            ..Script::default()
        };
        let client = Client::builder("http://host/api/").key("open sesame");
        let client = client.transport(script.clone()).build().expect("a client");
        assert!(!format!("{client:?}").contains("sesame"));
        let request = http::Request::builder().method(method).uri("/books?a=b");
        let request = request
            .body(Bytes::from_static(b"body"))
            .expect("a request");
        let answer = client
            .attempts(request)
            .await
            .map(|raw| raw.status.as_u16());
        let sent = std::mem::take(&mut *script.sent.lock().unwrap_or_else(PoisonError::into_inner));
        (answer, sent)
    }

    #[tokio::test(start_paused = true)]
    async fn a_read_is_sent_again_until_it_is_answered() {
        let (answer, sent) = outcome(Method::GET, &[503, 0, 200]).await;
        assert!(matches!(answer, Ok(200)));
        assert_eq!(sent.len(), 3);
        for request in sent {
            assert_eq!(request.uri(), "http://host/api/books?a=b");
            assert_eq!(request.headers()[models::KEY_HEADER], "open sesame");
            assert_eq!(request.headers()[header::ACCEPT], "application/json");
            assert_eq!(request.into_body(), "body");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_write_that_may_have_arrived_is_sent_once() {
        let (answer, sent) = outcome(Method::POST, &[0, 200]).await;
        assert_eq!(sent.len(), 1);
        let Err(SendError::Transport(error)) = answer else {
            panic!("no answer was expected")
        };
        assert_eq!(error.kind(), TransportErrorKind::TimedOut);
    }

    #[tokio::test(start_paused = true)]
    async fn any_answer_is_kept_when_the_retries_are_used_up() {
        let (answer, sent) = outcome(Method::GET, &[503, 502, 503, 200]).await;
        assert!(matches!(answer, Ok(503)));
        assert_eq!(sent.len(), 3);
    }
}
