//! Serving one request: key, inputs, handler, response. Every failure becomes a [`Refusal`].

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequestParts, RawPathParams};
use contract_runtime::{
    Api, InputError, KeyPlace, Refusal as DocumentedRefusal, Request, ToResponse as _,
};
use http::{HeaderMap, Response, StatusCode};
use tokio::time::Instant;

use crate::body;
use crate::context::Context;
use crate::template::Template;
use crate::{Fault, HandlerResult, KeyCheck, Reason, Refusal};

/// Serves one request; every failure, a panic included, goes through the refusal hook.
pub(crate) async fn serve<R, K, F, Fut>(
    context: &Context<K>,
    template: Template,
    request: axum::extract::Request,
    handler: F,
) -> Response<Body>
where
    R: Request,
    K: KeyCheck<R::Api>,
    F: FnOnce(K::Caller, R) -> Fut,
    Fut: Future<Output = HandlerResult<R::Success, R::Error>>,
{
    let result = catch_panic(attempt(context, template, request, handler)).await;
    match result.unwrap_or_else(|panic| Err(panicked(panic))) {
        Ok(response) => response,
        Err(refusal) => context.refuse(&refusal.for_operation(R::INFO)),
    }
}

async fn attempt<R, K, F, Fut>(
    context: &Context<K>,
    template: Template,
    request: axum::extract::Request,
    handler: F,
) -> Result<Response<Body>, Refusal>
where
    R: Request,
    K: KeyCheck<R::Api>,
    F: FnOnce(K::Caller, R) -> Fut,
    Fut: Future<Output = HandlerResult<R::Success, R::Error>>,
{
    // A limit beyond the range of the clock is not a limit.
    let deadline = context.time_limit.and_then(|limit| Instant::now().checked_add(limit));
    let (mut parts, body) = request.into_parts();
    let key = key_of(R::Api::KEY_PLACE, &parts.headers, parts.uri.query())?;
    let check = context.key_check.check(key.as_deref(), &parts, R::INFO);
    let caller = within(deadline, check).await.ok_or_else(slow_response)?;
    let caller = caller.map_err(refuse_key::<R>)?;

    let values = RawPathParams::from_request_parts(&mut parts, &()).await.map_err(bad_path)?;
    let values: Vec<_> = values.iter().map(|(_, value)| value).collect();
    let path = template.pair(R::INFO.path, &values);
    let query = parts.uri.query().map(str::to_owned);
    let headers = std::mem::take(&mut parts.headers);
    let body = if R::INFO.takes_body {
        let request = axum::extract::Request::from_parts(parts, body);
        let (any_type, limit) = (context.any_content_type, context.body_limit);
        let reading = body::read_json(&headers, request, any_type, limit);
        within(deadline, reading).await.ok_or_else(slow_body)??
    } else {
        Bytes::new()
    };
    let read = R::from_http(&path, query.as_deref(), &body);
    let mut input = read.map_err(|error| {
        refuse_input::<R>(error).with_others::<R>(R::wrong_inputs(&path, query.as_deref(), &body))
    })?;
    input.read_headers(&headers).map_err(refuse_input::<R>)?;

    let result = within(deadline, handler(caller, input)).await;
    let reply = result
        .ok_or_else(slow_response)?
        .map_err(|fault| refuse_fault(fault, Reason::Documented, StatusCode::BAD_REQUEST))?;
    let mut response = reply.value.to_http(R::INFO);
    if let Some(status) = reply.status {
        *response.status_mut() = status;
    }
    Ok(response.map(Body::from))
}

/// Runs a future to its end, or to the deadline.
async fn within<F: Future>(deadline: Option<Instant>, future: F) -> Option<F::Output> {
    match deadline {
        Some(deadline) => tokio::time::timeout_at(deadline, future).await.ok(),
        None => Some(future.await),
    }
}

/// The key as sent. Several keys are refused: a proxy and the server could choose different ones.
fn key_of(
    place: KeyPlace,
    headers: &HeaderMap,
    query: Option<&str>,
) -> Result<Option<String>, Refusal> {
    let mut keys = place.read(headers, query).into_iter();
    let key = keys.next();
    if keys.next().is_some() {
        let message = match place {
            KeyPlace::Header(name) => format!("the header {name} is sent more than once"),
            _ => "the key is sent more than once".to_owned(),
        };
        return Err(Refusal::new(StatusCode::BAD_REQUEST, Reason::Input, message));
    }
    Ok(key)
}

fn refuse_key<R: Request>(mut fault: Fault<<R::Api as Api>::KeyError>) -> Refusal {
    if let Fault::Refused { error, status, .. } = &mut fault {
        *status = status.or_else(|| R::key_status(error));
    }
    refuse_fault(fault, Reason::Key, StatusCode::UNAUTHORIZED)
}

fn refuse_input<R: Request>(error: InputError) -> Refusal {
    let refusal = match R::refuse_input(&error) {
        Some(documented) => {
            let status = documented.status().unwrap_or(StatusCode::BAD_REQUEST);
            Refusal::documented(status, Reason::Documented, &documented)
        }
        None => Refusal::new(StatusCode::BAD_REQUEST, Reason::Input, error.to_string()),
    };
    refusal.with_cause(error)
}

impl Refusal {
    /// The refusal with the entries of all wrong inputs that are refused with the same status and message.
    fn with_others<R: Request>(mut self, wrong: Vec<InputError>) -> Self {
        if self.reason != Reason::Documented {
            return self;
        }
        let refusals = wrong.into_iter().map(refuse_input::<R>).filter(|other| {
            other.reason == Reason::Documented
                && (other.status, &other.message) == (self.status, &self.message)
        });
        let others: Vec<_> = refusals.flat_map(|other| other.entries).collect();
        let others = others.into_iter().filter(|entry| !self.entries.contains(entry));
        let others: Vec<_> = others.collect();
        self.entries.extend(others);
        self
    }
}

/// The refusal of a fault; `default` is the status where neither handler nor document gives one.
fn refuse_fault<E: DocumentedRefusal>(
    fault: Fault<E>,
    reason: Reason,
    default: StatusCode,
) -> Refusal {
    match fault {
        Fault::Refused { error, status, cause } => {
            let status = status.or(error.status()).unwrap_or(default);
            Refusal { cause, ..Refusal::documented(status, reason, &error) }
        }
        Fault::Internal(cause) => Refusal::internal(cause),
        Fault::Other { status, message } => Refusal::new(status, Reason::Undocumented, message),
    }
}

fn bad_path(error: impl std::error::Error + Send + Sync + 'static) -> Refusal {
    let message = "the path is not percent-encoded UTF-8";
    Refusal::new(StatusCode::BAD_REQUEST, Reason::Input, message).with_cause(error)
}

fn slow_body() -> Refusal {
    let message = "the body did not arrive in time";
    Refusal::new(StatusCode::REQUEST_TIMEOUT, Reason::TimedOut, message)
}

fn slow_response() -> Refusal {
    let message = "the response was not ready in time";
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, Reason::TimedOut, message)
}

/// Runs a future to its end, or to its panic.
async fn catch_panic<F: Future>(future: F) -> Result<F::Output, Box<dyn Any + Send>> {
    let mut future = pin!(future);
    // After a panic the future is dropped and never polled again, so its broken state is not observed.
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
        Err(panic) => {
            panic.downcast::<&str>().map_or("a panic without a message", |text| *text).into()
        }
    };
    Refusal { reason: Reason::Panic, ..Refusal::internal(text) }
}
