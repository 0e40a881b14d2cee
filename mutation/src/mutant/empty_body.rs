//! Empty body: a success has a body.

use referral_conformance::exchange::Response;

use super::Mutation;
use crate::intercept::{Intercept, on_response};

pub(super) fn mutations() -> Vec<Mutation> {
    let with_body = |name, body| Mutation::new(name, "the response has a body", set_body(body));
    vec![
        with_body("object", r#"{"ok":true}"#),
        with_body("null", "null"),
        with_body("text", "removed"),
    ]
}

fn set_body(body: &'static str) -> impl Intercept {
    on_response(move |cx, response| {
        if cx.accepts(&response) && response.body.is_empty() {
            Response { body: body.as_bytes().to_vec(), ..response }
        } else {
            response
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn empty_body_is_replaced() {
        let server = FakeServer::new();
        let sent = request("DELETE", "/books/b1", None);
        let removed = server.response(&set_body("null"), &sent, response(204, ""));
        assert_eq!(removed.body, b"null");
        let refused = response(404, r#"{"message":"b1 not found!"}"#);
        assert_eq!(server.response(&set_body("null"), &sent, refused.clone()), refused);
    }
}
