//! Columns whose text stands for something else: words, times, lists.

use crate::domain::timestamp::Timestamp;
use crate::store::error::{StoreError, readable};

/// The time a column of microseconds holds.
pub(super) fn time(micros: i64) -> Result<Timestamp, StoreError> {
    readable(Timestamp::from_micros(micros), "time")
}

/// A list of texts as a column keeps it.
pub(super) fn from_list(list: &[String]) -> String {
    serde_json::Value::from(list).to_string()
}

/// The list of texts a column keeps.
pub(super) fn to_list(column: &str) -> Result<Vec<String>, StoreError> {
    readable(serde_json::from_str(column).ok(), "list of texts")
}
