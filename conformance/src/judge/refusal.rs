//! Whether a defect is refused, for the documented reason, with the documented message and status.
//!
//! A refusal with the documented message speaks for itself. Any other is only known to be about the
//! defect if a like request without it was accepted.

use spec::{ClauseKind, Condition, ErrorCase, ValueSource};

use crate::contract;
use crate::json::Json;
use crate::reason::Reason;
use crate::scenario::Expectation;

use super::answer::{Answer, Standing};
use super::scene::{Acceptance, Refusal};
use super::view::{View, nothing};
use super::{Failure, Grounds, Judged, message as messages};

/// The defect is refused.
pub(super) fn refused(view: &View<'_>) -> Judged {
    match view.refusal() {
        Refusal::Matched => Judged::held(seen(view)),
        Refusal::Accepted if !is_known_to_apply(view) => {
            Judged::Inconclusive(Reason::NotDemonstrated)
        }
        Refusal::Accepted => view.breach(format!("refused: {}", defect(view))),
        Refusal::Other if has_failed(view) => Judged::Inconclusive(Reason::ServerError),
        Refusal::Other if view.has_control() => Judged::held(seen(view)),
        Refusal::Other => Judged::Inconclusive(Reason::WrongReason),
        Refusal::Nothing(reason) => nothing(reason),
    }
}

/// What a refusal shows: of a server that refuses everything, too little.
pub(super) fn seen(view: &View<'_>) -> Grounds {
    if view.has_control() {
        Grounds::SEEN | Grounds::CONTROL
    } else {
        Grounds::SEEN
    }
}

/// It is refused with the documented message.
pub(super) fn message(view: &View<'_>) -> Judged {
    match view.refusal() {
        Refusal::Matched => Judged::HELD,
        Refusal::Other if view.has_control() => match (view.answer(), case(view), view.way()) {
            (Some(answer), Some(case), Some(way)) => {
                let known =
                    |sources: &[ValueSource]| view.scene.known_values(sources, way, view.index);
                let expected = messages::expected(case, &known);
                // The documented message, which requests without the defect are told as well.
                if answer.message.as_ref() == Some(&expected) {
                    return Judged::Inconclusive(Reason::WrongReason);
                }
                Judged::Breach(message_failure(
                    view,
                    answer,
                    &or_others(view, case, expected),
                ))
            }
            _ => Judged::Inconclusive(Reason::WrongReason),
        },
        Refusal::Other => Judged::Inconclusive(Reason::WrongReason),
        Refusal::Accepted => Judged::Inconclusive(Reason::OtherOutcome),
        Refusal::Nothing(reason) => nothing(reason),
    }
}

/// The expected message, and those of the cases that the document does not tell from this one.
fn or_others(view: &View<'_>, case: &ErrorCase, expected: String) -> String {
    let others = view
        .scene
        .contract
        .indistinct(Some(view.operation), case)
        .skip(1);
    others.fold(expected, |all, other| {
        format!("{all}` or `{}", other.message)
    })
}

fn message_failure(view: &View<'_>, answer: &Answer, expected: &str) -> Box<Failure> {
    let pointer = format!("/{}", view.scene.contract.service.error_body.member);
    match &answer.message {
        Some(said) => answer.failure_at(pointer, format!("`{expected}`"), format!("`{said}`")),
        None => answer.failure_at("", format!("the message `{expected}`"), answer.summary()),
    }
}

/// It is refused with the documented status.
pub(super) fn status(view: &View<'_>, wanted: u16) -> Judged {
    let judged = match view.refusal() {
        // Another case that the document does not tell from this one has a status of its own.
        Refusal::Matched if !is_this_very_case(view) => {
            return Judged::Inconclusive(Reason::OtherOutcome);
        }
        Refusal::Matched => true,
        Refusal::Other => view.has_control(),
        Refusal::Accepted => return Judged::Inconclusive(Reason::OtherOutcome),
        Refusal::Nothing(reason) => return nothing(reason),
    };
    match view.answer() {
        Some(_) if !judged => Judged::Inconclusive(Reason::WrongReason),
        Some(answer) if answer.status == wanted => Judged::HELD,
        _ => view.breach(format!("status {wanted}")),
    }
}

/// The refusal has the documented error body.
pub(super) fn error_body(view: &View<'_>) -> Judged {
    let member = &view.scene.contract.service.error_body.member;
    let observed = view.step.expect == Expectation::Nothing;
    if observed && !is_told_in_json(view) {
        return Judged::NotExercised(Reason::NoValue);
    }
    match view.refusal() {
        Refusal::Other if observed && !works(view) => Judged::Inconclusive(Reason::NoControl),
        Refusal::Other if observed => told(view, member),
        Refusal::Matched => Judged::HELD,
        Refusal::Other if !view.has_control() => Judged::Inconclusive(Reason::WrongReason),
        Refusal::Other => told(view, member),
        Refusal::Accepted => Judged::Inconclusive(Reason::OtherOutcome),
        Refusal::Nothing(reason) => nothing(reason),
    }
}

