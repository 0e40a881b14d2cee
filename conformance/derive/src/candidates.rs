//! Whole numbers that scenarios send.

use conformance_model::json::Json;
use conformance_model::scenario::Value;
use spec::Constraints;

/// Values that the constraints admit: those in the middle first.
pub(crate) fn candidates(constraints: &Constraints) -> Vec<i64> {
    let bound = |bound: Option<f64>, other: i64| bound.map_or(other, whole);
    let (low, high) = (bound(constraints.minimum, 0), bound(constraints.maximum, 1_000_000));
    let mut values = vec![40, 1000, low.midpoint(high), 10, 1, 2, 0, -1, high, low];
    values.extend([low.checked_add(1), high.checked_sub(1)].into_iter().flatten());
    values.retain(|value| admits(constraints, *value));
    values
}

fn whole(number: f64) -> i64 {
    number.to_string().parse().unwrap_or_default()
}

pub(crate) fn admits(constraints: &Constraints, value: i64) -> bool {
    conformance_model::values::admits(constraints, &Json::Number(value.to_string()))
}

pub(crate) fn number(value: i64) -> Value {
    Json::Number(value.to_string()).into()
}
