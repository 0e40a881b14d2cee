//! Changes to requests and responses between a caller and a server.
//!
//! An intercept is a pure function of the exchange and of earlier exchanges; the
//! [`proxy`](crate::proxy) keeps the history and sends the requests.

use std::time::Duration;

use referral_conformance::exchange::{Request, Response};
use referral_conformance::json::Json;
use spec::{Contract, InputPart};

use crate::answer;
use crate::call::Call;
use crate::history::History;
use crate::known_state::KnownState;

/// What an intercept knows about an exchange.
#[derive(Clone, Copy)]
pub struct InterceptContext<'a> {
    /// The contract of the service.
    pub contract: &'a Contract,
    /// Keys and records of the deployment.
    pub known_state: &'a KnownState,
    /// Earlier exchanges.
    pub history: &'a History,
    /// The request, parsed as a call of an operation.
    pub call: &'a Call<'a>,
    /// The request as sent by the caller.
    pub request: &'a Request,
}

impl InterceptContext<'_> {
    /// Forwards the request unchanged.
    #[must_use]
    pub fn forward(&self) -> RequestAction {
        RequestAction::Forward(self.request.clone())
    }

    /// The text sent as a query parameter.
    #[must_use]
    pub fn query(&self, name: &str) -> Option<&str> {
        self.call.text(InputPart::Query, name)
    }

    /// Whether the key belongs to an account and all identifiers of the call are known.
    #[must_use]
    pub fn is_about_known_records(&self) -> bool {
        let is_known = |name: &String| {
            self.known_state.record(name).is_some() || self.history.last_shown(name).is_some()
        };
        let identifiers = self.call.identifiers();
        self.account().is_some() && !identifiers.is_empty() && identifiers.iter().all(is_known)
    }

    /// The account of the key that was sent, by kind of key.
    #[must_use]
    pub fn account(&self) -> Option<&str> {
        self.known_state.account_for_key(self.call.key.as_deref()?)
    }

    /// Whether the response accepts the call.
    #[must_use]
    pub fn accepts(&self, response: &Response) -> bool {
        answer::is_accepted(self.contract, response)
    }
}

/// What the proxy does with a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestAction {
    /// Sends this request to the server.
    Forward(Request),
    /// Sends both requests to the server, one after the other.
    ForwardBoth(Request, Request),
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
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let _ = cx;
        upstream.main
    }

    /// Additional latency.
    fn delay(&self, cx: &InterceptContext<'_>) -> Duration {
        let _ = cx;
        Duration::ZERO
    }

    /// Whether it reads [`InterceptContext::history`]. A variant chains many proxies, and those that do not need a
    /// history do not keep one.
    fn uses_history(&self) -> bool {
        true
    }
}

/// An intercept from a function of the request.
pub(crate) fn on_request<F>(handle: F) -> impl Intercept
where
    F: Fn(&InterceptContext<'_>) -> RequestAction + Send + Sync + 'static,
{
    struct OnRequest<F>(F);
    impl<F: Fn(&InterceptContext<'_>) -> RequestAction + Send + Sync> Intercept for OnRequest<F> {
        fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
            (self.0)(cx)
        }
    }
    OnRequest(handle)
}

/// An intercept from a function that changes the forwarded request.
pub(crate) fn edit_request<F>(edit: F) -> impl Intercept
where
    F: Fn(&InterceptContext<'_>) -> Request + Send + Sync + 'static,
{
    on_request(move |cx| RequestAction::Forward(edit(cx)))
}

/// An intercept from a function of the server's response.
pub(crate) fn on_response<F>(handle: F) -> impl Intercept
where
    F: Fn(&InterceptContext<'_>, Response) -> Response + Send + Sync + 'static,
{
    struct OnResponse<F>(F);
    impl<F: Fn(&InterceptContext<'_>, Response) -> Response + Send + Sync> Intercept for OnResponse<F> {
        fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
            (self.0)(cx, upstream.main)
        }
    }
    OnResponse(handle)
}

/// An intercept from a function that changes the JSON body of a response.
pub(crate) fn edit_body<F>(edit: F) -> impl Intercept
where
    F: Fn(&InterceptContext<'_>, &mut Json) + Send + Sync + 'static,
{
    on_response(move |cx, response| answer::edit_body(response, |body| edit(cx, body)))
}
