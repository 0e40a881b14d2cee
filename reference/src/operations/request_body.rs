//! The bodies of requests on their way in: their memory is bounded, and an answer that precedes the end of a body is
//! delivered.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::Frame;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::operations::refusals;
use crate::server::Activity;

/// How long the rest of a body is read after its request was answered. A connection that is closed while its client
/// still sends is reset, and the client may lose the answer.
const LINGER_TIME: Duration = Duration::from_secs(2);

const NO_MEMORY: &str = "too many bodies are being received; try again later";

/// The memory that the bodies of unanswered requests may take together.
#[derive(Debug, Clone)]
pub(super) struct BodyMemory {
    free: Arc<Semaphore>,
}

impl BodyMemory {
    pub(super) fn new(bytes: usize) -> BodyMemory {
        BodyMemory { free: Arc::new(Semaphore::new(bytes.min(Semaphore::MAX_PERMITS))) }
    }
}

/// Passes a request with a body on. Refuses it with 503 if there is no memory for its body.
pub(super) async fn limit_body(
    State(memory): State<BodyMemory>,
    request: Request,
    next: Next,
) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let expects_continue = request.headers().contains_key(header::EXPECT);
    let activity = request.extensions().get::<Activity>().cloned();
    let (parts, body) = request.into_parts();
    let received = SharedBody::new(body, memory, activity);
    let request = Request::from_parts(parts, Body::new(received.clone()));
    let mut response = next.run(request).await;
    if received.is_refused() {
        response = refusals::refuse(StatusCode::SERVICE_UNAVAILABLE, NO_MEMORY);
    }
    let Some(mut rest) = received.take_rest() else {
        return response;
    };
    // A client that waits for `100 Continue` sends nothing, and reading would ask it to.
    let is_unsent = expects_continue && !received.was_read();
    if is_unsent || !ends_now(&mut rest) {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        if !is_unsent {
            tokio::spawn(tokio::time::timeout(LINGER_TIME, discard(rest)));
        }
    }
    response
}

/// Whether the rest of the body has arrived already.
fn ends_now(rest: &mut Body) -> bool {
    let mut context = Context::from_waker(std::task::Waker::noop());
    loop {
        match Pin::new(&mut *rest).poll_frame(&mut context) {
            Poll::Ready(Some(Ok(_))) => {}
            Poll::Ready(end) => return end.is_none(),
            Poll::Pending => return false,
        }
    }
}

async fn discard(mut rest: Body) {
    while let Some(Ok(_)) = poll_fn(|context| Pin::new(&mut rest).poll_frame(context)).await {}
}

/// A body that the handler reads and whose rest is read after it.
#[derive(Clone)]
struct SharedBody {
    state: Arc<Mutex<BodyState>>,
}

struct BodyState {
    /// `None` once it was read to its end.
    body: Option<Body>,
    was_read: bool,
    memory: BodyMemory,
    taken: Option<OwnedSemaphorePermit>,
    is_refused: bool,
    activity: Option<Activity>,
}

impl SharedBody {
    fn new(body: Body, memory: BodyMemory, activity: Option<Activity>) -> SharedBody {
        let state = BodyState {
            body: Some(body),
            was_read: false,
            memory,
            taken: None,
            is_refused: false,
            activity,
        };
        SharedBody { state: Arc::new(Mutex::new(state)) }
    }

    fn is_refused(&self) -> bool {
        self.state().is_refused
    }

    fn was_read(&self) -> bool {
        self.state().was_read
    }

    /// What was not read yet, `None` after the end. Frees the memory of what was.
    fn take_rest(&self) -> Option<Body> {
        let mut state = self.state();
        state.taken = None;
        state.body.take()
    }

    fn state(&self) -> MutexGuard<'_, BodyState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BodyState {
    /// Takes the memory of further bytes.
    fn take_memory(&mut self, bytes: usize) -> bool {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let Ok(permit) = Arc::clone(&self.memory.free).try_acquire_many_owned(bytes) else {
            return false;
        };
        match &mut self.taken {
            Some(taken) => taken.merge(permit),
            None => self.taken = Some(permit),
        }
        true
    }
}

impl HttpBody for SharedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let mut state = self.state();
        let Some(body) = &mut state.body else {
            return Poll::Ready(None);
        };
        let polled = Pin::new(body).poll_frame(context);
        if !state.was_read {
            state.was_read = true;
            if let Some(activity) = &state.activity {
                activity.receiving();
            }
        }
        match &polled {
            Poll::Ready(Some(Ok(frame))) => {
                let bytes = frame.data_ref().map_or(0, Bytes::len);
                if !state.take_memory(bytes) {
                    state.is_refused = true;
                    return Poll::Ready(Some(Err(axum::Error::new(NO_MEMORY))));
                }
            }
            Poll::Ready(None) => {
                state.body = None;
                if let Some(activity) = &state.activity {
                    activity.handling();
                }
            }
            Poll::Ready(Some(Err(_))) | Poll::Pending => {}
        }
        polled
    }
}
