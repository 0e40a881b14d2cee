//! What an operator's machines ask: is the process alive, and can it be sent requests. On a listener
//! of its own, never among the routes of the service.

use std::time::Duration;

use axum::extract::State;
use axum::http::{self, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::log::describe_error;
use crate::store::Store;

/// How long the database may take to answer before it counts as gone.
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Clone)]
struct Asked {
    store: Store,
    draining: watch::Receiver<bool>,
}

/// `/healthz`: the process is alive. `/readyz`: the database answers and the service takes requests,
/// or 503 with the reason.
pub fn router(store: Store, draining: watch::Receiver<bool>) -> Router {
    Router::new()
        .route(
            "/healthz",
            get(async || answer(StatusCode::OK, &json!({"status": "alive"}))),
        )
        .route("/readyz", get(ready))
        .fallback(async || {
            let error = "only /healthz and /readyz are here";
            answer(StatusCode::NOT_FOUND, &json!({"error": error}))
        })
        .with_state(Asked { store, draining })
}

/// The answer to what cannot be read as a request.
pub fn unreadable(status: StatusCode) -> http::Response<Vec<u8>> {
    let body = json!({"error": "this cannot be read as an HTTP request"});
    let (head, _) = answer(status, &body).into_parts();
    http::Response::from_parts(head, body.to_string().into_bytes())
}

async fn ready(State(asked): State<Asked>) -> Response {
    match reason_against(&asked).await {
        None => answer(StatusCode::OK, &json!({"status": "ready"})),
        Some(reason) => {
            let body = json!({"status": "unavailable", "reason": reason});
            answer(StatusCode::SERVICE_UNAVAILABLE, &body)
        }
    }
}

/// Why requests should go elsewhere, if they should.
async fn reason_against(asked: &Asked) -> Option<&'static str> {
    if *asked.draining.borrow() {
        return Some("the service is stopping");
    }
    match tokio::time::timeout(PATIENCE, asked.store.check_ready()).await {
        Ok(Ok(())) => None,
        Ok(Err(error)) => {
            tracing::warn!(cause = describe_error(&error), "not ready");
            Some("the database does not answer")
        }
        Err(_) => Some("the database does not answer in time"),
    }
}

fn answer(status: StatusCode, body: &Value) -> Response {
    let mut response = (status, Json(body)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
