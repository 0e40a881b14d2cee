//! Calculations with a request and the records that it names, as they were before.

use spec::{Comparison, Given, InputRef, MemberEffect, Type, ValueSource};

use crate::contract;
use crate::json::Json;

use super::existing::creation_of;
use super::view::{ParsedStep, TraceView};

/// Whether a comparison holds; `None` if a value is not known. It is not about requests that leave out an input of it.
pub fn holds(trace: &TraceView<'_>, call: &ParsedStep<'_>, it: &Comparison) -> Option<bool> {
    let is_sent = |source: &ValueSource| match source {
        ValueSource::Input(input) => sends(call, input),
        ValueSource::Record { .. } => true,
    };
    if call.attempt.is_some() && !it.sources().all(is_sent) {
        return Some(false);
    }
    it.holds(|source| match source {
        ValueSource::Input(input) => whole(call.sent(input)?),
        ValueSource::Record { record, field } => whole(member_before(trace, call, record, field)?),
    })
}

/// The value that a call gives to a member; `None` if a value in it is not known. `created` is the record that it creates.
pub fn effect(
    trace: &TraceView<'_>,
    call: &ParsedStep<'_>,
    effect: &MemberEffect,
    created: Option<&Json>,
) -> Option<Json> {
    let sum = effect.value(|input| sends(call, input))?;
    let value = |source: &ValueSource| match source {
        ValueSource::Input(input) => call.sent(input),
        ValueSource::Record { record, field } => {
            if call.operation.creates.as_ref() == Some(record) {
                return created?.get(field);
            }
            member_before(trace, call, record, field)
        }
    };
    match sum.single() {
        Some(copied) => value(copied).cloned(),
        None => Some(Json::Number(sum.value(|source| whole(value(source)?))?.to_string())),
    }
}

/// The constant, or the time, that a call gives to a member.
pub fn given<'a>(call: &ParsedStep<'a>, record: &'a str, field: &'a str) -> Option<&'a Given> {
    let sent = |input: &InputRef| call.sent(input).map(Json::written);
    let mut constants = call.operation.constants_of(record, field);
    Some(&constants.find(|constant| constant.applies(sent))?.value)
}

fn sends(call: &ParsedStep<'_>, input: &InputRef) -> bool {
    call.sent(input).is_some_and(|value| *value != Json::Null)
}

/// A member of the record that the call names, if a step of the scenario created it: as it was shown last, if no write
/// came after that.
pub fn member_before<'a>(
    trace: &TraceView<'a>,
    call: &ParsedStep<'a>,
    record: &str,
    field: &str,
) -> Option<&'a Json> {
    let at = call.operation.naming(record)?;
    let id = call.sent(&at)?.identifier()?;
    creation_of(trace, call, &at, call.step.inputs.set.get(&at)?)?;
    for earlier in trace.steps.iter().take(call.index).rev() {
        if let Some(shown) = shown(trace, earlier, record, id) {
            return shown.get(field);
        }
        if !earlier.operation.method.is_safe() && !earlier.had_no_effect() {
            return None;
        }
    }
    None
}

/// The record with the identifier, if the response to an accepted call shows it alone.
pub fn shown<'a>(
    trace: &TraceView<'_>,
    call: &ParsedStep<'a>,
    record: &str,
    id: &str,
) -> Option<&'a Json> {
    let identifier = &trace.contract.record(record)?.identifier()?.wire;
    let ty = Type::Record(record.to_owned());
    let member = contract::member_of_type(call.operation, &ty).filter(|_| call.is_accepted())?;
    let shown = ParsedStep::responses(call).first()?.member(member)?;
    (shown.get(identifier).and_then(Json::identifier) == Some(id)).then_some(shown)
}

/// A whole number.
pub fn whole(value: &Json) -> Option<i64> {
    match value {
        Json::Number(number) => number.parse().ok(),
        _ => None,
    }
}
