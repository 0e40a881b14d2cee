//! Where there should be no body, there is one.

use referral_conformance::exchange::Response;

use super::Mutation;
use crate::answer;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};

pub(super) fn mutations() -> Vec<Mutation> {
    let filled = |kind, body| Mutation::new(kind, "there is a body", Filled(body));
    vec![
        filled("filled", r#"{"ok":true}"#),
        filled("null", "null"),
        filled("words", "removed"),
    ]
}

struct Filled(&'static str);

impl Intercept for Filled {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if answer::is_accepted(context.contract, &upstream.main) && upstream.main.body.is_empty() {
            return Response {
                body: self.0.as_bytes().to_vec(),
                ..upstream.main
            };
        }
        upstream.main
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn empty_body_is_replaced() {
        let server = FakeServer::new();
        let sent = request("DELETE", "/books/b1", None);
        let intercept = Filled("null");
        assert!(
            !server
                .response(&intercept, &sent, response(204, ""))
                .body
                .is_empty()
        );
        let refused = response(404, r#"{"message":"b1 not found!"}"#);
        assert_eq!(server.response(&intercept, &sent, refused.clone()), refused);
    }
}
