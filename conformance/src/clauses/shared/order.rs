//! How far an ordered list reaches.

use std::cmp::Ordering;

use jiff::Timestamp;
use spec::{Direction, Slot};

use crate::parsed::step_context::StepContext;

/// Whether a list that is not known to its end shows something that ranks behind the value.
pub(crate) fn reaches(ctx: &StepContext<'_>, value: &str) -> bool {
    let (Some(attempt), Some(Slot::Stated(order))) = (ctx.attempt(), &ctx.operation.order) else {
        return false;
    };
    let ranks = &ctx.parsed.values.order;
    let behind = match order.value.direction {
        Direction::Ascending => Ordering::Greater,
        Direction::Descending => Ordering::Less,
    };
    let rank = ranks.iter().find(|(known, _)| known == value);
    rank.is_some_and(|(_, rank)| {
        let mut others = ranks.iter().filter(|(other, _)| attempt.holds(other));
        others.any(|(_, other)| compare_ranks(other, rank) == behind)
    })
}

/// Points in time by when they are, however they are written; anything else as text.
pub(crate) fn compare_ranks(a: &str, b: &str) -> Ordering {
    match (a.parse::<Timestamp>(), b.parse::<Timestamp>()) {
        (Ok(a), Ok(b)) => a.cmp(&b),
        _ => a.cmp(b),
    }
}
