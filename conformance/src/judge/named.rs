//! Whether answers are about what requests named: shown by what is known of the things, by answers that differ, and by
//! refusals of what names nothing.

use spec::{Condition, Identifier, InputRef, Operation};

use crate::contract;
use crate::json::Json;
use crate::scenario::{Expectation, Reference, Step, Value};

use super::answer::AnswerClass;
use super::facts::addresses;
use super::step_context::StepContext;
use super::trace_view::{Acceptance, Refusal, TraceView};

/// What an accepted call named by an input, if the answer shows it or something that is known of it.
pub(super) fn shown(trace: &TraceView<'_>, index: usize, at: &InputRef) -> Option<String> {
    let attempt = trace.attempt(index)?;
    let named = attempt.sent.get(at)?.text()?;
    let known = known(trace, index, at);
    let shown = known.iter().any(|text| attempt.holds(text));
    shown.then(|| named.to_owned())
}

/// What is known of the thing that a call names by an input: the name, and what the step looks for.
fn known(trace: &TraceView<'_>, index: usize, at: &InputRef) -> Vec<String> {
    let attempt = trace.attempt(index);
    let named = attempt.and_then(|attempt| attempt.sent.get(at)?.text());
    let shows = trace.parsed(index).map(|parsed| &parsed.values.shows);
    let shows = shows.into_iter().flatten().cloned();
    named.map(str::to_owned).into_iter().chain(shows).collect()
}

/// What tells the named thing from others, whichever name it has: the id of a fixture, or the step that created it. Two
/// names alone may be of one thing.
fn thing<'s>(trace: &'s TraceView<'_>, index: usize, at: &InputRef) -> Option<&'s str> {
    let value = trace.step(index)?.inputs.set.get(at)?;
    match value.text()?.whole()? {
        Reference::Fixture { need, .. } => Some(trace.fixtures.get(need)?.id.as_str()),
        Reference::Sent { step, .. } | Reference::Answer { step, .. } => {
            let made = trace
                .operation(trace.scenario.step(step)?)?
                .creates
                .as_deref();
            let named = contract::addressed_record(trace.operation(index)?, at);
            (made.is_some() && made == named).then_some(step)
        }
        _ => None,
    }
}

/// A text that only another thing is known by, and that the answer shows instead of anything that this one is known
/// by. The answer about the other thing must have shown it, too: so the service shows such texts.
pub(super) fn shows_another(ctx: &StepContext<'_>, at: &InputRef) -> Option<String> {
    let trace = ctx.trace;
    let attempt = ctx.attempt()?;
    if trace.acceptance(ctx.index) != Acceptance::Shown {
        return None;
    }
    let own = known(trace, ctx.index, at);
    if own.iter().any(|text| attempt.holds(text)) {
        return None;
    }
    let mut texts = others_here(ctx, at)
        .into_iter()
        .chain(others_elsewhere(ctx, at))
        .chain(others_listed(ctx, at));
    texts.find(|text| !own.contains(text) && attempt.holds(text))
}

/// Identifiers of the things of this kind that lists in this scenario show.
fn others_listed(ctx: &StepContext<'_>, at: &InputRef) -> Vec<String> {
    let trace = ctx.trace;
    let Some(record) = contract::addressed_record(ctx.operation, at) else {
        return Vec::new();
    };
    let lists = (0..trace.scenario.steps.len()).filter_map(|index| {
        let operation = trace.operation(index)?;
        let lists = operation.lists.as_deref() == Some(record);
        let list = contract::list_member(operation).filter(|_| lists)?;
        Some((index, operation, list))
    });
    let identifiers = lists.flat_map(|(index, operation, list)| {
        let items = trace.listed(index, list);
        items.filter_map(|item| trace.identity(operation, item))
    });
    identifiers.map(str::to_owned).collect()
}

/// What other things of this scenario are known by, as answers about them showed.
fn others_here(ctx: &StepContext<'_>, at: &InputRef) -> Vec<String> {
    let trace = ctx.trace;
    let Some(mine) = thing(trace, ctx.index, at) else {
        return Vec::new();
    };
    let others = trace.calls(&ctx.operation.id).filter(|index| {
        trace.acceptance(*index) == Acceptance::Shown
            && thing(trace, *index, at).is_some_and(|other| other != mine)
    });
    let texts = others.flat_map(|index| {
        let shown = move |text: &String| {
            trace
                .attempt(index)
                .is_some_and(|attempt| attempt.holds(text))
        };
        known(trace, index, at).into_iter().filter(shown)
    });
    texts.collect()
}

/// UUIDs by which other scenarios named things, as answers about those showed. A thing has one UUID, and may have
/// several addresses.
fn others_elsewhere(ctx: &StepContext<'_>, at: &InputRef) -> Vec<String> {
    let sent = ctx.attempt().map(|attempt| &attempt.sent);
    let Some(mine) = sent.and_then(|sent| sent.get(at)?.text()) else {
        return Vec::new();
    };
    let by = Identifier::Uuid;
    let named = ctx.facts.named(&ctx.operation.id, at, by);
    let others = named.filter(|other| !mine.contains('@') && !other.eq_ignore_ascii_case(mine));
    others.cloned().collect()
}

/// Whether an accepted call was answered as an earlier one about the same thing was, and otherwise than one about another
/// thing: then the answer depends on what the input names.
pub(super) fn is_told_apart(trace: &TraceView<'_>, index: usize, at: &InputRef) -> bool {
    let Some(operation) = trace.operation(index).filter(|it| it.method.is_safe()) else {
        return false;
    };
    let key = |index| trace.step(index).map(|step| &step.key);
    let rest = |index| {
        let sent = trace.attempt(index)?.sent.iter();
        Some(sent.filter(|(input, _)| *input != at).collect::<Vec<_>>())
    };
    let body = |index| trace.attempt(index)?.answers.first()?.json.as_ref();
    let about = |index| thing(trace, index, at).zip(body(index));
    let Some((mine, shown)) = about(index) else {
        return false;
    };
    let like = trace.calls(&operation.id).filter(|other| {
        *other != index
            && trace.acceptance(*other) == Acceptance::Shown
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
pub(super) fn refused<'s>(
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
    named.retain(|(at, _)| names_nothing(step, at) || is_expected(trace, index, operation, at));
    let message = attempt
        .answers
        .first()
        .and_then(|answer| answer.message.as_deref());
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
fn names_nothing(step: &Step, at: &InputRef) -> bool {
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
    when == Some(&Condition::Unknown(at.clone())) && trace.refusal(index) == Refusal::Matched
}
