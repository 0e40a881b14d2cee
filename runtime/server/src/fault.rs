//! The failure of a handler.

use std::error::Error as StdError;

use http::StatusCode;

/// An error of any type, kept as the cause of a fault. It is never sent to the caller.
pub type BoxError = Box<dyn StdError + Send + Sync>;

/// Why a handler does not succeed.
#[derive(Debug)]
pub enum Fault<E> {
    /// A documented refusal.
    Refused {
        /// The refusal.
        error: E,
        /// The status, where it differs from the documented one or none is documented.
        status: Option<StatusCode>,
        /// The cause, given to the refusal hook only.
        cause: Option<BoxError>,
    },
    /// An internal error; the caller receives a 500 without details.
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
    /// An internal error: for `map_err`.
    pub fn internal(cause: impl Into<BoxError>) -> Self {
        Self::Internal(cause.into())
    }

    /// A refusal that is not documented.
    pub fn other(status: StatusCode, message: impl Into<String>) -> Self {
        Self::Other { status, message: message.into() }
    }

    /// Responds with that status; an internal error is left unchanged.
    #[must_use]
    pub fn with_status(mut self, wanted: StatusCode) -> Self {
        match &mut self {
            Self::Refused { status, .. } => *status = Some(wanted),
            Self::Other { status, .. } => *status = wanted,
            Self::Internal(_) => {}
        }
        self
    }

    /// Sets the cause of a documented refusal; other faults are left unchanged.
    #[must_use]
    pub fn with_cause(mut self, source: impl Into<BoxError>) -> Self {
        if let Self::Refused { cause, .. } = &mut self {
            *cause = Some(source.into());
        }
        self
    }
}

impl<E> From<E> for Fault<E> {
    fn from(error: E) -> Self {
        Self::Refused { error, status: None, cause: None }
    }
}
