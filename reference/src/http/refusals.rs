//! The last station of every refusal: what went wrong inside is logged, then the envelope is
//! answered.
//!
//! Logged is what failed and why, never a key, an e-mail address or another text of a caller: the
//! errors of the store speak of what was tried, not of the values.

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use referral_reference_models::ErrorBody;
use referral_reference_server::{Reason, Refusal, envelope};

use crate::http::missing;
use crate::log::describe_error;

/// Logs a refusal if it is our own fault, and answers it.
pub(super) fn answer(refusal: &Refusal) -> Response<Body> {
    let operation = refusal.operation.map(|it| it.id);
    match refusal.reason {
        Reason::Internal => {
            let cause = refusal.cause.as_deref().map(|it| describe_error(it));
            tracing::error!(operation, cause, "a request failed");
        }
        // The words of a panic may quote what a caller sent.
        Reason::Panic => tracing::error!(operation, "a request panicked"),
        _ => {}
    }
    let mut response = envelope(refusal);
    if let Some(words) = missing::words(refusal) {
        // An object with a text in it can always be written.
        let body = serde_json::to_vec(&ErrorBody::new(words)).unwrap_or_default();
        *response.body_mut() = Body::from(body);
    }
    if refusal.status == StatusCode::SERVICE_UNAVAILABLE {
        let soon = HeaderValue::from_static("1");
        response.headers_mut().insert(header::RETRY_AFTER, soon);
    }
    response
}
