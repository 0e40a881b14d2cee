//! Inputs that servers interpret differently: blank path segments, absent expansions and absent keys.

use spec::{InputPart, InputRef};

use crate::prelude::*;

/// Refuses only one of an empty segment and whitespace as blank.
pub(super) fn redefine_blank(input: &InputRef, empty_is_blank: bool) -> impl Intercept + use<> {
    let input = input.clone();
    on_request(move |cx| match cx.call.text(InputPart::Path, &input.name) {
        Some("") if !empty_is_blank => {
            // The response of a router without a matching route.
            RequestAction::Respond(Response {
                status: 404,
                headers: response::content_type("text/plain"),
                body: "Not Found".into(),
            })
        }
        Some(value) if empty_is_blank && !value.is_empty() && value.trim().is_empty() => {
            RequestAction::Respond(synthetic::unknown_record(cx, &input))
        }
        _ => cx.forward(),
    })
}

/// Adds an expansion to requests without the parameter.
pub(super) fn expand_by_default(parameter: &str, value: &str) -> impl Intercept + use<> {
    let (parameter, value) = (parameter.to_owned(), value.to_owned());
    edit_request(move |cx| match cx.query(&parameter) {
        Some(_) => cx.request.clone(),
        None => edit::with_query(cx.request, &parameter, &value),
    })
}

/// Uses the main key for requests without a key.
pub(super) fn make_key_optional() -> impl Intercept {
    edit_request(|cx| match (&cx.call.key, cx.known_state.main_key()) {
        (None, Some(main)) => cx.with_key(main),
        _ => cx.request.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request};

    #[test]
    fn only_one_interpretation_is_blank() {
        let server = FakeServer::new();
        let empty = request("GET", "/books/", None);
        let space = request("GET", "/books/%20", None);
        let book = InputRef { part: InputPart::Path, name: "book".to_owned() };
        let rule = |empty_is_blank| redefine_blank(&book, empty_is_blank);
        assert_eq!(
            server.request_action(&rule(true), &empty),
            RequestAction::Forward(empty.clone())
        );
        assert!(matches!(server.request_action(&rule(true), &space), RequestAction::Respond(_)));
        assert_eq!(server.request_action(&rule(false), &space), RequestAction::Forward(space));
        assert!(matches!(server.request_action(&rule(false), &empty), RequestAction::Respond(_)));
    }

    #[test]
    fn expansion_is_added_only_by_default() {
        let server = FakeServer::new();
        let intercept = expand_by_default("cover", "colour");
        let plain = request("GET", "/books", None);
        let asked = request("GET", "/books?cover=colour", None);
        for sent in [plain, asked.clone()] {
            assert_eq!(
                server.request_action(&intercept, &sent),
                RequestAction::Forward(asked.clone())
            );
        }
    }

    #[test]
    fn invalid_key_is_still_refused() {
        let server = FakeServer::new();
        let with = request("GET", "/books/b1", None);
        let mut without = with.clone();
        without.headers.clear();
        assert_eq!(
            server.request_action(&make_key_optional(), &without),
            RequestAction::Forward(with.clone())
        );
        let wrong = edit::with_key(&with, "Library-Card", "invalid");
        assert_eq!(
            server.request_action(&make_key_optional(), &wrong),
            RequestAction::Forward(wrong)
        );
    }
}
