//! The trait of HTTP libraries.
//!
//! Retries, time limits and reading of bodies are not part of it.

use std::error::Error as StdError;
use std::fmt;
use std::pin::Pin;

use bytes::Bytes;

/// The future of a response.
pub type ResponseFuture<'a> =
    Pin<Box<dyn Future<Output = Result<http::Response<Bytes>, TransportError>> + Send + 'a>>;

/// Sends one request and reads the whole response.
///
/// Implement it to use another HTTP library, to add behaviour around one, or to respond in tests.
/// Redirects should not be followed, as they would receive the key.
pub trait Transport: Send + Sync + 'static {
    /// Sends the request, whose URI is absolute, and reads the response to its end.
    fn send(&self, request: http::Request<Bytes>) -> ResponseFuture<'_>;
}

/// Why there is no response.
#[derive(Debug)]
pub struct TransportError {
    kind: TransportErrorKind,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

/// Kinds of transport errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TransportErrorKind {
    /// There was no connection, so nothing was sent.
    NotConnected,
    /// The address is invalid, so nothing was sent.
    InvalidAddress,
    /// The time limit passed; the request may have arrived.
    TimedOut,
    /// The connection broke; the request may have arrived.
    Broken,
    /// The response exceeds the size limit.
    TooLarge,
}

impl TransportError {
    /// An error of that kind.
    #[must_use]
    pub fn new(kind: TransportErrorKind) -> Self {
        Self { kind, source: None }
    }

    /// Sets the error of the HTTP library.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// The kind.
    #[must_use]
    pub fn kind(&self) -> TransportErrorKind {
        self.kind
    }
}

impl fmt::Display for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            TransportErrorKind::NotConnected => "no connection to the service",
            TransportErrorKind::InvalidAddress => "the address cannot be called",
            TransportErrorKind::TimedOut => "no response within the time limit",
            TransportErrorKind::Broken => "the connection broke before the response was complete",
            TransportErrorKind::TooLarge => "the response is larger than the limit",
        })
    }
}

impl StdError for TransportError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.source.as_deref().map(|source| source as &(dyn StdError + 'static))
    }
}
