//! Answers that no server gave: JSON with a status, an error body with a message.

use http::HeaderMap;
use http::header::{CONTENT_TYPE, HeaderValue};
use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::Contract;

/// Headers with only a content type.
#[must_use]
pub fn content_type(name: &'static str) -> HeaderMap {
    HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static(name))])
}

/// A JSON answer.
#[must_use]
pub fn json(status: u16, body: &Json) -> Response {
    Response {
        status,
        headers: content_type("application/json"),
        body: body.to_string().into_bytes(),
    }
}

/// An error body with a message and a status.
#[must_use]
pub fn error(contract: &Contract, status: u16, message: impl Into<String>) -> Response {
    let member = contract.service.error_body.member.clone();
    json(
        status,
        &Json::Map(vec![(member, Json::Text(message.into()))]),
    )
}
