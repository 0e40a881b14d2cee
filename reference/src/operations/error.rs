//! Why an operation fails, and the answer to each failure.

use crate::api::models::Refusal;
use crate::api::server::Fault;
use axum::http::StatusCode;

use crate::log::{describe_error, warn_limited};
use crate::store::{StoreError, Unavailable};

/// Why an operation fails. `E` is the documented errors of the operation.
#[derive(Debug, thiserror::Error)]
pub enum OperationError<E> {
    /// An error that the document lists for the operation.
    #[error("documented error {0:?}")]
    Documented(E),
    /// An error that the document does not list.
    #[error("{message}")]
    Undocumented {
        /// The HTTP status.
        status: StatusCode,
        /// The message in the error envelope.
        message: String,
    },
    /// The account has no record of this identifier.
    #[error("{kind} {identifier} not found!")]
    NotFound {
        /// The kind of record, as the message names it.
        kind: &'static str,
        /// The identifier, as the request has it.
        identifier: String,
    },
    /// Every identifier drawn was in use.
    #[error("every identifier drawn was in use")]
    NoFreeIdentifier,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl<E> OperationError<E> {
    /// The request is malformed: 400.
    pub(super) fn bad_request(message: impl Into<String>) -> Self {
        Self::undocumented(StatusCode::BAD_REQUEST, message)
    }

    /// The state of the record does not allow the operation: 409.
    pub(super) fn conflict(message: impl Into<String>) -> Self {
        Self::undocumented(StatusCode::CONFLICT, message)
    }

    /// An error that the document does not list.
    pub(super) fn undocumented(status: StatusCode, message: impl Into<String>) -> Self {
        Self::Undocumented { status, message: message.into() }
    }

    /// The account has no record of this identifier: 404.
    pub(super) fn not_found(kind: &'static str, identifier: impl Into<String>) -> Self {
        Self::NotFound { kind, identifier: identifier.into() }
    }
}

impl<E: Refusal> From<StoreError> for Fault<E> {
    fn from(error: StoreError) -> Self {
        OperationError::Store(error).into()
    }
}

/// The one place that maps a failure to its status and message.
impl<E> From<OperationError<E>> for Fault<E> {
    fn from(error: OperationError<E>) -> Self {
        match error {
            OperationError::Documented(error) => error.into(),
            OperationError::Undocumented { status, message } => Fault::other(status, message),
            OperationError::NotFound { kind, identifier } => {
                let message = format!("{kind} {identifier} not found!");
                Fault::other(StatusCode::NOT_FOUND, message)
            }
            OperationError::NoFreeIdentifier => {
                Fault::internal("every identifier drawn was in use")
            }
            OperationError::Store(error) => match error.unavailable() {
                Some(reason) => {
                    warn_limited("the database is unavailable", describe_error(&error));
                    Fault::other(StatusCode::SERVICE_UNAVAILABLE, unavailable_message(reason))
                }
                None => Fault::internal(error),
            },
        }
    }
}

fn unavailable_message(reason: Unavailable) -> &'static str {
    match reason {
        Unavailable::Busy => "the service is busy, try again later",
        Unavailable::Full => "insufficient storage, try again later",
        Unavailable::Storage => "the storage is unavailable, try again later",
    }
}
