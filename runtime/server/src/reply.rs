//! The success of a handler.

use contract_runtime::RawResponse;
use http::StatusCode;
use serde::Serialize;

use crate::Fault;

/// The result of a handler: `S` is the success of the operation, `E` its documented refusals.
pub type HandlerResult<S, E> = Result<Reply<S>, Fault<E>>;

/// A success, with the status to respond with.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply<S> {
    pub(crate) status: Option<StatusCode>,
    pub(crate) value: S,
}

impl<S> Reply<S> {
    /// Responds with the documented status, or with 200 where none is documented.
    pub fn new(value: S) -> Self {
        Self { status: None, value }
    }

    /// Responds with that status.
    pub fn with_status(status: StatusCode, value: S) -> Self {
        Self { status: Some(status), value }
    }
}

impl<S> From<S> for Reply<S> {
    fn from(value: S) -> Self {
        Self::new(value)
    }
}

impl Reply<RawResponse> {
    /// Responds with that value as JSON, for an operation whose success body is not documented.
    ///
    /// # Errors
    /// When the value cannot be written as JSON.
    pub fn json(status: StatusCode, value: &impl Serialize) -> Result<Self, serde_json::Error> {
        RawResponse::from_json(status, value).map(Self::new)
    }
}
