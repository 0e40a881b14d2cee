//! Inputs that servers interpret differently: blank path segments, absent expansions and keys, and addresses that are stored
//! in lower case.

use spec::{InputPart, InputRef};

use crate::prelude::*;

/// Refuses only one of an empty segment and whitespace as blank.
pub(super) fn redefine_blank(input: &InputRef, empty_is_blank: bool) -> Intercept {
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
pub(super) fn expand_by_default(parameter: &str, value: &str) -> Intercept {
    let (parameter, value) = (parameter.to_owned(), value.to_owned());
    edit_request(move |cx| match cx.query(&parameter) {
        Some(_) => cx.request.clone(),
        None => edit::with_query(cx.call.operation, cx.request, &parameter, &value),
    })
}

/// Uses the main key for requests without a key.
pub(super) fn make_key_optional() -> Intercept {
    edit_request(|cx| match (&cx.call.key, cx.known_state.main_key()) {
        (None, Some(main)) => cx.with_key(main),
        _ => cx.request.clone(),
    })
}

/// Converts all addresses in requests to lower case.
pub(super) fn lowercase_addresses() -> Intercept {
    Intercept::new(
        |cx| {
            let (converted, changed) = convert(cx);
            if changed.is_empty() { cx.forward() } else { RequestAction::Forward(converted) }
        },
        |cx, UpstreamResponses { main, .. }| {
            if cx.accepts(&main) {
                return main;
            }
            // Messages contain the address as it was sent.
            let (_, changed) = convert(cx);
            response::edit_body(main, |body| {
                json::each_text(body, &mut |text| {
                    for (lower, sent) in &changed {
                        *text = text.replace(lower, sent);
                    }
                });
            })
        },
    )
}

/// The request with lower-case addresses, and the changed addresses, each with its original.
fn convert(cx: &InterceptContext<'_>) -> (Request, Vec<(String, String)>) {
    let mut changed = Vec::new();
    let request = edit::with_texts(cx.request, cx.call.operation, |text| {
        let lower = text.to_lowercase();
        let differs = text.contains('@') && lower != text;
        differs.then(|| {
            changed.push((lower.clone(), text.to_owned()));
            lower
        })
    });
    (request, changed)
}
