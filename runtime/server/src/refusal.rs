//! A refusal as it is sent, and the hook through which all refusals pass.

use axum::body::Body;
use contract_runtime::{Api, ErrorEntry, OperationInfo, RawResponse, Refusal as DocumentedRefusal};
use http::header::CONTENT_TYPE;
use http::{HeaderValue, Response, StatusCode};

use crate::BoxError;

/// A refusal about to be sent.
#[derive(Debug)]
#[non_exhaustive]
pub struct Refusal {
    /// The status of the response.
    pub status: StatusCode,
    /// The message of the response.
    pub message: String,
    /// The code of the response, if the refusal has a documented one.
    pub code: Option<&'static str>,
    /// The input that the response names, if the refusal names one.
    pub field: Option<String>,
    /// The entries of the list of errors, where error bodies have one: that of the input, and further ones.
    pub entries: Vec<ErrorEntry>,
    /// Whether the response has a body.
    pub has_body: bool,
    /// What refuses the request, and why.
    pub reason: Reason,
    /// The operation, if the request reached one.
    pub operation: Option<&'static OperationInfo>,
    /// The cause: for logs, not for callers.
    pub cause: Option<BoxError>,
}

/// What refuses a request, and why. The statuses of refusals by the framework are not documented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The operation, as documented.
    Documented,
    /// The operation, with a refusal that is not documented.
    Undocumented,
    /// The key check.
    Key,
    /// An input is missing or malformed, and no documented refusal applies: 400.
    Input,
    /// The `Content-Type` of the body is not JSON: 415.
    MediaType,
    /// The body exceeds the limit: 413.
    TooLarge,
    /// The body exceeded the time limit, 408, or the handler did, 503.
    TimedOut,
    /// No operation has this path: 404.
    UnknownPath,
    /// No operation has this method at this path: 405, with `Allow`.
    Method,
    /// The operation has no handler: 501.
    NotMounted,
    /// The handler failed: 500.
    Internal,
    /// The handler panicked: 500.
    Panic,
}

/// Makes the response of a refusal; see [`envelope`] for the default.
pub type RefusalHook = dyn Fn(&Refusal) -> Response<Body> + Send + Sync;

impl Refusal {
    pub(crate) fn new(status: StatusCode, reason: Reason, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            code: None,
            field: None,
            entries: Vec::new(),
            has_body: true,
            reason,
            operation: None,
            cause: None,
        }
    }

    pub(crate) fn internal(cause: impl Into<BoxError>) -> Self {
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        Self::new(status, Reason::Internal, "internal error").with_cause(cause)
    }

    /// The documented refusal.
    pub(crate) fn documented<E: DocumentedRefusal>(
        status: StatusCode,
        reason: Reason,
        error: &E,
    ) -> Self {
        let code = error.code();
        let own = error
            .field()
            .map(|field| ErrorEntry { field: field.to_owned(), code: code.map(str::to_owned) });
        Self {
            code,
            field: error.field().map(str::to_owned),
            entries: own.into_iter().chain(error.more().iter().cloned()).collect(),
            has_body: error.has_body(),
            ..Self::new(status, reason, error.message())
        }
    }

    pub(crate) fn for_operation(mut self, operation: &'static OperationInfo) -> Self {
        self.operation = Some(operation);
        self
    }

    pub(crate) fn with_cause(mut self, cause: impl Into<BoxError>) -> Self {
        self.cause = Some(cause.into());
        self
    }
}

/// The response of a refusal in the service's error envelope. A hook may log the refusal and then call this.
#[must_use]
pub fn envelope<A: Api>(refusal: &Refusal) -> Response<Body> {
    if !refusal.has_body {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = refusal.status;
        return response;
    }
    let message = refusal.message.clone();
    let mut body = match refusal.code {
        Some(code) => A::error_body_with_code(message, code),
        None => A::error_body(message),
    };
    if let Some(field) = &refusal.field {
        A::set_error_field(&mut body, field);
    }
    A::set_error_entries(&mut body, refusal.entries.clone());
    // Generated error bodies have text keys and text values: they always become JSON.
    let response = RawResponse::from_json(refusal.status, &body).map(Response::from);
    let mut response = response.unwrap_or_default().map(Body::from);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(A::ERROR_TYPE));
    response
}
