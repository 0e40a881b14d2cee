//! The order of values, and how far an ordered list reaches.

use std::cmp::Ordering;

use jiff::Timestamp;
use spec::{Direction, Slot};

use crate::clauses::prelude::*;
use crate::json::compare_numbers;

/// Whether a list that is not known to its end shows something that ranks behind the value.
pub fn reaches(ctx: &StepContext<'_>, value: &str) -> bool {
    let Some(Slot::Stated(order)) = &ctx.operation.order else {
        return false;
    };
    let behind = match order.value.direction {
        Direction::Ascending => Ordering::Greater,
        Direction::Descending => Ordering::Less,
    };
    let ranks = &ctx.values.order;
    ranks.iter().find(|(ranked, _)| ranked == value).is_some_and(|(_, rank)| {
        let mut shown = ranks.iter().filter(|(other, _)| ctx.holds(other));
        shown.any(|(_, other)| compare_ranks(other, rank) == behind)
    })
}

/// Points in time by when they are, however they are written; anything else as text.
pub fn compare_ranks(a: &str, b: &str) -> Ordering {
    match (a.parse::<Timestamp>(), b.parse::<Timestamp>()) {
        (Ok(a), Ok(b)) => a.cmp(&b),
        _ => a.cmp(b),
    }
}

/// Whether two points in time are within a second, and one has a fraction: a service may keep seconds only, cut or
/// rounded.
pub fn differ_by_fraction(a: &str, b: &str) -> bool {
    let (Ok(a), Ok(b)) = (a.parse::<Timestamp>(), b.parse::<Timestamp>()) else {
        return false;
    };
    let has_fraction = a.subsec_nanosecond() != 0 || b.subsec_nanosecond() != 0;
    has_fraction && (a.as_nanosecond() - b.as_nanosecond()).abs() <= 1_000_000_000
}

/// Numbers by their value, texts as ranks; `None` for values that have no order.
pub fn compare_values(left: &Json, right: &Json) -> Option<Ordering> {
    match (left, right) {
        (Json::Number(left), Json::Number(right)) => compare_numbers(left, right),
        (Json::Text(left), Json::Text(right)) => Some(compare_ranks(left, right)),
        _ => None,
    }
}
