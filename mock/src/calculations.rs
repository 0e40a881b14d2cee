//! Conditions that compare sums of inputs and of members of the records that a request names.

use conformance_model::json::Json;
use spec::{Comparison, Condition, ValueSource};

use crate::call::Call;
use crate::refusal::Refusal;
use crate::store::Store;

/// Fails if such a condition of an error case holds.
pub(crate) fn check<'c>(call: &Call<'c>, store: &Store) -> Result<(), Refusal<'c>> {
    let refused = call.operation.errors.iter().find(|case| match case.when.value() {
        Some(Condition::Compares(comparison)) => holds(call, store, comparison),
        _ => false,
    });
    refused.map_or(Ok(()), |case| Err(Refusal::documented(case)))
}

/// Whether a comparison holds. It is not about requests that leave out an input of it.
fn holds(call: &Call<'_>, store: &Store, comparison: &Comparison) -> bool {
    comparison.holds(|source| value(call, store, source)) == Some(true)
}

/// A whole number: an input, or a member of the record that the call names.
fn value(call: &Call<'_>, store: &Store, source: &ValueSource) -> Option<i64> {
    let value = match source {
        ValueSource::Input(input) => call.value(input)?,
        ValueSource::Record { record, field } => store.get(call.target(record)?)?.get(field)?,
    };
    match value {
        Json::Number(number) => number.parse().ok(),
        _ => None,
    }
}
