//! Refusals with a list of errors: an entry names the wrong input and has the documented code.

use conformance_model::defects;
use conformance_model::error_entries::{Entry, entries};
use spec::{ErrorCase, ErrorEntries};

use crate::clauses::prelude::*;

/// An entry for the wrong input has the code. Where no entry names the input, any entry with the code will do: that the
/// input is not named is a breach of another clause.
pub(super) fn judge_code(ctx: &StepContext<'_>, shape: &ErrorEntries, code: &str) -> FindingResult {
    let response = ctx.answer().ok_or(NotExercised(Reason::NoCapture))?;
    let input = wrong_input(ctx)?;
    let all = shown(ctx, response);
    let named: Vec<_> = all.iter().filter(|entry| names(ctx, entry, &input)).collect();
    let is_right = |entry: &Entry<'_>| entry.code == Some(code);
    let is_held = if named.is_empty() {
        all.iter().any(is_right)
    } else {
        named.iter().any(|entry| is_right(entry))
    };
    if is_held {
        return Ok(Held::ONCE);
    }
    Err(breach(response, shape, format!("an entry with the code `{code}` in `{}`", shape.list)))
}

/// An entry names the wrong input and, if entries are complete, no entry names another one.
pub(super) fn judge_field(ctx: &StepContext<'_>, shape: &ErrorEntries) -> FindingResult {
    let input = wrong_input(ctx)?;
    judge_named(ctx, shape, &[input])
}

/// A refusal that names no input has no entries. Whether the list is then empty or missing may be stated, too.
pub(super) fn judge_none(ctx: &StepContext<'_>, shape: &ErrorEntries) -> FindingResult {
    let response = ctx.answer().ok_or(NotExercised(Reason::NoCapture))?;
    let list = response.at(&shape.list);
    let is_empty = list.is_some_and(|list| *list == Json::List(Vec::new()));
    let (is_right, expected) = match shape.present.stated() {
        Some(true) => (is_empty, "an empty list"),
        Some(false) => (list.is_none(), "no such member"),
        None => (list.is_none_or(|list| *list == Json::Null) || is_empty, "no entries"),
    };
    if is_right { Ok(Held::ONCE) } else { Err(breach(response, shape, expected)) }
}

/// Each of these inputs is named by an entry and, if entries are complete, no other one.
pub(super) fn judge_named(
    ctx: &StepContext<'_>,
    shape: &ErrorEntries,
    wrong: &[InputRef],
) -> FindingResult {
    let response = ctx.answer().ok_or(NotExercised(Reason::NoCapture))?;
    let all = shown(ctx, response);
    let is_named = |input: &&InputRef| all.iter().any(|entry| names(ctx, entry, input));
    if let Some(missing) = wrong.iter().find(|input| !is_named(input)) {
        let name = ctx.operation.wire_name(missing);
        let expected = format!("an entry that names `{name}` in `{}`", shape.list);
        return Err(breach(response, shape, expected));
    }
    let is_wrong = |entry: &Entry<'_>| wrong.iter().any(|input| names(ctx, entry, input));
    if shape.complete.stated() == Some(&true) && !all.iter().all(is_wrong) {
        let named: Vec<_> =
            wrong.iter().map(|input| format!("`{}`", ctx.operation.wire_name(input))).collect();
        let expected = format!("entries for {} alone in `{}`", named.join(", "), shape.list);
        return Err(breach(response, shape, expected));
    }
    Ok(Held::ONCE)
}

/// The entries of the response; none where it has no list of them.
fn shown<'r>(ctx: &StepContext<'_>, response: &'r ParsedResponse) -> Vec<Entry<'r>> {
    let body = response.json();
    body.and_then(|body| entries(ctx.trace.contract, body)).unwrap_or_default()
}

/// The input that the case is about, or the only one that is wrong. A request with several is judged by the clause about
/// them.
fn wrong_input(ctx: &StepContext<'_>) -> Result<InputRef, NotHeld> {
    let wrong = defects::wrong_inputs(ctx.operation, |input| ctx.sent(input));
    let named = ctx.trace.expected_case(ctx).and_then(ErrorCase::named_input);
    match (named, wrong.as_slice()) {
        (_, [_, _, ..]) => Err(NotExercised(Reason::NoValue)),
        (Some(input), _) => Ok(input.clone()),
        (None, [only]) => Ok(only.clone()),
        (None, []) => Err(Inconclusive(Reason::OtherOutcome)),
    }
}

/// Whether an entry names an input, or an item or a member in it.
fn names(ctx: &StepContext<'_>, entry: &Entry<'_>, input: &InputRef) -> bool {
    let name = ctx.operation.wire_name(input);
    let Some(shown) = entry.field else { return false };
    let is_nested =
        || ctx.sent(input).is_some_and(|sent| matches!(sent, Json::List(_) | Json::Map(_)));
    let is_within = |rest: &str| rest.starts_with(['.', '[']) && is_nested();
    shown.strip_prefix(name).is_some_and(|rest| rest.is_empty() || is_within(rest))
}

fn breach(response: &ParsedResponse, shape: &ErrorEntries, expected: impl Into<String>) -> NotHeld {
    match response.at(&shape.list) {
        Some(list) => response.breach_at(shape.list.pointer(), expected, list.to_string()),
        None => response.breach(expected),
    }
}
