//! Writes that are acknowledged but not forwarded to the server.

use std::borrow::Cow;

use spec::InputPart;

use crate::prelude::*;

/// Acknowledges calls on known records without forwarding them.
pub(crate) fn drop_call() -> impl Intercept {
    respond(synthetic::acceptance_without_effect).when(is_valid)
}

/// Whether the server would accept the call if the state of its records allows it.
fn is_valid(cx: &InterceptContext<'_>) -> bool {
    cx.is_about_known_records() && cx.call.has_required_members()
}

/// Forwards calls without one member of the body, if it has this value as text.
pub(crate) fn drop_member(member: &str, value: Option<&str>) -> impl Intercept + use<> {
    let (member, value) = (member.to_owned(), value.map(str::to_owned));
    on_request(move |cx| {
        let sent = cx.call.input(InputPart::Body, &member);
        let expected = value.as_deref();
        let is_dropped =
            sent.is_some_and(|sent| expected.is_none_or(|expected| as_text(sent) == expected));
        if !is_dropped {
            return cx.forward();
        }
        let mut body = cx.call.operation.body.iter();
        if body.any(|field| field.wire == member && field.required) {
            // The server would refuse a call without the member.
            drop_call().on_request(cx)
        } else {
            RequestAction::Forward(edit::without_body_member(cx.request, &member))
        }
    })
}

fn as_text(value: &Json) -> Cow<'_, str> {
    value.text().map_or_else(|| value.to_string().into(), Cow::from)
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
            server.request_action(&drop_call(), &sent),
            RequestAction::Forward(sent.clone()),
            "the loan is not known"
        );
        let lend = request("POST", "/books/b1/loans", Some(r#"{"member":"ann@x.example"}"#));
        let loan = r#"{"uuid":"l-1","member":"ann@x.example","returned_at":null}"#;
        server.record(&lend, &response(201, &format!(r#"{{"loan":{loan}}}"#)));
        let expected = response(200, &format!(r#"{{"loan":{loan}}}"#));
        assert_eq!(server.request_action(&drop_call(), &sent), RequestAction::Respond(expected));
    }

    #[test]
    fn member_is_not_forwarded() {
        let server = FakeServer::new();
        let sent = request("PATCH", "/loans/l-1/return", Some(r#"{"remarks":"wet"}"#));
        let without = request("PATCH", "/loans/l-1/return", Some("{}"));
        for value in [None, Some("wet")] {
            let action = server.request_action(&drop_member("remarks", value), &sent);
            assert_eq!(action, RequestAction::Forward(without.clone()), "{value:?}");
        }
        assert_eq!(
            server.request_action(&drop_member("remarks", Some("torn")), &sent),
            RequestAction::Forward(sent.clone())
        );
    }
}
