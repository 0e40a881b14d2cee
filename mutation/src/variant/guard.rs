//! What is refused without a documented reason is accepted, and nothing is done.

use referral_conformance::exchange::Response;

use crate::answer;
use crate::history::Outcome;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};

/// A refusal that the contract has no message for.
pub(super) struct Unrefused;

impl Intercept for Unrefused {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let outcome = answer::outcome(context.contract, context.call.operation, &upstream.main);
        match outcome == Outcome::RefusedOtherwise && context.is_about_known_things() {
            true => answer::acceptance_without_effect(context),
            false => upstream.main,
        }
    }
}

/// A refusal of which the contract does not say when it is given.
pub(super) struct NeverGiven {
    pub(super) case: String,
}

impl Intercept for NeverGiven {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let case = answer::case_of(context.contract, context.call.operation, &upstream.main);
        match case.is_some_and(|case| case.id == self.case) {
            true => answer::acceptance_without_effect(context),
            false => upstream.main,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn guarded_call_is_accepted_without_effect() {
        let mut server = FakeServer::new();
        let get = request("GET", "/books/b-1", None);
        let book = response(200, r#"{"book":{"uuid":"b-1","state":"available"}}"#);
        server.keep(&get, &book);
        let sent = request("PATCH", "/books/b-1", Some(r#"{"state":"withdrawn"}"#));
        let guarded = response(409, r#"{"message":"It stays in the reading room"}"#);
        assert_eq!(server.response(&Unrefused, &sent, guarded), book);
        let lent = response(409, r#"{"message":"Book b-1 (Emma) is lent"}"#);
        assert_eq!(server.response(&Unrefused, &sent, lent.clone()), lent);
    }

    #[test]
    fn refusal_is_never_returned() {
        let server = FakeServer::new();
        let intercept = NeverGiven {
            case: "reader_blocked".to_owned(),
        };
        let sent = request("POST", "/reservations", Some(r#"{"loan":"l-1"}"#));
        let blocked = response(403, r#"{"message":"You cannot reserve books"}"#);
        assert_eq!(server.response(&intercept, &sent, blocked).status, 201);
        let again = response(409, r#"{"message":"You are the next already"}"#);
        assert_eq!(server.response(&intercept, &sent, again.clone()), again);
    }
}