/// Whether an answer that refuses has the message in the member for it.
fn told(view: &View<'_>, member: &str) -> Judged {
    let Some(answer) = view.answer() else {
        return Judged::NotExercised(Reason::NoCapture);
    };
    if answer.message.is_some() {
        return Judged::HELD;
    }
    let found = answer.json.as_ref().and_then(|json| json.get(member));
    Judged::Breach(match found.map(Json::kind) {
        Some(kind) => answer.failure_at(format!("/{member}"), "a string", kind),
        None => answer.failure(format!(
            "an object with the message as a string in `{member}`"
        )),
    })
}

/// Whether a call of the operation with this key had a status of success.
fn works(view: &View<'_>) -> bool {
    view.scene.calls(&view.operation.id).any(|index| {
        let step = view.scene.step(index);
        let way = view.scene.way(index);
        step.is_some_and(|step| step.key == view.step.key)
            && way.is_some_and(|way| way.standing() == Standing::Accepted)
    })
}

/// Whether a request was refused, for what it asks, with a JSON object. Who answers otherwise may stand before the service.
fn is_told_in_json(view: &View<'_>) -> bool {
    let answer = view.answer();
    answer.is_some_and(|answer| {
        let refused = (400..500).contains(&answer.status);
        refused && matches!(answer.json, Some(Json::Map(_)))
    })
}

/// A request without a key is refused, with whichever message.
pub(super) fn key_required(view: &View<'_>) -> Judged {
    match view.refusal() {
        Refusal::Matched => Judged::held(seen(view)),
        Refusal::Accepted if view.has_control() => view.breach("refused: no key was sent"),
        Refusal::Other if view.has_control() && !has_failed(view) => Judged::held(seen(view)),
        Refusal::Accepted | Refusal::Other => Judged::Inconclusive(Reason::NoControl),
        Refusal::Nothing(reason) => nothing(reason),
    }
}

/// Whether the defect is known to be there, so that accepting the request was wrong.
fn is_known_to_apply(view: &View<'_>) -> bool {
    if case(view).is_some_and(contract::is_about_key) {
        return view.has_control();
    }
    match case(view).and_then(|case| case.when.stated()) {
        // That the record is gone, or left its state, is just what the step is to show.
        Some(Condition::NotInState { .. } | Condition::InState { .. } | Condition::Unknown(_))
            if shows_a_change(view) =>
        {
            false
        }
        Some(
            Condition::NotInState { .. }
            | Condition::InState { .. }
            | Condition::Taken(_)
            | Condition::Repeated,
        ) if !view.is_set_up() => false,
        Some(Condition::Repeated) => view.is_demonstrated() && was_accepted_before(view),
        _ => view.is_demonstrated(),
    }
}

/// Whether the very same was sent before and accepted, or what the step says it repeats.
fn was_accepted_before(view: &View<'_>) -> bool {
    let named = view.step.repeats.as_deref();
    let repeated = named.and_then(|name| view.scene.scenario.step(name));
    if let Some(repeated) = repeated.filter(|repeated| *repeated < view.index) {
        return view.scene.acceptance(repeated) == Acceptance::Shown;
    }
    let sent = view.way().map(|way| &way.sent);
    view.controls()
        .any(|index| index < view.index && view.scene.way(index).map(|way| &way.sent) == sent)
}

fn shows_a_change(view: &View<'_>) -> bool {
    view.step.proves.iter().any(|proof| {
        matches!(
            proof.kind,
            ClauseKind::TransitionDone { .. } | ClauseKind::Removal
        )
    })
}

fn is_this_very_case(view: &View<'_>) -> bool {
    let pair = case(view).zip(view.way());
    pair.is_some_and(|(case, way)| view.scene.is_worded_as(view.index, way, case))
}

pub(super) fn has_failed(view: &View<'_>) -> bool {
    view.answer().is_some_and(|answer| answer.status >= 500)
}

fn case<'a>(view: &View<'a>) -> Option<&'a ErrorCase> {
    match &view.step.expect {
        Expectation::Refused(case) => view.scene.contract.error_case(view.operation, case),
        _ => None,
    }
}

pub(super) fn defect(view: &View<'_>) -> String {
    match case(view).and_then(|case| case.when.stated()) {
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
