//! Answers that no server gave: JSON with a status, an error body with a message.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::Contract;

/// A JSON answer.
#[must_use]
pub fn json(status: u16, body: &Json) -> Response {
    let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
    Response {
        status,
        headers,
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
