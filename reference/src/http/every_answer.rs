//! What every answer carries, whoever gives it: the name of its request, under which the logs speak
//! of it, and that nobody on the way may keep it. And the one line of each request in the logs.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::app::App;
use crate::log;

pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Answers a request under a name for the logs. The name is always our own: one that a caller could
/// choose would let them write into the logs.
pub(super) async fn mark(State(app): State<App>, request: Request, next: Next) -> Response {
    log::with_request_id(app.draw_request_id(), answer(request, next)).await
}

async fn answer(request: Request, next: Next) -> Response {
    let mut line = Line::of(&request);
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let id = log::current_request_id().and_then(|it| HeaderValue::from_str(it.as_str()).ok());
    if let Some(id) = id {
        headers.insert(REQUEST_ID, id);
    }
    line.status = Some(response.status());
    response
}

/// The line of a request, written when it is done with: answered, or given up by its caller.
struct Line {
    began: Instant,
    method: &'static str,
    route: Option<MatchedPath>,
    status: Option<StatusCode>,
}

impl Line {
    fn of(request: &Request) -> Line {
        Line {
            began: Instant::now(),
            method: known(request.method()),
            route: request.extensions().get().cloned(),
            status: None,
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let method = self.method;
        // The path holds addresses of people; the template of the route holds none.
        let route = self.route.as_ref().map_or("none", MatchedPath::as_str);
        let duration_ms = self.began.elapsed().as_secs_f64() * 1000.0;
        match self.status.map(|it| it.as_u16()) {
            Some(status) => tracing::info!(method, route, status, duration_ms, "answered"),
            None => tracing::info!(method, route, duration_ms, "given up by its caller"),
        }
    }
}

/// A method by its name; a caller may invent others, and write anything into them.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
