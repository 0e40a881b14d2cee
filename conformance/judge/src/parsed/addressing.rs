//! How requests address records, and whether responses depend on what was addressed: shown by values of the record, by
//! responses that differ, and by refusals of identifiers of nothing.

use std::slice;

use spec::{Condition, Contract, Identifier, InputRef, Operation, Type};

use crate::contract;
use crate::json::{Json, numbers_equal};
use crate::scenario::{Reference, Value};

use super::attempt::Attempt;
use super::response::ResponseClass;
use super::sent_inputs::SentInputs;
use super::view::{ParsedStep, RefusalOutcome, TraceView};

/// What an accepted call named by an input, if the response shows it or something that is known of it.
pub fn shown_identifier<'a>(
    contract: &Contract,
    call: &ParsedStep<'a>,
    at: &InputRef,
) -> Option<&'a str> {
    let identifier = call.sent(at)?.identifier()?;
    is_about(contract, call, at).then_some(identifier)
}

/// Whether the response shows what the input names, or something that is known of it.
pub fn is_about(contract: &Contract, call: &ParsedStep<'_>, at: &InputRef) -> bool {
    known_texts(call, at).any(|text| call.holds(text)) || shows_number(contract, call, at)
}

/// What is known of the record that a call names by an input: the identifier, and what the step looks for. A number may
/// stand for something else in a response, so that it is not looked for.
pub fn known_texts<'a>(call: &ParsedStep<'a>, at: &InputRef) -> impl Iterator<Item = &'a str> {
    let identifier = call.sent(at).filter(|_| !is_number(call.operation, at));
    let identifier = identifier.and_then(Json::text);
    identifier.into_iter().chain(call.values.shows.iter().map(String::as_str))
}

/// Whether an input identifies a record by a number.
pub fn is_number(operation: &Operation, at: &InputRef) -> bool {
    contract::identifier_forms(operation, at).contains(&Identifier::Integer)
}

/// Whether the response has the number that an input gives: as the identifier of the record, or as a documented echo.
fn shows_number(contract: &Contract, call: &ParsedStep<'_>, at: &InputRef) -> bool {
    let operation = call.operation;
    let sent = call.sent(at).filter(|_| is_number(operation, at)).and_then(Json::identifier);
    let response = ParsedStep::responses(call).first();
    let (Some(sent), Some(response)) = (sent, response) else {
        return false;
    };
    let identifier = || {
        let record = contract::addressed_record(operation, at)?;
        let id = contract.record(record)?.identifier()?;
        let ty = Type::Record(record.to_owned());
        Some((contract::member_of_type(operation, &ty)?, id.wire.as_str()))
    };
    let echoes = operation.success.echoes.iter().filter(|echo| echo.from == *at);
    let echoes = echoes.map(|echo| (echo.member.as_str(), echo.field.as_str()));
    identifier().into_iter().chain(echoes).any(|(member, field)| {
        let shown =
            response.member(member).map(|value| value.items().unwrap_or(slice::from_ref(value)));
        shown.into_iter().flatten().any(|record| {
            matches!(record.get(field), Some(Json::Number(shown)) if numbers_equal(shown, sent))
        })
    })
}

/// What distinguishes the addressed record from others, whichever identifier was sent: the id of a fixture, or the step
/// that created it. Two identifiers alone may be of one record.
pub fn addressed_record<'a>(
    trace: &TraceView<'a>,
    call: &ParsedStep<'a>,
    at: &InputRef,
) -> Option<&'a str> {
    match call.step.inputs.set.get(at)?.text()?.single_reference()? {
        Reference::Fixture { need, .. } => Some(trace.fixtures.get(need)?.id.as_str()),
        Reference::Sent { step, .. } | Reference::Response { step, .. } => {
            let creation = trace.named(step)?;
            let created = creation.operation.creates.as_deref();
            let addressed = contract::addressed_record(call.operation, at);
            // What a refused creation sent may name another record, such as one with an equivalent address.
            let is_created = created.is_some() && creation.is_accepted();
            (is_created && created == addressed).then_some(step)
        }
        _ => None,
    }
}

