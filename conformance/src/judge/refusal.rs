//! Whether a defect is refused, for the documented reason, with the documented message and status.
//!
//! A refusal with the documented message speaks for itself. Any other is only known to be about the
//! defect if a like request without it was accepted.

use spec::{ClauseKind, Condition, ErrorCase, ValueSource};

use crate::contract;
use crate::json::Json;
use crate::reason::Reason;
use crate::scenario::Expectation;

use super::answer::{Answer, AnswerClass};
use super::step_context::{StepContext, nothing};
use super::trace_view::{Acceptance, Refusal};
use super::{Coverage, Failure, FindingResult, message as messages};

/// The defect is refused.
pub(super) fn refused(ctx: &StepContext<'_>) -> FindingResult {
    match ctx.refusal() {
        Refusal::Matched => FindingResult::held(seen(ctx)),
        Refusal::Accepted if !is_known_to_apply(ctx) => {
            FindingResult::Inconclusive(Reason::NotDemonstrated)
        }
        Refusal::Accepted => ctx.breach(format!("refused: {}", defect(ctx))),
        Refusal::Other if has_failed(ctx) => FindingResult::Inconclusive(Reason::ServerError),
        Refusal::Other if ctx.has_control() => FindingResult::held(seen(ctx)),
        Refusal::Other => FindingResult::Inconclusive(Reason::WrongReason),
        Refusal::Unusable(reason) => nothing(reason),
    }
}

/// What a refusal shows: of a server that refuses everything, too little.
pub(super) fn seen(ctx: &StepContext<'_>) -> Coverage {
    if ctx.has_control() {
        Coverage::SEEN | Coverage::CONTROL
    } else {
        Coverage::SEEN
    }
}

/// It is refused with the documented message.
pub(super) fn message(ctx: &StepContext<'_>) -> FindingResult {
    match ctx.refusal() {
        Refusal::Matched => FindingResult::HELD,
        Refusal::Other if ctx.has_control() => match (ctx.answer(), case(ctx), ctx.attempt()) {
            (Some(answer), Some(case), Some(attempt)) => {
                let known =
                    |sources: &[ValueSource]| ctx.trace.known_values(sources, attempt, ctx.index);
                let expected = messages::expected(case, &known);
                // The documented message, which requests without the defect are told as well.
                if answer.message.as_ref() == Some(&expected) {
                    return FindingResult::Inconclusive(Reason::WrongReason);
                }
                FindingResult::Breach(message_failure(
                    ctx,
                    answer,
                    &or_others(ctx, case, expected),
                ))
            }
            _ => FindingResult::Inconclusive(Reason::WrongReason),
        },
        Refusal::Other => FindingResult::Inconclusive(Reason::WrongReason),
        Refusal::Accepted => FindingResult::Inconclusive(Reason::OtherOutcome),
        Refusal::Unusable(reason) => nothing(reason),
    }
}

/// The expected message, and those of the cases that the document does not tell from this one.
fn or_others(ctx: &StepContext<'_>, case: &ErrorCase, expected: String) -> String {
    let others = ctx
        .trace
        .contract
        .indistinct_cases(Some(ctx.operation), case)
        .skip(1);
    others.fold(expected, |all, other| {
        format!("{all}` or `{}", other.message)
    })
}

fn message_failure(ctx: &StepContext<'_>, answer: &Answer, expected: &str) -> Box<Failure> {
    let pointer = format!("/{}", ctx.trace.contract.service.error_body.member);
    match &answer.message {
        Some(said) => answer.failure_at(pointer, format!("`{expected}`"), format!("`{said}`")),
        None => answer.failure_at("", format!("the message `{expected}`"), answer.summary()),
    }
}

/// It is refused with the documented status.
pub(super) fn status(ctx: &StepContext<'_>, wanted: u16) -> FindingResult {
    let result = match ctx.refusal() {
        // Another case that the document does not tell from this one has a status of its own.
        Refusal::Matched if !is_this_very_case(ctx) => {
            return FindingResult::Inconclusive(Reason::OtherOutcome);
        }
        Refusal::Matched => true,
        Refusal::Other => ctx.has_control(),
        Refusal::Accepted => return FindingResult::Inconclusive(Reason::OtherOutcome),
        Refusal::Unusable(reason) => return nothing(reason),
    };
    match ctx.answer() {
        Some(_) if !result => FindingResult::Inconclusive(Reason::WrongReason),
        Some(answer) if answer.status == wanted => FindingResult::HELD,
        _ => ctx.breach(format!("status {wanted}")),
    }
}

/// The refusal has the documented error body.
pub(super) fn error_body(ctx: &StepContext<'_>) -> FindingResult {
    let member = &ctx.trace.contract.service.error_body.member;
    let observed = ctx.step.expect == Expectation::Nothing;
    if observed && !is_told_in_json(ctx) {
        return FindingResult::NotExercised(Reason::NoValue);
    }
    match ctx.refusal() {
        Refusal::Other if observed && !works(ctx) => FindingResult::Inconclusive(Reason::NoControl),
        Refusal::Other if observed => told(ctx, member),
        Refusal::Matched => FindingResult::HELD,
        Refusal::Other if !ctx.has_control() => FindingResult::Inconclusive(Reason::WrongReason),
        Refusal::Other => told(ctx, member),
        Refusal::Accepted => FindingResult::Inconclusive(Reason::OtherOutcome),
        Refusal::Unusable(reason) => nothing(reason),
    }
}

