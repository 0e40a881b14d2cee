//! Changes to requests and responses between a caller and a server.
//!
//! An intercept is a pure function of the exchange and of earlier exchanges; the
//! [`proxy`](crate::proxy) keeps the history and sends the requests.

mod context;

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
pub trait Intercept: Send + Sync {
    /// Handles a request; forwards it unchanged by default.
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        cx.forward()
    }

    /// Handles the server's responses; returns the main one by default.
    fn on_response(&self, _cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        upstream.main
    }

    /// Limits the intercept to calls that satisfy the predicate.
    fn when<F>(self, applies: F) -> When<Self, F>
    where
        Self: Sized,
        F: Fn(&InterceptContext<'_>) -> bool + Send + Sync,
    {
        When { intercept: self, applies }
    }
}

/// An intercept that is limited to some calls.
#[derive(Clone, Copy, Debug)]
pub struct When<I, F> {
    intercept: I,
    applies: F,
}

impl<I, F> Intercept for When<I, F>
where
    I: Intercept,
    F: Fn(&InterceptContext<'_>) -> bool + Send + Sync,
{
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        if (self.applies)(cx) { self.intercept.on_request(cx) } else { cx.forward() }
    }

    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if (self.applies)(cx) { self.intercept.on_response(cx, upstream) } else { upstream.main }
    }
}
