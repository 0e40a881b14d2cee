//! The order of two JSON values.

use std::cmp::Ordering;

use jiff::Timestamp;

use crate::json::{Json, compare_numbers};

/// Numbers by their value, points in time by when they are; other text as it is.
pub(crate) fn compare_values(left: &Json, right: &Json) -> Option<Ordering> {
    match (left, right) {
        (Json::Number(left), Json::Number(right)) => compare_numbers(left, right),
        (Json::Text(left), Json::Text(right)) => {
            let moments = (left.parse::<Timestamp>(), right.parse::<Timestamp>());
            Some(match moments {
                (Ok(left), Ok(right)) => left.cmp(&right),
                _ => left.cmp(right),
            })
        }
        _ => None,
    }
}