/// Whether an answer that refuses has the message in the member for it.
fn told(ctx: &StepContext<'_>, member: &str) -> FindingResult {
    let Some(answer) = ctx.answer() else {
        return FindingResult::NotExercised(Reason::NoCapture);
    };
    if answer.message.is_some() {
        return FindingResult::HELD;
    }
    let found = answer.json.as_ref().and_then(|json| json.get(member));
    FindingResult::Breach(match found.map(Json::kind) {
        Some(kind) => answer.failure_at(format!("/{member}"), "a string", kind),
        None => answer.failure(format!(
            "an object with the message as a string in `{member}`"
        )),
    })
}

/// Whether a call of the operation with this key had a status of success.
fn works(ctx: &StepContext<'_>) -> bool {
    ctx.trace.calls(&ctx.operation.id).any(|index| {
        let step = ctx.trace.step(index);
        let attempt = ctx.trace.attempt(index);
        step.is_some_and(|step| step.key == ctx.step.key)
            && attempt.is_some_and(|attempt| attempt.class() == AnswerClass::Accepted)
    })
}

/// Whether a request was refused, for what it asks, with a JSON object. Who answers otherwise may stand before the service.
fn is_told_in_json(ctx: &StepContext<'_>) -> bool {
    let answer = ctx.answer();
    answer.is_some_and(|answer| {
        let refused = (400..500).contains(&answer.status);
        refused && matches!(answer.json, Some(Json::Map(_)))
    })
}

/// A request without a key is refused, with whichever message.
pub(super) fn key_required(ctx: &StepContext<'_>) -> FindingResult {
    match ctx.refusal() {
        Refusal::Matched => FindingResult::held(seen(ctx)),
        Refusal::Accepted if ctx.has_control() => ctx.breach("refused: no key was sent"),
        Refusal::Other if ctx.has_control() && !has_failed(ctx) => FindingResult::held(seen(ctx)),
        Refusal::Accepted | Refusal::Other => FindingResult::Inconclusive(Reason::NoControl),
        Refusal::Unusable(reason) => nothing(reason),
    }
}

/// Whether the defect is known to be there, so that accepting the request was wrong.
fn is_known_to_apply(ctx: &StepContext<'_>) -> bool {
    if case(ctx).is_some_and(contract::is_about_key) {
        return ctx.has_control();
    }
    match case(ctx).and_then(|case| case.when.stated()) {
        // That the record is gone, or left its state, is just what the step is to show.
        Some(Condition::NotInState { .. } | Condition::InState { .. } | Condition::Unknown(_))
            if shows_a_change(ctx) =>
        {
            false
        }
        Some(
            Condition::NotInState { .. }
            | Condition::InState { .. }
            | Condition::Taken(_)
            | Condition::Repeated,
        ) if !ctx.is_set_up() => false,
        Some(Condition::Repeated) => ctx.is_demonstrated() && was_accepted_before(ctx),
        _ => ctx.is_demonstrated(),
    }
}

/// Whether the very same was sent before and accepted, or what the step says it repeats.
fn was_accepted_before(ctx: &StepContext<'_>) -> bool {
    let named = ctx.step.repeats.as_deref();
    let repeated = named.and_then(|name| ctx.trace.scenario.step(name));
    if let Some(repeated) = repeated.filter(|repeated| *repeated < ctx.index) {
        return ctx.trace.acceptance(repeated) == Acceptance::Shown;
    }
    let sent = ctx.attempt().map(|attempt| &attempt.sent);
    ctx.controls().any(|index| {
        index < ctx.index && ctx.trace.attempt(index).map(|attempt| &attempt.sent) == sent
    })
}

fn shows_a_change(ctx: &StepContext<'_>) -> bool {
    ctx.step.proves.iter().any(|proof| {
        matches!(
            proof.kind,
            ClauseKind::TransitionDone { .. } | ClauseKind::Removal
        )
    })
}

fn is_this_very_case(ctx: &StepContext<'_>) -> bool {
    let pair = case(ctx).zip(ctx.attempt());
    pair.is_some_and(|(case, attempt)| ctx.trace.is_worded_as(ctx.index, attempt, case))
}

pub(super) fn has_failed(ctx: &StepContext<'_>) -> bool {
    ctx.answer().is_some_and(|answer| answer.status >= 500)
}

fn case<'a>(ctx: &StepContext<'a>) -> Option<&'a ErrorCase> {
    match &ctx.step.expect {
        Expectation::Refused(case) => ctx.trace.contract.error_case(ctx.operation, case),
        _ => None,
    }
}

pub(super) fn defect(ctx: &StepContext<'_>) -> String {
    match case(ctx).and_then(|case| case.when.stated()) {
        Some(Condition::Missing(input)) => format!("`{input}` was left out"),
        Some(Condition::Blank(input)) => format!("`{input}` is blank"),
        Some(Condition::Malformed(input)) => format!("`{input}` is malformed"),
        Some(Condition::Taken(input)) => format!("another has the same `{input}`"),
        Some(Condition::Unknown(input)) => format!("`{input}` is of nothing that exists"),
        Some(Condition::NotInState { record, state }) => format!("the {record} is not {state}"),
        Some(Condition::InState { record, state }) => format!("the {record} is {state}"),
        Some(Condition::Repeated) => "the same was accepted before".to_owned(),
        Some(Condition::KeyAbsent) => "no key was sent".to_owned(),
        Some(Condition::KeyInvalid) => "the key is invalid".to_owned(),
        Some(Condition::KeyUserless) => "the user of the key does not exist".to_owned(),
        Some(Condition::Prose(when)) => when.clone(),
        None => "the request has a defect".to_owned(),
    }
}
