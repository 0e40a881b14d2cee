//! A write that is acknowledged, and of which the server never hears.

use std::borrow::Cow;

use referral_conformance::json::Json;
use spec::{InputPart, Operation};

use crate::intercept::{Intercept, InterceptContext, RequestAction};
use crate::{answer, edit};

/// Calls about known things are acknowledged; all others are the server's to refuse.
pub(super) struct Unsent;

impl Intercept for Unsent {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        match context.is_about_known_things() && context.call.has_required() {
            true => RequestAction::Respond(answer::acceptance_without_effect(context)),
            false => RequestAction::Forward(context.request.clone()),
        }
    }
}

/// One member of the body is not sent on.
pub(super) struct MemberUnsent {
    pub(super) member: String,
    /// The value with which it is not sent on, as text; `None` for any.
    pub(super) value: Option<String>,
}

impl MemberUnsent {
    fn is_for(&self, context: &InterceptContext<'_>) -> bool {
        let sent = context.call.input(InputPart::Body, &self.member);
        let wanted = self.value.as_deref();
        sent.is_some_and(|sent| wanted.is_none_or(|wanted| plain(sent) == wanted))
    }
}

impl Intercept for MemberUnsent {
    /// A member that must be there cannot be left out: then nothing is sent on.
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        if !self.is_for(context) {
            return RequestAction::Forward(context.request.clone());
        }
        match is_required(context.call.operation, &self.member) {
            true => Unsent.on_request(context),
            false => {
                RequestAction::Forward(edit::without_body_member(context.request, &self.member))
            }
        }
    }
}

fn plain(value: &Json) -> Cow<'_, str> {
    let text = value.text().map(Cow::from);
    text.unwrap_or_else(|| value.to_string().into())
}

fn is_required(operation: &Operation, member: &str) -> bool {
    let mut body = operation.body.iter();
    body.any(|field| field.wire == member && field.required)
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
            server.request(&Unsent, &sent),
            RequestAction::Forward(sent.clone()),
            "nothing is known of it"
        );
        let lend = request(
            "POST",
            "/books/b1/loans",
            Some(r#"{"member":"ann@x.example"}"#),
        );
        let loan = r#"{"uuid":"l-1","member":"ann@x.example","returned_at":null}"#;
        server.keep(&lend, &response(201, &format!(r#"{{"loan":{loan}}}"#)));
        let RequestAction::Respond(answer) = server.request(&Unsent, &sent) else {
            panic!("forwarded")
        };
        assert_eq!(answer, response(200, &format!(r#"{{"loan":{loan}}}"#)));
    }

    #[test]
    fn member_is_not_forwarded() {
        let server = FakeServer::new();
        let unsent = |value: Option<&str>| MemberUnsent {
            member: "remarks".to_owned(),
            value: value.map(str::to_owned),
        };
        let sent = request("PATCH", "/loans/l-1/return", Some(r#"{"remarks":"wet"}"#));
        let without = request("PATCH", "/loans/l-1/return", Some("{}"));
        for value in [None, Some("wet")] {
            let next = server.request(&unsent(value), &sent);
            assert_eq!(next, RequestAction::Forward(without.clone()), "{value:?}");
        }
        assert_eq!(
            server.request(&unsent(Some("torn")), &sent),
            RequestAction::Forward(sent.clone())
        );
    }
}
