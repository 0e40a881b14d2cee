//! Statuses that are not shown: of a success any 2xx, of a refusal any status with the error body.

use http::HeaderMap;
use referral_conformance::exchange::Response;

use crate::answer;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};

/// Another success; without a body where the status leaves no room for one.
pub(super) struct Success(pub(super) u16);

/// A success that has no body.
pub(super) const NO_CONTENT: u16 = 204;

impl Intercept for Success {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let Self(status) = *self;
        if !answer::is_accepted(context.contract, &upstream.main) {
            return upstream.main;
        }
        match status {
            NO_CONTENT => Response {
                status,
                headers: HeaderMap::new(),
                body: Vec::new(),
            },
            _ => Response {
                status,
                ..upstream.main
            },
        }
    }

    fn uses_history(&self) -> bool {
        false
    }
}

/// Another status of one case.
pub(super) struct Refusal {
    pub(super) case: String,
    pub(super) status: u16,
}

impl Intercept for Refusal {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let case = answer::case_of(context.contract, context.call.operation, &upstream.main);
        if case.is_some_and(|case| case.id == self.case) {
            return Response {
                status: self.status,
                ..upstream.main
            };
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
        assert_eq!(
            server.response(&Success(202), &sent, lent.clone()).status,
            202
        );
        assert!(
            server
                .response(&Success(NO_CONTENT), &sent, lent)
                .body
                .is_empty()
        );
        let refused = |status| response(status, r#"{"message":"Who borrows the book?"}"#);
        let intercept = Refusal {
            case: "member_missing".to_owned(),
            status: 200,
        };
        assert_eq!(
            server.response(&intercept, &sent, refused(422)),
            refused(200)
        );
        assert_eq!(
            server.response(&Success(202), &sent, refused(200)),
            refused(200)
        );
    }
}
