//! The page of all operations, generated from the contract and the answers of the overlay, and served without a key.

use axum::Router;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, get};

use crate::operations::openapi::refuse_method;

/// The page loads its own style sheet and script, and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Paths, types and texts.
const FILES: [(&str, &str, &str); 3] = [
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

/// `/docs` and what it loads.
pub(super) fn routes() -> Router {
    FILES.into_iter().fold(Router::new(), |routes, (path, content_type, text)| {
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
