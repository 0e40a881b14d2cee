//! The documents of this server: OpenAPI as YAML and as JSON, and a site of all operations.
//!
//! They are generated from the contract and the answers of the overlay, and served without a key.

use std::sync::LazyLock;

use axum::Router;
use axum::body::Body;
use axum::http::header::{
    ALLOW, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION, X_CONTENT_TYPE_OPTIONS,
};
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

/// The pages load their own style sheet and scripts, and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The files below `/docs/`: paths and texts.
const SITE: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/docs.rs"));

/// `/openapi.yaml`, `/openapi.json`, and the pages below `/docs/`.
pub(super) fn routes() -> Router {
    let yaml = async || ([(CONTENT_TYPE, "application/yaml")], YAML);
    let json = async || ([(CONTENT_TYPE, "application/json")], JSON.as_str());
    // The links of a page are relative to the folder.
    let folder = async || (StatusCode::PERMANENT_REDIRECT, [(LOCATION, "docs/")]);
    let routes = Router::new()
        .route("/openapi.yaml", get(yaml).fallback(async || refuse_method()))
        .route("/openapi.json", get(json).fallback(async || refuse_method()))
        .route("/docs", get(folder).fallback(async || refuse_method()));
    SITE.iter().fold(routes, |routes, (path, text)| {
        let routes = routes.route(&format!("/docs/{path}"), serve(path, text));
        if *path == "index.html" { routes.route("/docs/", serve(path, text)) } else { routes }
    })
}

fn serve(path: &str, text: &'static str) -> MethodRouter {
    let content_type = match path.rsplit_once('.') {
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        _ => "text/html; charset=utf-8",
    };
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
