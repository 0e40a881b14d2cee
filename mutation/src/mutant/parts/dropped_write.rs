//! Writes that are acknowledged but not forwarded to the server.

use std::borrow::Cow;

use referral_conformance::json::Json;
use spec::InputPart;

use crate::intercept::{Intercept, InterceptContext, RequestAction};
use crate::{answer, edit};

/// Acknowledges calls on known records without forwarding them.
#[derive(Clone)]
pub(in crate::mutant) struct DropCall;

impl Intercept for DropCall {
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        if cx.is_about_known_records() && cx.call.has_required_members() {
            RequestAction::Respond(answer::acceptance_without_effect(cx))
        } else {
            cx.forward()
        }
    }
}

/// Forwards calls without one member of the body.
#[derive(Clone)]
pub(in crate::mutant) struct DropMember {
    pub(in crate::mutant) member: String,
    /// The value that is dropped, as text; any if `None`.
    pub(in crate::mutant) value: Option<String>,
}

impl DropMember {
    fn applies(&self, cx: &InterceptContext<'_>) -> bool {
        let sent = cx.call.input(InputPart::Body, &self.member);
        let expected = self.value.as_deref();
        sent.is_some_and(|sent| expected.is_none_or(|expected| as_text(sent) == expected))
    }
}

impl Intercept for DropMember {
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        if !self.applies(cx) {
            return cx.forward();
        }
        let mut body = cx.call.operation.body.iter();
        if body.any(|field| field.wire == self.member && field.required) {
            // The server would refuse a call without the member.
            DropCall.on_request(cx)
        } else {
            RequestAction::Forward(edit::without_body_member(cx.request, &self.member))
        }
    }
}

fn as_text(value: &Json) -> Cow<'_, str> {
    let text = value.text().map(Cow::from);
    text.unwrap_or_else(|| value.to_string().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn calls_on_known_records_are_acknowledged() {
        let mut server = FakeServer::new();
        let sent = request("PATCH", "/loans/l-1/return", None);
        assert_eq!(
            server.request_action(&DropCall, &sent),
            RequestAction::Forward(sent.clone()),
            "the loan is not known"
        );
        let lend = request("POST", "/books/b1/loans", Some(r#"{"member":"ann@x.example"}"#));
        let loan = r#"{"uuid":"l-1","member":"ann@x.example","returned_at":null}"#;
        server.record(&lend, &response(201, &format!(r#"{{"loan":{loan}}}"#)));
        let expected = response(200, &format!(r#"{{"loan":{loan}}}"#));
        assert_eq!(server.request_action(&DropCall, &sent), RequestAction::Respond(expected));
    }

    #[test]
    fn member_is_not_forwarded() {
        let server = FakeServer::new();
        let drop_member = |value: Option<&str>| DropMember {
            member: "remarks".to_owned(),
            value: value.map(str::to_owned),
        };
        let sent = request("PATCH", "/loans/l-1/return", Some(r#"{"remarks":"wet"}"#));
        let without = request("PATCH", "/loans/l-1/return", Some("{}"));
        for value in [None, Some("wet")] {
            let action = server.request_action(&drop_member(value), &sent);
            assert_eq!(action, RequestAction::Forward(without.clone()), "{value:?}");
        }
        assert_eq!(
            server.request_action(&drop_member(Some("torn")), &sent),
            RequestAction::Forward(sent.clone())
        );
    }
}
