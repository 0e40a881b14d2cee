//! E-mail addresses that are stored in lower case.

use crate::prelude::*;

/// Converts all addresses in requests to lower case.
pub(super) fn lowercase_addresses() -> impl Intercept {
    intercept(
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
            answer::edit_body(main, |body| {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn only_email_addresses_are_lowercased() {
        let server = FakeServer::new();
        let sent = request("POST", "/books/B-1/loans", Some(r#"{"member":"Ann@X.example"}"#));
        let lowercase = request("POST", "/books/B-1/loans", Some(r#"{"member":"ann@x.example"}"#));
        assert_eq!(
            server.request_action(&lowercase_addresses(), &sent),
            RequestAction::Forward(lowercase)
        );
        let refused = response(404, r#"{"message":"ann@x.example is unknown"}"#);
        let expected = response(404, r#"{"message":"Ann@X.example is unknown"}"#);
        assert_eq!(server.response(&lowercase_addresses(), &sent, refused), expected);
    }
}
