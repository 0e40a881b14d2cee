//! Placeholders of messages with several documented sources.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::ErrorCase;

use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

/// Fills the placeholders of a message from the source with this index.
pub(super) struct MessageSource {
    pub(super) case: String,
    pub(super) index: usize,
}

/// The number of sources of the placeholders of a case.
pub(super) fn source_count(case: &ErrorCase) -> usize {
    let sources = case.placeholders.iter().map(|hole| hole.sources.len());
    sources.max().unwrap_or_default()
}

impl Intercept for MessageSource {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let case = answer::matching_case(cx.contract, cx.call.operation, &upstream.main);
        let Some(case) = case.filter(|case| case.id == self.case) else {
            return upstream.main;
        };
        let message = answer::render_message_from(cx, case, self.index);
        answer::edit_body(upstream.main, |body| {
            if let Some(value) = json::member(body, &cx.contract.service.error_body.member) {
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
        let lend = request("POST", "/books/b1/loans", Some(r#"{"member":"ann@x.example"}"#));
        let loan = r#"{"loan":{"uuid":"l-1","member":"ann@x.example"}}"#;
        server.record(&lend, &response(201, loan));
        let sent = request("PATCH", "/loans/ann%40x.example/return", None);
        let render_message = |loan: &str| {
            let message = format!("Loan {loan} of ann@x.example was returned before");
            response(409, &format!(r#"{{"message":"{message}"}}"#))
        };
        for (index, named) in [(0, "ann@x.example"), (1, "l-1")] {
            let case = "already_returned".to_owned();
            let intercept = MessageSource { case, index };
            let answer = server.response(&intercept, &sent, render_message("ann@x.example"));
            assert_eq!(answer, render_message(named));
        }
    }
}
