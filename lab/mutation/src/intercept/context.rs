//! What an intercept knows about an exchange.

use referral_conformance::contract::{self, Said};
use referral_conformance::error_entries;
use referral_conformance::exchange::{Request, Response};
use spec::{Condition, Contract, ErrorCase, InputPart};

use super::RequestAction;
use crate::call::Call;
use crate::edit;
use crate::history::{CallOutcome, History};
use crate::known_state::KnownState;
use crate::response;

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

impl<'a> InterceptContext<'a> {
    /// Forwards the request unchanged.
    pub fn forward(&self) -> RequestAction {
        RequestAction::Forward(self.request.clone())
    }

    /// The text sent as a query parameter.
    pub fn query(&self, name: &str) -> Option<&str> {
        self.call.text(InputPart::Query, name)
    }

    /// Whether the key belongs to an account and all identifiers of the call are known.
    pub fn is_about_known_records(&self) -> bool {
        let is_known = |name: &String| {
            self.known_state.record(name).is_some() || self.history.last_shown(name).is_some()
        };
        let identifiers = self.call.identifiers();
        self.account().is_some() && !identifiers.is_empty() && identifiers.iter().all(is_known)
    }

    /// The account of the key that was sent, by kind of key.
    pub fn account(&self) -> Option<&str> {
        if self.contract.service.auth.is_none() {
            return Some("");
        }
        self.known_state.account_for_key(self.call.key.as_deref()?)
    }

    /// The request with another key.
    pub fn with_key(&self, key: &str) -> Request {
        edit::with_key(self.contract, self.request, key)
    }

    /// Whether the response accepts the call: a 2xx status without an error body.
    pub fn accepts(&self, response: &Response) -> bool {
        response::is_accepted(self.contract, response)
    }

    /// The documented error case of a refusal: the most specific one, if several match.
    pub fn error_case(&self, response: &Response) -> Option<&'a ErrorCase> {
        let body = response.body.json();
        let said = Said {
            status: response.status,
            message: body.and_then(|body| contract::error_message(self.contract, body)),
            codes: body.map(|body| error_entries::codes(self.contract, body)).unwrap_or_default(),
            is_empty: response.body.is_empty(),
        };
        contract::case_for(self.contract, self.call.operation, &said)
    }

    /// Whether the response is the refusal of this case.
    pub fn is_refused_as(&self, response: &Response, case: &str) -> bool {
        self.error_case(response).is_some_and(|found| found.id == case)
    }

    /// The outcome of the call.
    pub fn outcome(&self, response: &Response) -> CallOutcome {
        if self.accepts(response) {
            CallOutcome::Accepted
        } else if self.error_case(response).is_some() {
            CallOutcome::DocumentedRefusal
        } else {
            CallOutcome::OtherRefusal
        }
    }

    /// The first error case of the operation or the service whose condition satisfies the predicate.
    pub fn find_case(&self, when: impl Fn(&Condition) -> bool) -> Option<&'a ErrorCase> {
        self.call
            .operation
            .errors
            .iter()
            .chain(&self.contract.service.errors)
            .find(|case| case.when.value().is_some_and(&when))
    }
}
