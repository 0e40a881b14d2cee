//! A message names a thing in another of the ways that the contract allows.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::ErrorCase;

use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

/// The placeholders of a message are filled from the source of this number.
pub(super) struct FromSource {
    pub(super) case: String,
    pub(super) number: usize,
}

/// How many ways there are to fill the placeholders of a case.
pub(super) fn mutations(case: &ErrorCase) -> usize {
    let sources = case.placeholders.iter().map(|hole| hole.sources.len());
    sources.max().unwrap_or_default()
}

impl Intercept for FromSource {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let case = answer::case_of(context.contract, context.call.operation, &upstream.main);
        let Some(case) = case.filter(|case| case.id == self.case) else {
            return upstream.main;
        };
        let message = answer::render_message_from(context, case, self.number);
        answer::edited(upstream.main, |body| {
            if let Some(value) = json::member(body, &context.contract.service.error_body.member) {
                *value = Json::Text(message);
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn message_uses_the_selected_source() {
        let mut server = FakeServer::new();
        let lend = request(
            "POST",
            "/books/b1/loans",
            Some(r#"{"member":"ann@x.example"}"#),
        );
        let loan = r#"{"loan":{"uuid":"l-1","member":"ann@x.example"}}"#;
        server.keep(&lend, &response(201, loan));
        let sent = request("PATCH", "/loans/ann%40x.example/return", None);
        let render_message = |loan: &str| {
            let message = format!("Loan {loan} of ann@x.example was returned before");
            response(409, &format!(r#"{{"message":"{message}"}}"#))
        };
        for (number, named) in [(0, "ann@x.example"), (1, "l-1")] {
            let case = "already_returned".to_owned();
            let intercept = FromSource { case, number };
            let answer = server.response(&intercept, &sent, render_message("ann@x.example"));
            assert_eq!(answer, render_message(named));
        }
    }
}
