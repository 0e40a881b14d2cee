//! How requests travel: the trait behind which an HTTP library stands.
//!
//! Retries, time limits and the reading of answers are not the transport's business.

use std::error::Error as StdError;
use std::fmt;
use std::pin::Pin;

use bytes::Bytes;

/// An answer on its way.
pub type ResponseFuture<'a> =
    Pin<Box<dyn Future<Output = Result<http::Response<Bytes>, TransportError>> + Send + 'a>>;

/// Sends one request and reads the whole answer.
///
/// Implement it to use another HTTP library, to add behaviour around one, or to answer in tests.
/// Redirects should not be followed: the key would be sent wherever they lead.
pub trait Transport: Send + Sync + 'static {
    /// Sends the request, whose URI is absolute, and reads the answer to its end.
    fn send(&self, request: http::Request<Bytes>) -> ResponseFuture<'_>;
}

/// Why there is no answer.
#[derive(Debug)]
pub struct TransportError {
    kind: TransportErrorKind,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

/// What went wrong on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TransportErrorKind {
    /// No connection came about, so that nothing was sent.
    NotConnected,
    /// The address is none that can be called, so that nothing was sent.
    InvalidAddress,
    /// The time limit passed; the request may have arrived.
    TimedOut,
    /// The exchange broke off; the request may have arrived.
    Broken,
    /// The answer is larger than the limit.
    TooLarge,
}

impl TransportError {
    /// An error of that kind.
    #[must_use]
    pub fn new(kind: TransportErrorKind) -> Self {
        Self { kind, source: None }
    }

    /// Keeps what the HTTP library said.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// What went wrong.
    #[must_use]
    pub fn kind(&self) -> TransportErrorKind {
        self.kind
    }
}

impl fmt::Display for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            TransportErrorKind::NotConnected => "no connection to the service",
            TransportErrorKind::InvalidAddress => "the address is none that can be called",
            TransportErrorKind::TimedOut => "no answer within the time limit",
            TransportErrorKind::Broken => "the exchange broke off before the answer was complete",
            TransportErrorKind::TooLarge => "the answer is larger than the limit",
        })
    }
}

impl StdError for TransportError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.source
            .as_deref()
            .map(|source| source as &(dyn StdError + 'static))
    }
}
