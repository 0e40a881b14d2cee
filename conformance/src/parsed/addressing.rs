//! How requests address records, and whether answers depend on what was addressed: shown by values of the record, by
//! answers that differ, and by refusals of identifiers of nothing.

use spec::{Condition, Identifier, InputRef, Operation};

use crate::contract;
use crate::json::Json;
use crate::scenario::{Expectation, Reference, Step, Value};

use super::answer::AnswerClass;
use super::attempt::Attempt;
use super::sent_inputs::SentInputs;
use super::view::{AcceptanceOutcome, RefusalOutcome, TraceView};

/// What an accepted call named by an input, if the answer shows it or something that is known of it.
pub(crate) fn shown_identifier(
    trace: &TraceView<'_>,
    index: usize,
    at: &InputRef,
) -> Option<String> {
    let attempt = trace.attempt(index)?;
    let named = attempt.sent.get(at)?.text()?;
    let known = known_texts(trace, index, at);
    let shown = known.iter().any(|text| attempt.holds(text));
    shown.then(|| named.to_owned())
}

/// What is known of the record that a call names by an input: the name, and what the step looks for.
pub(crate) fn known_texts(trace: &TraceView<'_>, index: usize, at: &InputRef) -> Vec<String> {
    let attempt = trace.attempt(index);
    let named = attempt.and_then(|attempt| attempt.sent.get(at)?.text());
    let shows = trace.parsed(index).map(|parsed| &parsed.values.shows);
    let shows = shows.into_iter().flatten().cloned();
    named.map(str::to_owned).into_iter().chain(shows).collect()
}

/// What distinguishes the addressed record from others, whichever identifier was sent: the id of a fixture, or the step
/// that created it. Two identifiers alone may be of one record.
pub(crate) fn addressed_thing<'s>(
    trace: &'s TraceView<'_>,
    index: usize,
    at: &InputRef,
) -> Option<&'s str> {
    let value = trace.step(index)?.inputs.set.get(at)?;
    match value.text()?.whole()? {
        Reference::Fixture { need, .. } => Some(trace.fixtures.get(need)?.id.as_str()),
        Reference::Sent { step, .. } | Reference::Answer { step, .. } => {
            let made = trace.operation(trace.scenario.step(step)?)?.creates.as_deref();
            let named = contract::addressed_record(trace.operation(index)?, at);
            (made.is_some() && made == named).then_some(step)
        }
        _ => None,
    }
}

/// Whether an accepted call was answered as an earlier one about the same record was, and otherwise than one about another
/// record: then the answer depends on what the input names.
pub(crate) fn depends_on_address(trace: &TraceView<'_>, index: usize, at: &InputRef) -> bool {
    let Some(operation) = trace.operation(index).filter(|it| it.method.is_safe()) else {
        return false;
    };
    let key = |index| trace.step(index).map(|step| &step.key);
    let rest = |index| {
        let sent = trace.attempt(index)?.sent.iter();
        Some(sent.filter(|(input, _)| *input != at).collect::<Vec<_>>())
    };
    let body = |index| trace.attempt(index)?.answers.first()?.json.as_ref();
    let about = |index| addressed_thing(trace, index, at).zip(body(index));
    let Some((mine, shown)) = about(index) else {
        return false;
    };
    let like = trace.calls(&operation.id).filter(|other| {
        *other != index
            && trace.acceptance(*other) == AcceptanceOutcome::Shown
            && key(*other) == key(index)
            && rest(*other) == rest(index)
    });
    let like: Vec<_> = like.filter_map(about).collect();
    let again = |(other, body): &(&str, &Json)| *other == mine && *body == shown;
    let another = |(other, body): &(&str, &Json)| *other != mine && *body != shown;
    like.iter().any(again) && like.iter().any(another)
}

/// The inputs by which a step names something that does not exist, and is refused for that: not for its key, and not
/// because the service failed.
pub(crate) fn refused_addresses<'s>(
    trace: &'s TraceView<'_>,
    index: usize,
    operation: &Operation,
) -> Vec<(&'s InputRef, Identifier)> {
    let (Some(step), Some(attempt)) = (trace.step(index), trace.attempt(index)) else {
        return Vec::new();
    };
    let failed = attempt.answers.iter().any(|answer| answer.status >= 500);
    if attempt.class() != AnswerClass::Refused || failed || step.key.kind().is_none() {
        return Vec::new();
    }
    let mut named = addresses(operation, attempt);
    named.retain(|(at, _)| addresses_nothing(step, at) || is_expected(trace, index, operation, at));
    let message = attempt.answers.first().and_then(|answer| answer.message.as_deref());
    let about_key = |said| {
        let case = contract::case_for_message(trace.contract, operation, said);
        case.is_some_and(contract::is_about_key)
    };
    // Of two that name nothing, either may be what was refused.
    match named.len() {
        1 if !message.is_some_and(about_key) => named,
        _ => Vec::new(),
    }
}

/// Whether the step says that it names nothing.
fn addresses_nothing(step: &Step, at: &InputRef) -> bool {
    let value = step.inputs.set.get(at);
    let mut references = value.into_iter().flat_map(Value::references);
    references.any(|reference| matches!(reference, Reference::Unknown(_)))
}

/// Whether the documented refusal of what names nothing was expected, and came.
fn is_expected(trace: &TraceView<'_>, index: usize, operation: &Operation, at: &InputRef) -> bool {
    let Some(Expectation::Refused(case)) = trace.step(index).map(|step| &step.expect) else {
        return false;
    };
    let case = trace.contract.error_case(operation, case);
    let when = case.and_then(|case| case.when.stated());
    when == Some(&Condition::Unknown(at.clone())) && trace.refusal(index) == RefusalOutcome::Matched
}

/// The inputs that address records, each with the kind of identifier that was sent.
pub(crate) fn addresses<'w>(
    operation: &Operation,
    attempt: &'w Attempt,
) -> Vec<(&'w InputRef, Identifier)> {
    let inputs = attempt.sent.iter().map(|(input, _)| input);
    let addressing =
        inputs.filter(|input| !contract::identifier_forms(operation, input).is_empty());
    addressing.map(|input| (input, identifier_form(&attempt.sent, input))).collect()
}

/// The kind of identifier that was sent for an input.
pub(crate) fn identifier_form(sent: &SentInputs, input: &InputRef) -> Identifier {
    let email = sent.get(input).and_then(Json::text).is_some_and(|text| text.contains('@'));
    if email { Identifier::Email } else { Identifier::Uuid }
}
