//! The OpenAPI document of this server, as YAML and as JSON.
//!
//! It is generated from the contract and the answers of the overlay, and served without a key.

use std::sync::LazyLock;

use axum::Router;
use axum::body::Body;
use axum::http::header::{ALLOW, CONTENT_TYPE};
use axum::http::{HeaderValue, Response, StatusCode};
use axum::routing::get;

use crate::operations::refusals;

const YAML: &str = include_str!(concat!(env!("OUT_DIR"), "/openapi/openapi.yaml"));

/// Converted when it is first requested.
static JSON: LazyLock<String> = LazyLock::new(|| {
    let document: Option<serde_yaml::Value> = serde_yaml::from_str(YAML).ok();
    document.and_then(|document| serde_json::to_string(&document).ok()).unwrap_or_default()
});

/// `/openapi.yaml` and `/openapi.json`.
pub(super) fn routes() -> Router {
    let yaml = async || ([(CONTENT_TYPE, "application/yaml")], YAML);
    let json = async || ([(CONTENT_TYPE, "application/json")], JSON.as_str());
    Router::new()
        .route("/openapi.yaml", get(yaml).fallback(async || refuse_method()))
        .route("/openapi.json", get(json).fallback(async || refuse_method()))
}

/// The answer to a method that would change a document.
pub(super) fn refuse_method() -> Response<Body> {
    let message = "the document can only be read";
    let mut response = refusals::refuse(StatusCode::METHOD_NOT_ALLOWED, message);
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
    response
}
