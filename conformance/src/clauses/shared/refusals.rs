//! What refusals have in common.
//!
//! A refusal with the documented message speaks for itself. Any other is only known to be about the defect if a like
//! request without it was accepted.

use spec::ErrorCase;

use crate::clauses::prelude::*;

/// What a refusal shows. A server that refuses everything shows too little.
pub(crate) fn refusal_coverage(ctx: &StepContext<'_>) -> Coverage {
    if ctx.has_control() { Coverage::SEEN_WITH_CONTROL } else { Coverage::SEEN }
}

pub(crate) fn has_failed(ctx: &StepContext<'_>) -> bool {
    ctx.answer().is_some_and(|answer| answer.status >= 500)
}

pub(crate) fn expected_case<'a>(ctx: &StepContext<'a>) -> Option<&'a ErrorCase> {
    match &ctx.step.expect {
        Expectation::Refused(case) => ctx.trace.contract.error_case(ctx.operation, case),
        _ => None,
    }
}

pub(crate) fn describe_defect(ctx: &StepContext<'_>) -> String {
    match expected_case(ctx).and_then(|case| case.when.stated()) {
        Some(Condition::Missing(input)) => format!("`{input}` is missing"),
        Some(Condition::Blank(input)) => format!("`{input}` is blank"),
        Some(Condition::Malformed(input)) => format!("`{input}` is malformed"),
        Some(Condition::Taken(input)) => format!("another record has the same `{input}`"),
        Some(Condition::Unknown(input)) => format!("`{input}` identifies no record"),
        Some(Condition::NotInState { record, state }) => format!("the {record} is not {state}"),
        Some(Condition::InState { record, state }) => format!("the {record} is {state}"),
        Some(Condition::Repeated) => "the same request was accepted before".to_owned(),
        Some(Condition::KeyAbsent) => "no key was sent".to_owned(),
        Some(Condition::KeyInvalid) => "the key is invalid".to_owned(),
        Some(Condition::KeyUserless) => "the user of the key does not exist".to_owned(),
        Some(Condition::Prose(when)) => when.clone(),
        None => "the request is invalid".to_owned(),
    }
}
