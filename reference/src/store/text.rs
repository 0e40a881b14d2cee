//! Conversions of column values: times and lists.

use crate::domain::timestamp::Timestamp;
use crate::store::error::{StoreError, readable};

/// A time from a column of microseconds since the epoch.
pub(super) fn time(micros: i64) -> Result<Timestamp, StoreError> {
    readable(Timestamp::from_micros(micros), "time")
}

/// A list of texts as a JSON column.
pub(super) fn from_list(list: &[String]) -> String {
    serde_json::Value::from(list).to_string()
}

/// A list of texts from a JSON column.
pub(super) fn to_list(column: &str) -> Result<Vec<String>, StoreError> {
    readable(serde_json::from_str(column).ok(), "list of texts")
}
