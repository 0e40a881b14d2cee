//! Construction, classification and editing of JSON responses.

use http::HeaderMap;
use http::header::{CONTENT_TYPE, HeaderValue};
use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::Contract;

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
    let member = contract.service.error_body.member.clone();
    json(status, &Json::Map(vec![(member, Json::Text(message.into()))]))
}

/// The message of an error body; `None` if the body is not an error body.
pub fn message(contract: &Contract, response: &Response) -> Option<String> {
    let member = &contract.service.error_body.member;
    response.body.json()?.get(member)?.text().map(str::to_owned)
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
