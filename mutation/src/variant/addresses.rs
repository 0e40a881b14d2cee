//! E-mail addresses that are stored in lower case.

use referral_conformance::exchange::{Request, Response};
use referral_conformance::json::Json;

use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{answer, edit, json};

/// Converts all addresses in requests to lower case.
pub(super) struct LowercaseAddresses;

impl LowercaseAddresses {
    /// The request with lower-case addresses, and the changed addresses, each with its original.
    fn convert(cx: &InterceptContext<'_>) -> (Request, Vec<(String, String)>) {
        let mut changed = Vec::new();
        let mut lower = |text: &str| {
            let lower = text.to_lowercase();
            let differs = text.contains('@') && lower != text;
            differs.then(|| {
                changed.push((lower.clone(), text.to_owned()));
                lower
            })
        };
        let mut request = edit::with_path(cx.request, cx.call.operation, &mut lower);
        let body = request.body.as_deref();
        if let Some(mut body) = body.and_then(|body| Json::parse(body.as_bytes())) {
            json::each_text(&mut body, &mut |text| {
                if let Some(lower) = lower(text) {
                    *text = lower;
                }
            });
            request.body = Some(body.to_string());
        }
        (request, changed)
    }
}

impl Intercept for LowercaseAddresses {
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        let (converted, changed) = Self::convert(cx);
        if changed.is_empty() { cx.forward() } else { RequestAction::Forward(converted) }
    }

    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if cx.accepts(&upstream.main) {
            return upstream.main;
        }
        // Messages contain the address as it was sent.
        let (_, changed) = Self::convert(cx);
        answer::edit_body(upstream.main, |body| {
            json::each_text(body, &mut |text| {
                for (lower, sent) in &changed {
                    *text = text.replace(lower, sent);
                }
            });
        })
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
    fn only_email_addresses_are_lowercased() {
        let server = FakeServer::new();
        let sent = request("POST", "/books/B-1/loans", Some(r#"{"member":"Ann@X.example"}"#));
        let lowercase = request("POST", "/books/B-1/loans", Some(r#"{"member":"ann@x.example"}"#));
        assert_eq!(
            server.request_action(&LowercaseAddresses, &sent),
            RequestAction::Forward(lowercase)
        );
        let refused = response(404, r#"{"message":"ann@x.example is unknown"}"#);
        let expected = response(404, r#"{"message":"Ann@X.example is unknown"}"#);
        assert_eq!(server.response(&LowercaseAddresses, &sent, refused), expected);
    }
}