/// Whether an accepted call was answered as an earlier one about the same record was, and otherwise than one about another
/// record: then the response depends on what the input names.
pub fn depends_on_address<'a>(trace: &TraceView<'a>, call: &ParsedStep<'a>, at: &InputRef) -> bool {
    let rest = |call: &ParsedStep<'a>| call.attempt.map(|attempt| attempt.sent.without(at));
    let record_and_body = |call| {
        let body = ParsedStep::responses(call).first()?.json()?;
        Some((addressed_record(trace, call, at)?, body))
    };
    let Some((record, body)) = record_and_body(call).filter(|_| call.operation.method.is_safe())
    else {
        return false;
    };
    let others: Vec<_> = trace
        .calls(&call.operation.id)
        .filter(|other| {
            other.index != call.index
                && other.is_shown()
                && other.step.key == call.step.key
                && rest(other) == rest(call)
        })
        .filter_map(record_and_body)
        .collect();
    others.contains(&(record, body))
        && others.iter().any(|(other, shown)| *other != record && *shown != body)
}

/// The inputs by which a step names something that does not exist, and is refused for that: not for its key, and not
/// because the service failed.
pub fn refused_addresses<'a>(
    trace: &TraceView<'a>,
    call: &ParsedStep<'a>,
) -> Vec<(&'a InputRef, Identifier)> {
    let Some(attempt) = call.attempt else {
        return Vec::new();
    };
    let has_failed = attempt.responses.iter().any(|response| response.status >= 500);
    if attempt.class() != ResponseClass::Refused || has_failed || call.step.key.kind().is_none() {
        return Vec::new();
    }
    let mut named = addresses(call.operation, attempt);
    named.retain(|(at, _)| addresses_nothing(call, at) || is_expected(trace, call, at));
    let said = attempt.responses.first().map(|response| response.said(trace.contract));
    let is_about_key = said
        .and_then(|said| contract::case_for(trace.contract, call.operation, &said))
        .is_some_and(contract::is_about_key);
    // Of two that name nothing, either may be what was refused.
    if named.len() == 1 && !is_about_key { named } else { Vec::new() }
}

/// Whether the step says that it names nothing.
fn addresses_nothing(call: &ParsedStep<'_>, at: &InputRef) -> bool {
    let mut references = call.step.inputs.set.get(at).into_iter().flat_map(Value::references);
    references.any(|reference| matches!(reference, Reference::Unknown(_)))
}

/// Whether the documented refusal of what names nothing was expected, and came.
fn is_expected(trace: &TraceView<'_>, call: &ParsedStep<'_>, at: &InputRef) -> bool {
    let when = trace.expected_case(call).and_then(|case| case.when.stated());
    when == Some(&Condition::Unknown(at.clone())) && call.refusal == RefusalOutcome::Matched
}

/// The inputs that address records, each with the kind of identifier that was sent.
pub fn addresses<'w>(
    operation: &Operation,
    attempt: &'w Attempt,
) -> Vec<(&'w InputRef, Identifier)> {
    attempt
        .sent
        .iter()
        .filter(|(input, _)| !contract::identifier_forms(operation, input).is_empty())
        .map(|(input, _)| (input, identifier_form(operation, &attempt.sent, input)))
        .collect()
}

/// The kind of identifier that was sent for an input.
pub fn identifier_form(operation: &Operation, sent: &SentInputs, input: &InputRef) -> Identifier {
    let is_email = sent.get(input).and_then(Json::text).is_some_and(|text| text.contains('@'));
    if is_email {
        return Identifier::Email;
    }
    Identifier::own(contract::identifier_forms(operation, input)).unwrap_or(Identifier::Uuid)
}
