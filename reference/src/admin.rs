//! Liveness, readiness and metrics, on a listener separate from the service's routes.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::log::{describe_error, warn_limited};
use crate::metrics::{Gauges, Metrics};
use crate::operations::Service;
use crate::server::ConnectionLimit;
use crate::store::{Store, Unavailable};

/// How long the database may take to answer before the service counts as not ready.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Clone)]
struct AdminState {
    store: Store,
    metrics: Arc<Metrics>,
    connection_limit: ConnectionLimit,
    draining: watch::Receiver<bool>,
}

/// `/healthz`: the process is alive. `/readyz`: the database answers, takes large writes if one failed for want of
/// storage, and the service takes requests, or 503 with the reason. `/metrics`: counts and durations for Prometheus.
/// `connection_limit` is the service's.
pub fn router(
    service: &Service,
    connection_limit: ConnectionLimit,
    draining: watch::Receiver<bool>,
) -> Router {
    Router::new()
        .route("/healthz", get(async || json_response(StatusCode::OK, &json!({"status": "alive"}))))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .fallback(async || {
            let error = "only /healthz, /readyz and /metrics are here";
            json_response(StatusCode::NOT_FOUND, &json!({"error": error}))
        })
        .with_state(AdminState {
            store: service.store().clone(),
            metrics: Arc::clone(service.metrics()),
            connection_limit,
            draining,
        })
}

async fn metrics(State(state): State<AdminState>) -> Response {
    let text = state.metrics.render(Gauges {
        connections: state.connection_limit.open_connections(),
        write_queue: state.store.write_queue(),
    });
    let headers = [
        (header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, text).into_response()
}

async fn ready(State(state): State<AdminState>) -> Response {
    match reason_unavailable(&state).await {
        None => json_response(StatusCode::OK, &json!({"status": "ready"})),
        Some(reason) => {
            let body = json!({"status": "unavailable", "reason": reason});
            json_response(StatusCode::SERVICE_UNAVAILABLE, &body)
        }
    }
}

/// Why the service should get no requests now, if so.
async fn reason_unavailable(state: &AdminState) -> Option<&'static str> {
    if *state.draining.borrow() {
        return Some("the service is stopping");
    }
    if state.connection_limit.is_reached() {
        return Some("the limit of connections is reached");
    }
    match tokio::time::timeout(DATABASE_TIMEOUT, state.store.check_ready()).await {
        Ok(Ok(())) => None,
        Ok(Err(error)) => {
            warn_limited("not ready", describe_error(&error));
            Some(match error.unavailable() {
                Some(Unavailable::Full) => "the disk of the database is full",
                Some(Unavailable::Storage) => "the storage of the database fails",
                Some(Unavailable::Busy) | None => "the database does not answer",
            })
        }
        Err(_) => Some("the database does not answer in time"),
    }
}

fn json_response(status: StatusCode, body: &Value) -> Response {
    let cache_control = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    (status, [cache_control], Json(body)).into_response()
}
