//! Whether a valid request is accepted, and if not, which of its parts is to blame.
//!
//! A refusal is nobody's fault until the run has shown what the request rests on. Of a minimal
//! request the operation itself answers for it; of one with something more, that one thing does,
//! provided that the minimal one was accepted.

use spec::{Identifier, InputPart, InputRef, Type};

use crate::reason::Reason;

use super::Judged;
use super::facts::{address, addresses};
use super::scene::Acceptance;
use super::view::View;

/// The request as a whole.
pub(super) fn acceptance(view: &View<'_>) -> Judged {
    if let Some(judged) = settled(view) {
        return judged;
    }
    if !is_minimal(view) {
        return Judged::Inconclusive(Reason::OtherOutcome);
    }
    let elsewhere = view.way().map(addresses).unwrap_or_default();
    let by_address = elsewhere.iter().any(|(parameter, by)| {
        view.facts
            .is_addressed_otherwise(&view.operation.id, parameter, *by)
    });
    if by_address {
        return Judged::Inconclusive(Reason::OtherOutcome);
    }
    view.breach("accepted: the request is valid")
}

/// A way to address a thing in the path.
pub(super) fn addressing(view: &View<'_>, parameter: &str, by: Identifier) -> Judged {
    if view
        .way()
        .is_some_and(|way| address(&way.sent, parameter) != by)
    {
        return Judged::NotExercised(Reason::NoValue);
    }
    if let Some(judged) = settled(view) {
        return judged;
    }
    if !is_minimal(view) {
        return Judged::Inconclusive(Reason::OtherOutcome);
    }
    let known = view
        .operation
        .path_parameters
        .iter()
        .find(|known| known.name == parameter);
    let only_way = known.is_some_and(|known| known.alternatives.len() == 1)
        && !view
            .facts
            .is_addressed_by(&view.operation.id, parameter, by);
    if only_way
        || view
            .facts
            .is_addressed_otherwise(&view.operation.id, parameter, by)
    {
        return view.breach(format!("accepted: `{parameter}` is given by {}", by.name()));
    }
    Judged::Inconclusive(Reason::NoControl)
}

/// A member of the body.
pub(super) fn field(view: &View<'_>, field: &str) -> Judged {
    let input = InputRef {
        part: InputPart::Body,
        name: field.to_owned(),
    };
    let known = view.operation.body.iter().find(|known| known.wire == field);
    let has_forms = known.is_some_and(|known| matches!(&known.ty, Type::Timestamp(_)));
    // One form of a point in time may be refused and the member still be accepted.
    let accepted_once = view.controls().any(|index| {
        view.scene
            .way(index)
            .is_some_and(|way| way.sent.get(&input).is_some())
    });
    if has_forms && accepted_once && view.acceptance() == Acceptance::Refused {
        return Judged::Inconclusive(Reason::OtherOutcome);
    }
    extra(view, &input)
}

/// A form in which a point in time is written.
pub(super) fn form(view: &View<'_>, field: &str) -> Judged {
    extra(
        view,
        &InputRef {
            part: InputPart::Body,
            name: field.to_owned(),
        },
    )
}

/// A documented value of a query parameter.
pub(super) fn query_value(view: &View<'_>, parameter: &str) -> Judged {
    extra(
        view,
        &InputRef {
            part: InputPart::Query,
            name: parameter.to_owned(),
        },
    )
}

/// Something that need not be sent: to blame only if it is all there is beside a minimal request,
/// and the minimal one was accepted.
fn extra(view: &View<'_>, input: &InputRef) -> Judged {
    if let Some(judged) = settled(view) {
        return judged;
    }
    if !is_minimal_but_for(view, view.index, input) || view.step.lower_case_header {
        return Judged::Inconclusive(Reason::OtherOutcome);
    }
    let sent = |index| view.scene.way(index).and_then(|way| way.sent.get(input));
    let mut controls = view.controls();
    if controls
        .any(|index| is_minimal_but_for(view, index, input) && sent(index) != sent(view.index))
    {
        return view.breach(format!("accepted: `{input}` is documented"));
    }
    Judged::Inconclusive(Reason::NoControl)
}

/// The finding where it does not depend on which part of the request is asked about.
fn settled(view: &View<'_>) -> Option<Judged> {
    match view.acceptance() {
        Acceptance::Shown => Some(Judged::HELD),
        Acceptance::Refused if !view.is_demonstrated() => {
            Some(Judged::Inconclusive(Reason::NotDemonstrated))
        }
        Acceptance::Refused if view.may_be_right_to_refuse() => {
            Some(Judged::Inconclusive(Reason::DocumentedRefusal))
        }
        Acceptance::Refused => None,
        _ => Some(view.without_acceptance()),
    }
}

fn is_minimal_but_for(view: &View<'_>, index: usize, input: &InputRef) -> bool {
    view.extras(index).iter().all(|extra| *extra == input)
}

fn is_minimal(view: &View<'_>) -> bool {
    view.extras(view.index).is_empty() && !view.step.lower_case_header
}
