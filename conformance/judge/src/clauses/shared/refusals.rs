//! What refusals have in common.
//!
//! A refusal with the documented message speaks for itself. Any other is only known to be about the defect if a like
//! request without it was accepted.

use conformance_model::defects;
use spec::{Constraint, Defect};

use crate::clauses::prelude::*;

/// What a refusal shows. A server that refuses everything shows too little.
pub fn refusal_coverage(ctx: &StepContext<'_>) -> Coverage {
    if ctx.has_control() { Coverage::SEEN_WITH_CONTROL } else { Coverage::SEEN }
}

pub fn has_failed(ctx: &StepContext<'_>) -> bool {
    ctx.answer().is_some_and(|response| response.status >= 500)
}

/// Whether the request deserves the refusal by what it sends and leaves out, whatever records there are.
pub fn is_earned_by_request(ctx: &StepContext<'_>) -> bool {
    match ctx.trace.expected_case(ctx).and_then(|case| case.when.stated()) {
        Some(Condition::Missing(input)) => !is_required_by_state(ctx, input),
        Some(Condition::Unknown(input)) => {
            ctx.step.inputs.set.get(input).is_some_and(Value::identifies_nothing)
        }
        Some(
            Condition::Blank(_)
            | Condition::Malformed(_)
            | Condition::Breaks { .. }
            | Condition::Invalid(_)
            | Condition::KeyAbsent
            | Condition::KeyInvalid
            | Condition::KeyUserless
            | Condition::KeyOf(_),
        ) => true,
        Some(Condition::OfAny { defect, .. }) => *defect != Defect::Unknown,
        _ => false,
    }
}

/// Whether a member of the body is required only under a condition.
pub fn is_required_by_state(ctx: &StepContext<'_>, input: &InputRef) -> bool {
    let field = ctx.operation.body_field(&input.name).filter(|_| input.part == InputPart::Body);
    field.is_some_and(|field| field.required_when.is_some())
}

pub fn describe_defect(ctx: &StepContext<'_>) -> String {
    match ctx.trace.expected_case(ctx).and_then(|case| case.when.stated()) {
        Some(Condition::Missing(input)) => format!("`{input}` is missing"),
        Some(Condition::Blank(input)) => format!("`{input}` is blank"),
        Some(Condition::Malformed(input)) => format!("`{input}` is malformed"),
        Some(Condition::Breaks { input, constraint }) => {
            let breach = constraint.map_or("outside its constraints", Constraint::breach);
            format!("`{input}` is {breach}")
        }
        Some(Condition::Invalid(input)) => format!("`{input}` is invalid"),
        Some(Condition::OfAny { defect: Defect::Unknown, .. }) => {
            "an identifier names no record".to_owned()
        }
        Some(Condition::OfAny { .. }) => describe_wrong_input(ctx),
        Some(Condition::Taken(input)) => format!("another record has the same `{input}`"),
        Some(Condition::Unknown(input)) => format!("`{input}` identifies no record"),
        Some(Condition::NotInState { record, state }) => format!("the {record} is not {state}"),
        Some(Condition::InState { record, state }) => format!("the {record} is {state}"),
        Some(Condition::Compares(comparison)) => comparison.in_words(),
        Some(Condition::Repeated) => "the same request was accepted before".to_owned(),
        Some(Condition::KeyAbsent) => "no key was sent".to_owned(),
        Some(Condition::KeyInvalid) => "the key is invalid".to_owned(),
        Some(Condition::KeyUserless) => "the user of the key does not exist".to_owned(),
        Some(Condition::KeyOf(kind)) => format!("the key is of the kind `{kind}`"),
        Some(Condition::Prose(when)) => when.clone(),
        None => "the request is invalid".to_owned(),
    }
}

fn describe_wrong_input(ctx: &StepContext<'_>) -> String {
    let wrong = defects::wrong_inputs(ctx.operation, |input| ctx.sent(input));
    match wrong.as_slice() {
        [only] if ctx.sent(only).is_none() => format!("`{only}` is missing"),
        [only] => format!("`{only}` is invalid"),
        _ => "an input is invalid".to_owned(),
    }
}

/// Whether a request was refused with a JSON object and a status for client errors. Any other response may come from a
/// proxy.
pub fn is_json_refusal(ctx: &StepContext<'_>) -> bool {
    ctx.answer().is_some_and(|response| {
        (400..500).contains(&response.status) && matches!(response.json(), Some(Json::Map(_)))
    })
}
