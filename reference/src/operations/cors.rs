//! Cross-origin requests of web pages.

use std::time::Duration;

use axum::http::{HeaderName, Method, header};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::config::CorsOrigin;

/// How long a browser may keep the answer to its question.
const MAX_AGE: Duration = Duration::from_secs(3600);

/// Allows pages of these origins to send keys and to read request identifiers.
pub(super) fn layer(origins: &[CorsOrigin]) -> CorsLayer {
    let origins = origins.iter().map(|origin| origin.header().clone());
    let [key, trace, id] =
        ["x-api-key", "traceparent", "x-request-id"].map(HeaderName::from_static);
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
        .allow_headers([key, header::CONTENT_TYPE, trace])
        .expose_headers([id, header::RETRY_AFTER])
        .max_age(MAX_AGE)
}
