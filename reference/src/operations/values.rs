//! Conversions of values to their generated types.

use crate::api::models;
use crate::api::server::Fault;

use crate::domain::dollars::Dollars;
use crate::domain::timestamp::Timestamp;

/// A timestamp as answers show it.
pub(super) fn time<E>(time: Timestamp) -> Result<models::Timestamp, Fault<E>> {
    models::Timestamp::new(time.to_string()).map_err(Fault::internal)
}

/// An amount as answers show it.
pub(super) fn dollars<E>(amount: Dollars) -> Result<models::Number, Fault<E>> {
    amount.to_string().parse().map_err(Fault::internal)
}
