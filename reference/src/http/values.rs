//! Values and refusals that many operations answer alike.

use axum::http::StatusCode;
use referral_reference_models as models;
use referral_reference_server::Fault;

use crate::domain::dollars::Dollars;
use crate::domain::timestamp::Timestamp;

/// A point in time as callers see it.
pub(super) fn time<E>(time: Timestamp) -> Result<models::Timestamp, Fault<E>> {
    models::Timestamp::new(time.to_string()).map_err(Fault::internal)
}

/// An amount as callers see it.
pub(super) fn dollars<E>(amount: Dollars) -> Result<models::Number, Fault<E>> {
    amount.to_string().parse().map_err(Fault::internal)
}

/// The refusal of an identifier that is nothing's, or another account's.
pub(super) fn not_found<E>(thing: &str, identifier: &str) -> Fault<E> {
    let message = format!("{thing} {identifier} not found!");
    Fault::other(StatusCode::NOT_FOUND, message)
}

/// The refusal of what was sent.
pub(super) fn bad_request<E>(message: impl Into<String>) -> Fault<E> {
    Fault::other(StatusCode::BAD_REQUEST, message)
}

/// The refusal of what the state of things does not allow.
pub(super) fn conflict<E>(message: impl Into<String>) -> Fault<E> {
    Fault::other(StatusCode::CONFLICT, message)
}
