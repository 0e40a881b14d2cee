//! Changes to requests and responses between a caller and a server.
//!
//! An intercept is a pure function of the exchange and of earlier exchanges; the
//! [`proxy`](crate::proxy) keeps the history and sends the requests.

mod context;

use std::sync::Arc;
use std::time::Duration;

use referral_conformance::exchange::{Request, Response};

pub use context::InterceptContext;

/// What the proxy does with a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestAction {
    /// Sends this request to the server.
    Forward(Request),
    /// Sends both requests to the server, one after the other.
    ForwardBoth(Request, Request),
    /// Sends the unchanged request to the server after this time.
    ForwardAfter(Duration),
    /// Sends this response to the caller without contacting the server.
    Respond(Response),
}

/// The responses of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpstreamResponses {
    /// Response to the forwarded request.
    pub main: Response,
    /// Response to the second request of [`RequestAction::ForwardBoth`].
    pub extra: Option<Response>,
}

/// A change to the behaviour of a server.
#[derive(Clone)]
pub struct Intercept {
    on_request: Arc<OnRequest>,
    on_response: Arc<OnResponse>,
}

type OnRequest = dyn Fn(&InterceptContext<'_>) -> RequestAction + Send + Sync;
type OnResponse = dyn Fn(&InterceptContext<'_>, UpstreamResponses) -> Response + Send + Sync;

impl Intercept {
    /// An intercept from a function of the request and one of the responses.
    pub(crate) fn new(
        on_request: impl Fn(&InterceptContext<'_>) -> RequestAction + Send + Sync + 'static,
        on_response: impl Fn(&InterceptContext<'_>, UpstreamResponses) -> Response
        + Send
        + Sync
        + 'static,
    ) -> Self {
        Self { on_request: Arc::new(on_request), on_response: Arc::new(on_response) }
    }

    /// Handles a request.
    pub fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        (self.on_request)(cx)
    }

    /// Handles the server's responses.
    pub fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        (self.on_response)(cx, upstream)
    }

    /// Limits the intercept to calls that satisfy the predicate.
    pub(crate) fn when(
        self,
        applies: impl Fn(&InterceptContext<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        let Self { on_request, on_response } = self;
        let applies = Arc::new(applies);
        let applies_to = Arc::clone(&applies);
        Self::new(
            move |cx| if applies(cx) { on_request(cx) } else { cx.forward() },
            move |cx, upstream| {
                if applies_to(cx) { on_response(cx, upstream) } else { upstream.main }
            },
        )
    }
}
