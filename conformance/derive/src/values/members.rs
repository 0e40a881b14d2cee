//! Members of a creation whose type or format says which values are valid: each is accepted.

use conformance_model::scenario::Value;
use spec::{Contract, Format, InputField, Operation, TimestampForm, Type};

use crate::scenario::Draft;

use super::{about, create_each, repeatable_creation};

/// Countries of all continents by their alpha-2 codes.
const COUNTRIES: [&str; 24] = [
    "AE", "AR", "AU", "BR", "CA", "CN", "DE", "EG", "FR", "GB", "ID", "IN", "IS", "JP", "KE", "KR",
    "MX", "NG", "NZ", "PE", "SG", "UA", "US", "ZA",
];

/// Timestamps of the past: leap days, midnight, the turn of a year, offsets of hours, half hours and quarters.
const TIMES: [(TimestampForm, &str); 16] = [
    (TimestampForm::Utc, "2024-02-29T12:34:56Z"),
    (TimestampForm::Utc, "2024-01-01T00:00:00Z"),
    (TimestampForm::Utc, "2023-12-31T23:59:59Z"),
    (TimestampForm::Utc, "{ago 1000d utc}"),
    (TimestampForm::OffsetAhead, "2024-03-31T02:30:00+01:00"),
    (TimestampForm::OffsetAhead, "2024-01-01T00:30:00+05:30"),
    (TimestampForm::OffsetAhead, "2024-02-29T23:59:59+08:45"),
    (TimestampForm::OffsetAhead, "2024-06-15T08:00:00+14:00"),
    (TimestampForm::OffsetAhead, "2024-06-15T08:00:00+00:00"),
    (TimestampForm::OffsetAhead, "{ago 1000d offset_ahead}"),
    (TimestampForm::OffsetBehind, "2023-12-31T23:30:00-05:00"),
    (TimestampForm::OffsetBehind, "2024-02-29T00:00:00-03:30"),
    (TimestampForm::OffsetBehind, "2024-10-09T20:08:07-09:30"),
    (TimestampForm::OffsetBehind, "2024-06-15T08:00:00-12:00"),
    (TimestampForm::OffsetBehind, "2024-12-31T23:59:59-00:30"),
    (TimestampForm::OffsetBehind, "{ago 1000d offset_behind}"),
];

/// Integers that no usual limit excludes.
const INTEGERS: [u32; 6] = [1, 2, 7, 10, 99, 250];

/// One scenario for each such member.
pub(super) fn scenarios(contract: &Contract, operation: &Operation) -> Vec<Draft> {
    let Some(call) = repeatable_creation(contract, operation) else {
        return Vec::new();
    };
    let with_values = operation.body.iter().map(|field| (field, values(field)));
    with_values
        .filter(|(_, values)| !values.is_empty())
        .map(|(field, values)| {
            let steps = values.into_iter().map(|value| call.step.clone().body(&field.wire, value));
            let scenario = about(operation, &call, field, "Valid values are accepted");
            // The same request without the member is the control.
            let steps = std::iter::once(call.step.clone()).chain(steps);
            create_each(contract, operation, scenario, steps)
        })
        .collect()
}

fn values(field: &InputField) -> Vec<Value> {
    match &field.ty {
        Type::Text(Some(Format::Country)) => COUNTRIES.map(Value::from).to_vec(),
        Type::Timestamp(forms) => {
            let times = TIMES.iter().filter(|(form, _)| forms.contains(form));
            times.map(|(_, time)| Value::from(*time)).collect()
        }
        Type::Enumeration(values) => {
            values.iter().map(|value| Value::from(value.as_str())).collect()
        }
        Type::Boolean => vec![true.into(), false.into()],
        Type::Integer => INTEGERS.map(Value::from).to_vec(),
        _ => Vec::new(),
    }
}
