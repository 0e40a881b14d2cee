//! E-mail addresses whose case does not matter: they are kept, and shown, in one case.

use referral_conformance::exchange::{Request, Response};
use referral_conformance::json::Json;

use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{answer, edit, json};

/// All addresses are read in lower case.
pub(super) struct OneCase;

impl OneCase {
    /// The request as it is read, and the addresses that were read in another case, each with how it was sent.
    fn read(context: &InterceptContext<'_>) -> (Request, Vec<(String, String)>) {
        let mut changed = Vec::new();
        let mut lower = |text: &str| {
            let lower = text.to_lowercase();
            let differs = text.contains('@') && lower != text;
            differs.then(|| {
                changed.push((lower.clone(), text.to_owned()));
                lower
            })
        };
        let mut request = edit::with_path(context.request, context.call.operation, &mut lower);
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

impl Intercept for OneCase {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let (read, changed) = Self::read(context);
        RequestAction::Forward(match changed.is_empty() {
            true => context.request.clone(),
            false => read,
        })
    }

    /// A message names somebody in the words of the caller.
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if context.accepts(&upstream.main) {
            return upstream.main;
        }
        let (_, changed) = Self::read(context);
        answer::edited(upstream.main, |body| {
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
        let sent = request(
            "POST",
            "/books/B-1/loans",
            Some(r#"{"member":"Ann@X.example"}"#),
        );
        let read = request(
            "POST",
            "/books/B-1/loans",
            Some(r#"{"member":"ann@x.example"}"#),
        );
        assert_eq!(
            server.request(&OneCase, &sent),
            RequestAction::Forward(read)
        );
        let refused = response(404, r#"{"message":"ann@x.example is unknown"}"#);
        let told = response(404, r#"{"message":"Ann@X.example is unknown"}"#);
        assert_eq!(server.response(&OneCase, &sent, refused), told);
    }
}
