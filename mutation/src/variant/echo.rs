//! Echoes that are documented only for one kind of identifier.

use referral_conformance::exchange::Response;
use spec::Echo;

use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

/// Echoes other kinds of identifiers as sent.
pub(super) struct EchoAsSent(pub(super) Echo);

impl Intercept for EchoAsSent {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let Self(echo) = self;
        let by = cx.call.identifier_kind(&echo.from);
        let Some(sent) = cx.call.sent.get(&echo.from).filter(|_| by != echo.when) else {
            return upstream.main;
        };
        answer::edit_body(upstream.main, |body| {
            for record in json::records(body, &echo.member) {
                json::set(record, &echo.field, sent.clone());
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn echo_uses_the_identifier_that_was_sent() {
        let server = FakeServer::new();
        let operation = server.contract.operation("return_loan").unwrap();
        let echo = operation.success.echoes.iter().find(|echo| echo.field == "uuid").unwrap();
        let intercept = EchoAsSent(echo.clone());
        let returned = response(200, r#"{"loan":{"uuid":"l-1"}}"#);
        let by_email = request("PATCH", "/loans/ann%40x.example/return", None);
        let answer = server.response(&intercept, &by_email, returned.clone());
        assert_eq!(answer, response(200, r#"{"loan":{"uuid":"ann@x.example"}}"#));
        let by_uuid = request("PATCH", "/loans/l-1/return", None);
        assert_eq!(server.response(&intercept, &by_uuid, returned.clone()), returned);
    }
}
