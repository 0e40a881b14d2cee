//! Why a call did not succeed.

use std::error::Error as StdError;
use std::fmt;
use std::ops::Deref;

use contract_runtime::{Api, DecodeError, ErrorEntry, RawResponse, RequestError};
use http::StatusCode;

use crate::TransportError;

/// Why a call did not succeed. `E` is the documented refusals of the operation, `A` the service.
///
/// A response is kept byte for byte: see [`Error::raw`]. `Display` escapes the message of the service;
/// [`Error::message`] and the refusals have it as received.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error<E, A: Api> {
    /// A documented refusal of the operation.
    Refused {
        /// The refusal.
        error: E,
        /// The response as received.
        raw: Box<RawResponse>,
    },
    /// A documented refusal of the key.
    Key {
        /// The refusal.
        error: A::KeyError,
        /// The response as received.
        raw: Box<RawResponse>,
    },
    /// A response that is neither a success nor a documented refusal. A response with an error body is no success, even
    /// with a success status.
    Undocumented(Box<RawResponse>),
    /// A success whose body does not match the documentation.
    Decode {
        /// Where and why.
        error: DecodeError,
        /// The response as received.
        raw: Box<RawResponse>,
    },
    /// No response was received.
    Transport(TransportError),
    /// The request cannot be sent.
    Request(RequestError),
}

impl<E, A: Api> Error<E, A> {
    /// The response as received, if there is one.
    #[must_use]
    pub fn raw(&self) -> Option<&RawResponse> {
        match self {
            Self::Refused { raw, .. }
            | Self::Key { raw, .. }
            | Self::Undocumented(raw)
            | Self::Decode { raw, .. } => Some(raw),
            Self::Transport(_) | Self::Request(_) => None,
        }
    }

    /// The status of the response, if there is one.
    #[must_use]
    pub fn status(&self) -> Option<StatusCode> {
        self.raw().map(|raw| raw.status)
    }

    /// The message of the error body, documented or not.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        self.raw().and_then(error_message::<A>)
    }

    /// The code of the error body, documented or not, if it has one.
    #[must_use]
    pub fn code(&self) -> Option<String> {
        self.raw()?.json().ok().and_then(A::error_code)
    }

    /// The entries of the list of errors of the error body, documented or not, if it has one.
    #[must_use]
    pub fn entries(&self) -> Vec<ErrorEntry> {
        let body = self.raw().and_then(|raw| raw.json().ok());
        body.map(|body| A::error_entries(&body)).unwrap_or_default()
    }

    /// Maps the refusal of the operation.
    #[must_use]
    pub fn map_refusal<F>(self, map: impl FnOnce(E) -> F) -> Error<F, A> {
        match self {
            Self::Refused { error, raw } => Error::Refused { error: map(error), raw },
            Self::Key { error, raw } => Error::Key { error, raw },
            Self::Undocumented(raw) => Error::Undocumented(raw),
            Self::Decode { error, raw } => Error::Decode { error, raw },
            Self::Transport(error) => Error::Transport(error),
            Self::Request(error) => Error::Request(error),
        }
    }

    /// The error with the refusals of all operations; see [`AnyError`](crate::AnyError) for `?`.
    #[must_use]
    pub fn into_kind(self) -> Error<A::ErrorKind, A>
    where
        E: Into<A::ErrorKind>,
    {
        self.map_refusal(Into::into)
    }

    /// The refusal of the operation, if the error is one.
    #[must_use]
    pub fn refusal(&self) -> Option<&E> {
        match self {
            Self::Refused { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// The message of an error body.
pub(crate) fn error_message<A: Api>(raw: &RawResponse) -> Option<String> {
    raw.json().ok().map(A::error_message)
}

/// The part of [`Error`] that does not depend on the operation.
pub(crate) enum SendError {
    Request(RequestError),
    Transport(TransportError),
}

impl From<RequestError> for SendError {
    fn from(error: RequestError) -> Self {
        Self::Request(error)
    }
}

impl From<TransportError> for SendError {
    fn from(error: TransportError) -> Self {
        Self::Transport(error)
    }
}

impl<E, A: Api> From<SendError> for Error<E, A> {
    fn from(error: SendError) -> Self {
        match error {
            SendError::Request(error) => Self::Request(error),
            SendError::Transport(error) => Self::Transport(error),
        }
    }
}

impl<E: fmt::Display, A: Api> fmt::Display for Error<E, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused { error, raw } => {
                write!(f, "refused with {}: {}", raw.status, escaped(error))
            }
            Self::Key { error, raw } => {
                write!(f, "key refused with {}: {}", raw.status, escaped(error))
            }
            Self::Undocumented(raw) => {
                write!(f, "a response that is not documented, with {}", raw.status)?;
                error_message::<A>(raw)
                    .map_or(Ok(()), |message| write!(f, ": {}", escaped(&message)))
            }
            Self::Decode { .. } => {
                f.write_str("the body of the response does not match the documentation")
            }
            Self::Transport(error) => {
                write!(f, "no response: {error}")?;
                innermost(error).map_or(Ok(()), |cause| write!(f, ": {}", escaped(&cause)))
            }
            Self::Request(error) => write!(f, "the request cannot be sent: {error}"),
        }
    }
}

/// The cause that says what happened; those around it name the steps of the HTTP library.
fn innermost(error: &TransportError) -> Option<&(dyn StdError + 'static)> {
    let mut innermost = error.source()?;
    while let Some(cause) = innermost.source() {
        innermost = cause;
    }
    Some(innermost)
}

/// The message of a service, safe for terminals and logs: its placeholders may hold any text.
fn escaped(message: &impl ToString) -> String {
    let escaped = message.to_string().escape_debug().to_string();
    // Quotes are harmless and common in messages.
    escaped.replace("\\'", "'").replace("\\\"", "\"")
}

impl<E: StdError + 'static, A: Api> StdError for Error<E, A> {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            // Their text is part of the message already.
            Self::Refused { .. } | Self::Key { .. } | Self::Undocumented(_) => None,
            Self::Transport(_) | Self::Request(_) => None,
            Self::Decode { error, .. } => Some(error),
        }
    }
}

/// An error of any operation: `?` turns the error of each operation into it.
///
/// It dereferences to an [`Error`] whose refusals are those of all operations.
#[derive(Debug)]
pub struct AnyError<A: Api>(pub Error<A::ErrorKind, A>);

impl<E: Into<A::ErrorKind>, A: Api> From<Error<E, A>> for AnyError<A> {
    fn from(error: Error<E, A>) -> Self {
        Self(error.into_kind())
    }
}

impl<A: Api> Deref for AnyError<A> {
    type Target = Error<A::ErrorKind, A>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<A: Api> fmt::Display for AnyError<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<A: Api> StdError for AnyError<A> {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source()
    }
}
