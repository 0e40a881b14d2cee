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
