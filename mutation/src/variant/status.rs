//! Statuses that are not documented.

use http::HeaderMap;
use referral_conformance::exchange::Response;

use crate::answer;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};

/// Sets the status of accepted calls, without a body for 204.
pub(super) struct SuccessStatus(pub(super) u16);

/// The success status without a body.
pub(super) const NO_CONTENT: u16 = 204;

impl Intercept for SuccessStatus {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let Self(status) = *self;
        if !cx.accepts(&upstream.main) {
            return upstream.main;
        }
        match status {
            NO_CONTENT => Response { status, headers: HeaderMap::new(), body: Vec::new() },
            _ => Response { status, ..upstream.main },
        }
    }

    fn uses_history(&self) -> bool {
        false
    }
}

/// Sets the status of a refusal.
pub(super) struct RefusalStatus {
    pub(super) case: String,
    pub(super) status: u16,
}

impl Intercept for RefusalStatus {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let case = answer::matching_case(cx.contract, cx.call.operation, &upstream.main);
        if case.is_some_and(|case| case.id == self.case) {
            return Response { status: self.status, ..upstream.main };
        }
        upstream.main
    }

    fn uses_history(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn statuses_change_and_messages_stay() {
        let server = FakeServer::new();
        let sent = request("POST", "/books/b1/loans", None);
        let lent = response(201, r#"{"loan":{}}"#);
        assert_eq!(server.response(&SuccessStatus(202), &sent, lent.clone()).status, 202);
        assert!(server.response(&SuccessStatus(NO_CONTENT), &sent, lent).body.is_empty());
        let refused = |status| response(status, r#"{"message":"Who borrows the book?"}"#);
        let intercept = RefusalStatus { case: "member_missing".to_owned(), status: 200 };
        assert_eq!(server.response(&intercept, &sent, refused(422)), refused(200));
        assert_eq!(server.response(&SuccessStatus(202), &sent, refused(200)), refused(200));
    }
}
