//! The way of one request: key, input, implementation, answer; and every way out on the road.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequestParts, RawPathParams, Request};
use http::{HeaderMap, Response, StatusCode};
use tokio::time::Instant;

use super::body;
use super::endpoint::Endpoint;
use super::key::KeyCheck;
use super::mount::Core;
use super::outcome::{Fault, Outcome};
use super::refusal::{Reason, Refusal};
use super::template::Template;
use crate::models::{self, InputError, KeyError, Refusal as _, Success as _};

/// Serves one request; whatever goes wrong, a panic included, leaves through the hook.
pub(super) async fn serve<E, K, F, Fut>(
    core: &Core<K>,
    template: Template,
    request: Request,
    implementation: F,
) -> Response<Body>
where
    E: Endpoint,
    K: KeyCheck,
    F: FnOnce(K::Caller, E) -> Fut,
    Fut: Future<Output = Outcome<E::Success, E::Error>>,
{
    let outcome = catch_panic(attempt(core, template, request, implementation)).await;
    match outcome.unwrap_or_else(|panic| Err(panicked(panic))) {
        Ok(answer) => answer,
        Err(refusal) => core.refuse(&refusal.of(E::INFO)),
    }
}

async fn attempt<E, K, F, Fut>(
    core: &Core<K>,
    template: Template,
    request: Request,
    implementation: F,
) -> Result<Response<Body>, Refusal>
where
    E: Endpoint,
    K: KeyCheck,
    F: FnOnce(K::Caller, E) -> Fut,
    Fut: Future<Output = Outcome<E::Success, E::Error>>,
{
    // A limit beyond all clocks is none.
    let deadline = core
        .time_limit
        .and_then(|limit| Instant::now().checked_add(limit));
    let (mut parts, body) = request.into_parts();
    let key = key_of(&parts.headers);
    let check = core.key_check.check(key.as_deref(), &parts, E::INFO);
    let caller = within(deadline, check).await.ok_or_else(slow_answer)?;
    let caller = caller.map_err(key_refused::<E>)?;

    let values = RawPathParams::from_request_parts(&mut parts, &())
        .await
        .map_err(bad_path)?;
    let values: Vec<_> = values.iter().map(|(_, value)| value).collect();
    let path = template.pair(E::INFO.path, &values);
    let query = parts.uri.query().map(str::to_owned);
    let body = match E::TAKES_BODY {
        true => {
            let request = Request::from_parts(parts, body);
            let reading = body::read_json(request, core.any_content_type);
            within(deadline, reading).await.ok_or_else(slow_body)??
        }
        false => Bytes::new(),
    };
    let input = E::from_http(&path, query.as_deref(), &body).map_err(input_refused::<E>)?;

    let outcome = within(deadline, implementation(caller, input)).await;
    let reply = outcome
        .ok_or_else(slow_answer)?
        .map_err(|fault| refused(fault, Reason::Documented, StatusCode::BAD_REQUEST))?;
    let mut answer = reply.value.to_http(E::INFO);
    if let Some(status) = reply.status {
        *answer.status_mut() = status;
    }
    Ok(answer.map(Body::from))
}

/// Runs a future to its end, or to the deadline.
async fn within<F: Future>(deadline: Option<Instant>, future: F) -> Option<F::Output> {
    match deadline {
        Some(deadline) => tokio::time::timeout_at(deadline, future).await.ok(),
        None => Some(future.await),
    }
}

/// The key as sent. Bytes that are no text make it a wrong key, not an absent one.
fn key_of(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(models::KEY_HEADER)?;
    Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
}

fn key_refused<E: Endpoint>(mut fault: Fault<KeyError>) -> Refusal {
    if let Fault::Refused { error, status, .. } = &mut fault {
        *status = status.or_else(|| E::key_status(error));
    }
    refused(fault, Reason::Key, StatusCode::UNAUTHORIZED)
}

fn input_refused<E: Endpoint>(error: InputError) -> Refusal {
    let refusal = match E::refuse_input(&error) {
        Some(documented) => {
            let status = documented.status().unwrap_or(StatusCode::BAD_REQUEST);
            Refusal::new(status, Reason::Documented, documented.message())
        }
        None => Refusal::new(StatusCode::BAD_REQUEST, Reason::Input, error.to_string()),
    };
    refusal.caused_by(error)
}

/// A fault on its way out; `default` is the status where nobody says one.
fn refused<E: models::Refusal>(fault: Fault<E>, reason: Reason, default: StatusCode) -> Refusal {
    match fault {
        Fault::Refused {
            error,
            status,
            cause,
        } => {
            let status = status.or(error.status()).unwrap_or(default);
            Refusal {
                cause,
                ..Refusal::new(status, reason, error.message())
            }
        }
        Fault::Internal(cause) => Refusal::internal(cause),
        Fault::Other { status, message } => Refusal::new(status, Reason::Undocumented, message),
    }
}

fn bad_path(error: impl std::error::Error + Send + Sync + 'static) -> Refusal {
    let message = "the path is not percent-encoded UTF-8";
    Refusal::new(StatusCode::BAD_REQUEST, Reason::Input, message).caused_by(error)
}

fn slow_body() -> Refusal {
    let message = "the body did not arrive in time";
    Refusal::new(StatusCode::REQUEST_TIMEOUT, Reason::TimedOut, message)
}

fn slow_answer() -> Refusal {
    let message = "the answer was not ready in time";
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, Reason::TimedOut, message)
}

/// Runs a future to its end, or to its panic.
async fn catch_panic<F: Future>(future: F) -> Result<F::Output, Box<dyn Any + Send>> {
    let mut future = pin!(future);
    // The future is dropped after a panic, never polled again: nothing sees its broken state.
    std::future::poll_fn(move |context| {
        match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
            Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
            Ok(Poll::Pending) => Poll::Pending,
            Err(panic) => Poll::Ready(Err(panic)),
        }
    })
    .await
}

fn panicked(panic: Box<dyn Any + Send>) -> Refusal {
    let text = match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(panic) => panic
            .downcast::<&str>()
            .map_or("a panic without words", |text| *text)
            .into(),
    };
    Refusal {
        reason: Reason::Panic,
        ..Refusal::internal(text)
    }
}
