//! Required input: requests without a required member are accepted.

use spec::InputPart;

use super::parts::*;

pub(super) fn mutations(field: &str) -> Vec<Mutation> {
    vec![
        accept_without(field).named("accepted", "requests without the member are accepted"),
        with_empty_object(accept_without(field))
            .named("empty_success", "requests without the member return an empty object"),
        accept_without(field)
            .when(after_accepted)
            .named("accepted_again", "requests without the member are accepted after one with it"),
    ]
}

fn accept_without(field: &str) -> impl Intercept + use<> {
    let field = field.to_owned();
    on_response(move |cx, response| {
        let is_missing = cx.call.input(InputPart::Body, &field).is_none();
        // Without the key of an account, the refusal is about the key.
        if is_missing && cx.account().is_some() && !cx.accepts(&response) {
            synthetic::acceptance(cx)
        } else {
            response
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn only_requests_without_the_member_are_accepted() {
        let server = FakeServer::new();
        let intercept = accept_without("isbn");
        let refused = response(422, r#"{"message":"A book needs an ISBN"}"#);
        let without = request("POST", "/books", Some(r#"{"title":"Emma"}"#));
        let accepted = server.response(&intercept, &without, refused.clone());
        assert!(answer::is_accepted(&server.contract, &accepted));
        let empty = with_empty_object(accept_without("isbn"));
        let empty = server.response(&empty, &without, refused.clone());
        assert_eq!(&*empty.body, b"{}");
        let with = request("POST", "/books", Some(r#"{"isbn":"1"}"#));
        let unknown_key = edit::with_key(&without, "Library-Card", "card-9");
        for sent in [with, unknown_key] {
            assert_eq!(server.response(&intercept, &sent, refused.clone()), refused);
        }
    }
}
