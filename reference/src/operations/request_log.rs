//! The headers of every answer (`X-Request-Id`, `Cache-Control: no-store`), and one log entry per request.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::log;
use crate::metrics::{InFlight, Metrics};
use crate::operations::Service;
#[cfg(feature = "otlp")]
use crate::spans;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Answers a request under a new identifier for the logs. An identifier from the request is never used: it could
/// inject text into the logs.
pub(super) async fn log_request(
    State(service): State<Service>,
    request: Request,
    next: Next,
) -> Response {
    log::with_request_id(service.draw_request_id(), answer(&service, request, next)).await
}

async fn answer(service: &Service, request: Request, next: Next) -> Response {
    let mut entry = LogEntry::new(service.metrics(), &request);
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let id = log::current_request_id().and_then(|id| HeaderValue::from_str(id.as_str()).ok());
    if let Some(id) = id {
        headers.insert(REQUEST_ID, id);
    }
    entry.status = Some(response.status());
    response
}

/// The log entry of a request, written on drop: when it is answered, or cancelled by the client.
struct LogEntry {
    started: Instant,
    method: &'static str,
    route: Option<MatchedPath>,
    status: Option<StatusCode>,
    traceparent: Option<String>,
    metrics: Arc<Metrics>,
    _in_flight: InFlight,
}

impl LogEntry {
    fn new(metrics: &Arc<Metrics>, request: &Request) -> LogEntry {
        LogEntry {
            started: Instant::now(),
            method: method_name(request.method()),
            route: request.extensions().get().cloned(),
            status: None,
            traceparent: log::traceparent(request.headers()).map(str::to_owned),
            metrics: Arc::clone(metrics),
            _in_flight: metrics.begin(),
        }
    }
}

impl Drop for LogEntry {
    fn drop(&mut self) {
        let method = self.method;
        // A path may contain e-mail addresses; the template of the route does not.
        let route = self.route.as_ref().map_or("none", MatchedPath::as_str);
        let duration = self.started.elapsed();
        let duration_ms = duration.as_secs_f64() * 1000.0;
        let status = self.status.map(|status| status.as_u16());
        let operation = log::current_operation().unwrap_or_default();
        self.metrics.record(operation, method, status, duration);
        let traceparent = self.traceparent.as_deref();
        #[cfg(feature = "otlp")]
        spans::record(&spans::Request { method, route, operation, status, duration, traceparent });
        match status {
            Some(status) => {
                tracing::info!(method, route, status, duration_ms, traceparent, "answered");
            }
            None => {
                tracing::info!(method, route, duration_ms, traceparent, "given up by its caller");
            }
        }
    }
}

/// The name of a standard method. A request may have any other text as its method, which is not logged.
fn method_name(method: &Method) -> &'static str {
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
