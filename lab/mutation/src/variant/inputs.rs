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
