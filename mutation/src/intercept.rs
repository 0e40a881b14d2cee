//! A change to how a server behaves, seen from between it and its caller.
//!
//! A bend is a pure function of the exchange and of what was seen before; the [`proxy`](crate::proxy)
//! keeps the memory and does the sending.

use std::time::Duration;

use referral_conformance::exchange::{Request, Response};
use spec::Contract;

use crate::answer;
use crate::call::Call;
use crate::history::History;
use crate::known_state::KnownState;

/// What a bend sees of an exchange.
#[derive(Clone, Copy)]
pub struct InterceptContext<'a> {
    /// The contract of the service.
    pub contract: &'a Contract,
    /// Keys and things that are known to be there.
    pub known_state: &'a KnownState,
    /// Earlier exchanges.
    pub history: &'a History,
    /// The request, read as a call of an operation.
    pub call: &'a Call<'a>,
    /// The request as it came from the caller.
    pub request: &'a Request,
}

impl InterceptContext<'_> {
    /// Whether the call is made with the key of an account, about things that are known to be there.
    #[must_use]
    pub fn is_about_known_things(&self) -> bool {
        let known = |name: &String| {
            self.known_state.thing(name).is_some() || self.history.thing(name).is_some()
        };
        let names = self.call.names();
        self.account().is_some() && !names.is_empty() && names.iter().all(known)
    }

    /// The account that the key of the call is of, by kind of key.
    #[must_use]
    pub fn account(&self) -> Option<&str> {
        self.known_state.account_for_key(self.call.key.as_deref()?)
    }

    /// Whether the answer is an acceptance.
    #[must_use]
    pub fn accepts(&self, response: &Response) -> bool {
        answer::is_accepted(self.contract, response)
    }
}

/// What becomes of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestAction {
    /// The server gets this.
    Forward(Request),
    /// The server gets both, and both answers are there to answer from.
    ForwardBoth(Request, Request),
    /// The server gets nothing; the caller gets this.
    Respond(Response),
}

/// The answers of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpstreamResponses {
    /// To the request that was forwarded.
    pub main: Response,
    /// To the one that was sent beside it.
    pub extra: Option<Response>,
}

/// A change to how a server behaves.
pub trait Intercept: Send + Sync {
    /// What becomes of a request; unless said otherwise, the server gets it as it is.
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        RequestAction::Forward(context.request.clone())
    }

    /// What the caller gets; unless said otherwise, what the server answered.
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let _ = context;
        upstream.main
    }

    /// How long the caller waits for the answer, beside what the server takes.
    fn delay(&self, context: &InterceptContext<'_>) -> Duration {
        let _ = context;
        Duration::ZERO
    }

    /// Whether it looks at what was seen before. A variant is of many bends, and what none looks at
    /// need not be kept for each.
    fn uses_history(&self) -> bool {
        true
    }
}
