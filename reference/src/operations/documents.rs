//! The documents of this server: OpenAPI as YAML and as JSON, and a page of all operations.
//!
//! They are generated from the contract and the answers of the overlay, and served without a key.

use std::sync::LazyLock;

use axum::Router;
use axum::body::Body;
use axum::http::header::{ALLOW, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderValue, Response, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, get};

use crate::operations::refusals;

const YAML: &str = include_str!(concat!(env!("OUT_DIR"), "/openapi/openapi.yaml"));

/// Converted when it is first requested.
static JSON: LazyLock<String> = LazyLock::new(|| {
    let document: Option<serde_yaml::Value> = serde_yaml::from_str(YAML).ok();
    document.and_then(|document| serde_json::to_string(&document).ok()).unwrap_or_default()
});

/// The page loads its own style sheet and script, and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// `/docs` and what it loads: paths, types and texts.
const PAGE: [(&str, &str, &str); 3] = [
    ("/docs", "text/html; charset=utf-8", include_str!(concat!(env!("OUT_DIR"), "/docs.html"))),
    (
        "/docs/site.css",
        "text/css; charset=utf-8",
        include_str!(concat!(env!("OUT_DIR"), "/docs/site.css")),
    ),
    (
        "/docs/site.js",
        "text/javascript; charset=utf-8",
        include_str!(concat!(env!("OUT_DIR"), "/docs/site.js")),
    ),
];

/// `/openapi.yaml`, `/openapi.json`, `/docs` and what it loads.
pub(super) fn routes() -> Router {
    let yaml = async || ([(CONTENT_TYPE, "application/yaml")], YAML);
    let json = async || ([(CONTENT_TYPE, "application/json")], JSON.as_str());
    let routes = Router::new()
        .route("/openapi.yaml", get(yaml).fallback(async || refuse_method()))
        .route("/openapi.json", get(json).fallback(async || refuse_method()));
    PAGE.into_iter().fold(routes, |routes, (path, content_type, text)| {
        routes.route(path, serve(content_type, text))
    })
}

fn serve(content_type: &'static str, text: &'static str) -> MethodRouter {
    let headers = [
        (CONTENT_TYPE, content_type),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    get(async move || (headers, text).into_response()).fallback(async || refuse_method())
}

/// The answer to a method that would change a document.
fn refuse_method() -> Response<Body> {
    let message = "the document can only be read";
    let mut response = refusals::refuse(StatusCode::METHOD_NOT_ALLOWED, message);
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
    response
}
