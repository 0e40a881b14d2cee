//! Construction, classification and editing of JSON responses.

use http::HeaderMap;
use http::header::{CONTENT_TYPE, HeaderValue};
use referral_conformance::contract;
use referral_conformance::exchange::{Response, ResponseBody};
use referral_conformance::json::Json;
use spec::{Contract, ErrorCase, MemberPath, Operation, Slot};

use crate::json;

/// Headers that contain only a content type.
pub fn content_type(name: &'static str) -> HeaderMap {
    HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static(name))])
}

/// A JSON response.
pub fn json(status: u16, body: &Json) -> Response {
    Response { status, headers: content_type("application/json"), body: body.clone().into() }
}

/// An error response with a message.
pub fn error(contract: &Contract, status: u16, message: impl Into<String>) -> Response {
    json(status, &error_body(&contract.service.error_body.member, Json::Text(message.into())))
}

/// An error body with the value in place of the message.
pub fn error_body(member: &MemberPath, value: Json) -> Json {
    member.names().rev().fold(value, |inner, name| json::object([(name, inner)]))
}

/// The error response of a case with a message; an empty response if the case has no body. `operation` is the operation
/// that was called.
pub fn refusal(
    contract: &Contract,
    operation: Option<&Operation>,
    status: u16,
    case: &ErrorCase,
    message: String,
) -> Response {
    let error = &contract.service.error_body;
    if case.is_empty() {
        return Response { status, headers: HeaderMap::new(), body: ResponseBody::default() };
    }
    let code = case.code.as_ref().and_then(Slot::value);
    edit_body(self::error(contract, status, message), |body| {
        if let Some((path, code)) = error.code.as_ref().zip(code)
            && let Some(members) = json::members_beside(body, path)
        {
            json::set(members, &path.name, Json::Text(code.clone()));
        }
        if let Some(shape) = error.entries_of(case)
            && let Some(members) = json::members_beside(body, &shape.list)
        {
            let input = case.named_input().map_or("", |input| {
                operation.map_or(input.name.as_str(), |operation| operation.wire_name(input))
            });
            let field = Some((&*shape.field, Json::Text(input.to_owned())));
            let code = shape.code.as_deref().zip(code);
            let code = code.map(|(name, code)| (name, Json::Text(code.clone())));
            let entry = json::object(field.into_iter().chain(code));
            json::set(members, &shape.list.name, Json::List(vec![entry]));
        }
        if let Some(member) = &error.field
            && let Some(members) = json::members_beside(body, &member.path)
        {
            let wire = case.named_input().map(|input| {
                operation.map_or(input.name.as_str(), |operation| operation.wire_name(input))
            });
            if let Some(wire) = wire {
                json::set(members, &member.path.name, Json::Text(wire.to_owned()));
            } else if member.present.value() == Some(&true) {
                json::set(members, &member.path.name, Json::Null);
            }
        }
    })
}

/// The message of an error body; `None` if the body is not an error body.
pub fn message(contract: &Contract, response: &Response) -> Option<String> {
    contract::error_message(contract, response.body.json()?).map(str::to_owned)
}

/// Whether the response accepts the call: a 2xx status without an error body.
pub fn is_accepted(contract: &Contract, response: &Response) -> bool {
    (200..300).contains(&response.status) && message(contract, response).is_none()
}

/// The response with an edited JSON body; byte for byte the same if it has none, or if the edit changes nothing.
pub fn edit_body(response: Response, edit: impl FnOnce(&mut Json)) -> Response {
    let Some(before) = response.body.json() else {
        return response;
    };
    let mut after = before.clone();
    edit(&mut after);
    if after == *before {
        return response;
    }
    Response { body: after.into(), ..response }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::contract_of;

    #[test]
    fn an_error_is_written_and_read_within_an_object() {
        let contract = contract_of("workshop");
        let case = &contract.service.errors[0];
        let response = refusal(&contract, None, 401, case, "A key is needed".to_owned());
        let expected = r#"{"error":{"message":"A key is needed","code":"no_key"}}"#;
        assert_eq!(response.body.json().map(Json::to_string).as_deref(), Some(expected));
        assert_eq!(message(&contract, &response).as_deref(), Some("A key is needed"));
    }
}
