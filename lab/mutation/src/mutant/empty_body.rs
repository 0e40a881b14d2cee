//! Empty body: a success has a body.

use super::parts::*;

pub(super) fn mutations() -> Vec<Mutation> {
    [("object", r#"{"ok":true}"#), ("null", "null"), ("text", "removed")]
        .map(|(name, body)| set_body(body).named(name, "the response has a body"))
        .into()
}

fn set_body(body: &'static str) -> impl Intercept {
    on_response(move |cx, response| {
        if cx.accepts(&response) && response.body.is_empty() {
            Response { body: body.into(), ..response }
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
        assert_eq!(&*removed.body, b"null");
        let refused = response(404, r#"{"message":"b1 not found!"}"#);
        assert_eq!(server.response(&set_body("null"), &sent, refused.clone()), refused);
    }
}
