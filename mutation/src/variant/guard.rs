//! Guards without a documented refusal: the call is accepted without effect.

use referral_conformance::exchange::Response;

use crate::answer;
use crate::history::CallOutcome;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};

/// Accepts calls that are refused with an undocumented error.
pub(super) struct AcceptGuarded;

impl Intercept for AcceptGuarded {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let outcome = answer::classify(cx.contract, cx.call.operation, &upstream.main);
        if outcome == CallOutcome::OtherRefusal && cx.is_about_known_records() {
            answer::acceptance_without_effect(cx)
        } else {
            upstream.main
        }
    }
}

/// Accepts calls that are refused with a case whose condition is not documented.
pub(super) struct NeverRefuse {
    pub(super) case: String,
}

impl Intercept for NeverRefuse {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let case = answer::matching_case(cx.contract, cx.call.operation, &upstream.main);
        if case.is_some_and(|case| case.id == self.case) {
            answer::acceptance_without_effect(cx)
        } else {
            upstream.main
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
        server.record(&get, &book);
        let sent = request("PATCH", "/books/b-1", Some(r#"{"state":"withdrawn"}"#));
        let guarded = response(409, r#"{"message":"It stays in the reading room"}"#);
        assert_eq!(server.response(&AcceptGuarded, &sent, guarded), book);
        let lent = response(409, r#"{"message":"Book b-1 (Emma) is lent"}"#);
        assert_eq!(server.response(&AcceptGuarded, &sent, lent.clone()), lent);
    }

    #[test]
    fn refusal_is_never_returned() {
        let server = FakeServer::new();
        let intercept = NeverRefuse { case: "reader_blocked".to_owned() };
        let sent = request("POST", "/reservations", Some(r#"{"loan":"l-1"}"#));
        let blocked = response(403, r#"{"message":"You cannot reserve books"}"#);
        assert_eq!(server.response(&intercept, &sent, blocked).status, 201);
        let again = response(409, r#"{"message":"You are the next already"}"#);
        assert_eq!(server.response(&intercept, &sent, again.clone()), again);
    }
}
