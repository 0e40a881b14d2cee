//! What an implementation gives back: a reply, or a fault.

use std::error::Error as StdError;

use http::StatusCode;
use serde::Serialize;

use crate::models::Undocumented;

/// What an implementation gives back: `S` is the operation's success, `E` its documented refusals.
pub type Outcome<S, E> = Result<Reply<S>, Fault<E>>;

/// An error of any type, kept as the cause of a fault. Callers of the service never see it.
pub type BoxError = Box<dyn StdError + Send + Sync>;

/// A success.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply<S> {
    pub(super) status: Option<StatusCode>,
    pub(super) value: S,
}

impl<S> Reply<S> {
    /// Answers with the documented status, or with 200 where none is documented.
    pub fn new(value: S) -> Self {
        Self {
            status: None,
            value,
        }
    }

    /// Answers with that status.
    pub fn with_status(status: StatusCode, value: S) -> Self {
        Self {
            status: Some(status),
            value,
        }
    }
}

impl<S> From<S> for Reply<S> {
    fn from(value: S) -> Self {
        Self::new(value)
    }
}

impl Reply<Undocumented> {
    /// Answers an operation whose body is not documented with that value as JSON.
    ///
    /// # Errors
    /// When the value cannot be written as JSON.
    pub fn json(status: StatusCode, value: &impl Serialize) -> Result<Self, serde_json::Error> {
        Undocumented::from_json(status, value).map(Self::new)
    }
}

/// Why there is no success.
#[derive(Debug)]
pub enum Fault<E> {
    /// A documented refusal.
    Refused {
        /// Which one.
        error: E,
        /// The status, where another than the documented one is wanted, or none is documented.
        status: Option<StatusCode>,
        /// What led to it; shown to the refusal hook and to nobody else.
        cause: Option<BoxError>,
    },
    /// Something went wrong inside; the caller learns nothing but that.
    Internal(BoxError),
    /// A refusal that is not documented.
    Other {
        /// The status.
        status: StatusCode,
        /// The message for the caller.
        message: String,
    },
}

impl<E> Fault<E> {
    /// A fault of the implementation or of what it relies on: for `map_err`.
    pub fn internal(cause: impl Into<BoxError>) -> Self {
        Self::Internal(cause.into())
    }

    /// A refusal that is not documented.
    pub fn other(status: StatusCode, message: impl Into<String>) -> Self {
        Self::Other {
            status,
            message: message.into(),
        }
    }

    /// Answers with that status; an internal fault stays what it is.
    #[must_use]
    pub fn with_status(mut self, wanted: StatusCode) -> Self {
        match &mut self {
            Self::Refused { status, .. } => *status = Some(wanted),
            Self::Other { status, .. } => *status = wanted,
            Self::Internal(_) => {}
        }
        self
    }

    /// Keeps what led to a documented refusal; any other fault stays what it is.
    #[must_use]
    pub fn with_cause(mut self, led_to_it: impl Into<BoxError>) -> Self {
        if let Self::Refused { cause, .. } = &mut self {
            *cause = Some(led_to_it.into());
        }
        self
    }
}

impl<E> From<E> for Fault<E> {
    fn from(error: E) -> Self {
        Self::Refused {
            error,
            status: None,
            cause: None,
        }
    }
}
