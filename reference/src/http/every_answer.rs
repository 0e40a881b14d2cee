//! What every answer carries, whoever gives it: the name of its request, under which the logs speak
//! of it, and that nobody on the way may keep it.

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument as _;

use crate::app::App;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Answers a request within a span that names it. The name is always our own: one that a caller
/// could choose would let them write into the logs.
pub(super) async fn mark(State(app): State<App>, request: Request, next: Next) -> Response {
    let id = app.draw_request_id();
    let span = tracing::info_span!("request", %id);
    let mut response = next.run(request).instrument(span).await;
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(id) = HeaderValue::from_str(id.as_str()) {
        headers.insert(REQUEST_ID, id);
    }
    response
}
