//! The answer to every refusal, and the log entry for internal failures.
//!
//! Log entries hold operations and error kinds, never a key, an e-mail address or another text of a request.

use crate::api::models::ErrorBody;
use crate::api::server::{Reason, Refusal, envelope};
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};

use crate::log::describe_error;
use crate::operations::missing;

/// Answers a refusal; logs it when the service is at fault.
pub(super) fn answer(refusal: &Refusal) -> Response<Body> {
    let operation = refusal.operation.map(|operation| operation.id);
    match refusal.reason {
        Reason::Internal => {
            let cause = refusal.cause.as_deref().map(|cause| describe_error(cause));
            tracing::error!(operation, cause, "a request failed");
        }
        // A panic message may quote the request.
        Reason::Panic => tracing::error!(operation, "a request panicked"),
        _ => {}
    }
    let mut response = envelope(refusal);
    if let Some(message) = missing::message(refusal) {
        *response.body_mut() = error_body(message);
    }
    with_retry_after(response)
}

/// The answer to a request that no route refuses, in the same envelope.
pub(super) fn refuse(status: StatusCode, message: &str) -> Response<Body> {
    let mut response = Response::new(error_body(message));
    *response.status_mut() = status;
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    with_retry_after(response)
}

fn error_body(message: impl Into<String>) -> Body {
    // An object with one string always serializes.
    Body::from(serde_json::to_vec(&ErrorBody::new(message)).unwrap_or_default())
}

fn with_retry_after(mut response: Response<Body>) -> Response<Body> {
    let later = [StatusCode::SERVICE_UNAVAILABLE, StatusCode::TOO_MANY_REQUESTS];
    if later.contains(&response.status()) {
        let seconds = HeaderValue::from_static("1");
        response.headers_mut().insert(header::RETRY_AFTER, seconds);
    }
    response
}
