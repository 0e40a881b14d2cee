//! Construction of JSON responses and error bodies.

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
