//! Error body: the message of a refusal is not in the documented member.

use http::HeaderMap;

use super::parts::*;

pub(super) fn mutations() -> Vec<Mutation> {
    vec![
        replace_body(nested).named("nested", "the message is in a nested object"),
        replace_body(listed).named("listed", "the message is in a list"),
        replace_body(renamed).named("renamed", "the member has another name"),
        replace_body(text).named("text", "the body is the message as plain text"),
        replace_body(empty).named("empty", "there is no body"),
    ]
}

/// Replaces error bodies by a function of status, member and message.
fn replace_body(replace: fn(u16, &str, String) -> Response) -> impl Intercept {
    on_response(move |cx, response| match answer::message(cx.contract, &response) {
        Some(message) => replace(response.status, &cx.contract.service.error_body.member, message),
        None => response,
    })
}

fn nested(status: u16, member: &str, message: String) -> Response {
    let object = json::object([("text", Json::Text(message))]);
    response::json(status, &json::object([(member, object)]))
}

fn listed(status: u16, member: &str, message: String) -> Response {
    response::json(status, &json::object([(member, Json::List(vec![Json::Text(message)]))]))
}

fn renamed(status: u16, member: &str, message: String) -> Response {
    response::json(status, &json::object([(&*format!("{member}_text"), Json::Text(message))]))
}

fn text(status: u16, _: &str, message: String) -> Response {
    Response {
        status,
        headers: response::content_type("text/plain"),
        body: message.as_str().into(),
    }
}

fn empty(status: u16, _: &str, _: String) -> Response {
    Response { status, headers: HeaderMap::new(), body: ResponseBody::default() }
}
