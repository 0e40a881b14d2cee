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
