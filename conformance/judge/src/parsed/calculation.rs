//! Whether a comparison holds for a request and the records that it names, as they were before.

use spec::{Comparison, Type, ValueSource};

use crate::contract;
use crate::json::Json;
use crate::scenario::Reference;

use super::view::{ParsedStep, TraceView};

/// Whether a comparison holds; `None` if a value is not known. It is not about requests that leave out an input of it.
pub fn holds(trace: &TraceView<'_>, call: &ParsedStep<'_>, it: &Comparison) -> Option<bool> {
    let is_sent = |source: &ValueSource| match source {
        ValueSource::Input(input) => call.sent(input).is_some_and(|value| *value != Json::Null),
        ValueSource::Record { .. } => true,
    };
    if call.attempt.is_some() && !it.sources().all(is_sent) {
        return Some(false);
    }
    it.holds(|source| match source {
        ValueSource::Input(input) => whole(call.sent(input)?),
        ValueSource::Record { record, field } => member(trace, call, record, field),
    })
}

/// A member of the record that the call names, if a step of the scenario created it: as it was shown last, if no write
/// came after that.
fn member(
    trace: &TraceView<'_>,
    call: &ParsedStep<'_>,
    record: &str,
    field: &str,
) -> Option<i64> {
    let at = call.operation.naming(record)?;
    let id = call.sent(&at)?.identifier()?;
    let named = call.step.inputs.set.get(&at)?.text()?.single_reference()?;
    if !matches!(named, Reference::Response { .. } | Reference::Sent { .. }) {
        return None;
    }
    let identifier = &trace.contract.record(record)?.identifier()?.wire;
    let ty = Type::Record(record.to_owned());
    for earlier in trace.steps.iter().take(call.index).rev() {
        let shown = contract::member_of_type(earlier.operation, &ty)
            .filter(|_| earlier.is_accepted())
            .and_then(|member| earlier.responses().first()?.member(member))
            .filter(|shown| shown.get(identifier).and_then(Json::identifier) == Some(id));
        if let Some(shown) = shown {
            return whole(shown.get(field)?);
        }
        if !earlier.operation.method.is_safe() && !earlier.had_no_effect() {
            return None;
        }
    }
    None
}

fn whole(value: &Json) -> Option<i64> {
    match value {
        Json::Number(number) => number.parse().ok(),
        _ => None,
    }
}
