//! A lending library to test intercepts with.

use referral_conformance::exchange::{Request, Response};
use spec::{Contract, Method};

use crate::call::Call;
use crate::history::History;
use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::known_state::{KnownRecord, KnownState};

/// The contract of the library.
pub(crate) fn contract() -> Contract {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../spec/tests/library/contract");
    let (files, _) = spec::read_folder(folder.as_ref());
    spec::load(&files, None).contract.unwrap()
}

/// A request with the key `card-1`.
pub(crate) fn request(method: &str, target: &str, body: Option<&str>) -> Request {
    Request {
        method: Method::ALL.into_iter().find(|known| known.as_str() == method).unwrap(),
        target: target.to_owned(),
        headers: vec![("Library-Card".to_owned(), "card-1".to_owned())],
        body: body.map(str::to_owned),
    }
}

/// A JSON response.
pub(crate) fn response(status: u16, body: &str) -> Response {
    Response {
        status,
        headers: crate::response::content_type("application/json"),
        body: body.into(),
    }
}

/// A library behind an intercept.
pub(crate) struct FakeServer {
    pub(crate) contract: Contract,
    pub(crate) known_state: KnownState,
    pub(crate) history: History,
}

impl FakeServer {
    pub(crate) fn new() -> Self {
        let keys = [("main", "card-1"), ("other_branch", "card-2"), ("expired", "card-3")];
        let known_state = KnownState {
            keys: keys.map(|(kind, key)| (kind.to_owned(), key.to_owned())).into(),
            accounts: vec!["main".to_owned(), "other_branch".to_owned()],
            records: [(
                "b-1".to_owned(),
                KnownRecord {
                    kinds: ["book".to_owned()].into(),
                    account: "main".to_owned(),
                    facts: [("title".to_owned(), "Emma".to_owned())].into(),
                },
            )]
            .into(),
        };
        Self { contract: contract(), known_state, history: History::default() }
    }

    /// Adds an exchange to the history.
    pub(crate) fn record(&mut self, request: &Request, response: &Response) {
        let call = Call::parse(&self.contract, request).unwrap();
        let outcome = self.with_context(request, |cx| cx.outcome(response));
        self.history.record(&call, response, outcome);
    }

    /// The action for a request.
    pub(crate) fn request_action(
        &self,
        intercept: &dyn Intercept,
        request: &Request,
    ) -> RequestAction {
        self.with_context(request, |cx| intercept.on_request(cx))
    }

    /// The response that the caller receives for a response of the server.
    pub(crate) fn response(
        &self,
        intercept: &dyn Intercept,
        sent: &Request,
        main: Response,
    ) -> Response {
        self.response_to_both(intercept, sent, main, None)
    }

    /// The response that the caller receives for two responses of the server.
    pub(crate) fn response_to_both(
        &self,
        intercept: &dyn Intercept,
        request: &Request,
        main: Response,
        extra: Option<Response>,
    ) -> Response {
        self.with_context(request, |cx| {
            intercept.on_response(cx, UpstreamResponses { main, extra })
        })
    }

    /// Calls a function with the context of a request.
    pub(crate) fn with_context<T>(
        &self,
        request: &Request,
        call_with: impl FnOnce(&InterceptContext<'_>) -> T,
    ) -> T {
        let call = Call::parse(&self.contract, request).unwrap();
        call_with(&InterceptContext {
            contract: &self.contract,
            known_state: &self.known_state,
            history: &self.history,
            call: &call,
            request,
        })
    }
}
