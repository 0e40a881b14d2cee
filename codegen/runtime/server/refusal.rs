//! Every refusal in one form, and the one hook through which all of them leave.

use axum::body::Body;
use http::{HeaderValue, Response, StatusCode, header};

use super::outcome::BoxError;
use crate::models::{ErrorBody, OperationInfo};

/// A refusal on its way out.
#[derive(Debug)]
#[non_exhaustive]
pub struct Refusal {
    /// The status that is answered.
    pub status: StatusCode,
    /// The message that is answered.
    pub message: String,
    /// Who refuses, and why.
    pub reason: Reason,
    /// The operation that was called, as far as it is known.
    pub operation: Option<&'static OperationInfo>,
    /// What led to it: for logs, not for callers.
    pub cause: Option<BoxError>,
}

/// Who refuses, and why; what the framework refuses by itself has a status that no document tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The operation, as documented.
    Documented,
    /// The operation, in a way that is not documented.
    Undocumented,
    /// The key check.
    Key,
    /// An input is missing or cannot be read, and no documented refusal fits: 400.
    Input,
    /// The body is said to be something else than JSON: 415.
    MediaType,
    /// The body is larger than allowed: 413.
    TooLarge,
    /// The body took longer than allowed, 408, or the implementation did, 503.
    TimedOut,
    /// No operation has this path: 404.
    UnknownPath,
    /// No operation has this method at this path: 405, with `Allow`.
    Method,
    /// The operation is documented, and this server does not have it: 501.
    NotMounted,
    /// The implementation failed: 500.
    Internal,
    /// The implementation panicked: 500.
    Panic,
}

/// What is done with a refusal on its way out; see [`envelope`] for the default.
pub type Hook = dyn Fn(&Refusal) -> Response<Body> + Send + Sync;

impl Refusal {
    pub(super) fn new(status: StatusCode, reason: Reason, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            reason,
            operation: None,
            cause: None,
        }
    }

    pub(super) fn internal(cause: impl Into<BoxError>) -> Self {
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        Self::new(status, Reason::Internal, "internal error").caused_by(cause)
    }

    pub(super) fn of(mut self, operation: &'static OperationInfo) -> Self {
        self.operation = Some(operation);
        self
    }

    pub(super) fn caused_by(mut self, cause: impl Into<BoxError>) -> Self {
        self.cause = Some(cause.into());
        self
    }
}

/// The answer in the service's error envelope. A hook of one's own may log and then call this.
#[must_use]
pub fn envelope(refusal: &Refusal) -> Response<Body> {
    // An object with a text in it can always be written.
    let body = serde_json::to_vec(&ErrorBody::new(refusal.message.as_str())).unwrap_or_default();
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = refusal.status;
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}
