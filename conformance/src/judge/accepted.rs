//! Whether a valid request is accepted, and if not, which of its parts is to blame.
//!
//! A refusal is nobody's fault until the run has shown what the request rests on. Of a minimal
//! request the operation itself answers for it; of one with something more, that one thing does,
//! provided that the minimal one was accepted.

use spec::{Identifier, InputPart, InputRef, Type};

use crate::contract;
use crate::reason::Reason;
use crate::scenario::{Reference, Value};

use super::Judged;
use super::facts::{address, addresses};
use super::named;
use super::proof;
use super::scene::{Acceptance, Way};
use super::view::View;

/// The request as a whole.
pub(super) fn acceptance(view: &View<'_>) -> Judged {
    if let Some(judged) = settled(view) {
        return judged;
    }
    if is_made_of_accepted_parts(view) {
        return view.breach("accepted: with each of its optional inputs alone it was");
    }
    if !is_minimal(view) {
        return Judged::Inconclusive(Reason::OtherOutcome);
    }
    if is_accepted_by_another_address(view) {
        return Judged::Inconclusive(Reason::OtherOutcome);
    }
    view.breach("accepted: the request is valid")
}

/// Whether several optional inputs were sent, and each was accepted alone, with the same value.
fn is_made_of_accepted_parts(view: &View<'_>) -> bool {
    let extras = view.extras(view.index);
    let is_accepted_alone = |input: &&InputRef| {
        let value = |index| view.scene.way(index).and_then(|way| way.sent.get(input));
        let mut alone = view
            .controls()
            .filter(|it| is_minimal_but_for(view, *it, input));
        alone.any(|index| value(index) == value(view.index))
    };
    extras.len() > 1 && extras.iter().all(is_accepted_alone) && view.step.spelling.is_usual()
}

/// A way to address a thing.
pub(super) fn addressing(view: &View<'_>, at: &InputRef, by: Identifier) -> Judged {
    if view.way().is_some_and(|way| address(&way.sent, at) != by) {
        return Judged::NotExercised(Reason::NoValue);
    }
    if let Some(other) = named::shows_another(view, at) {
        return view.breach(format!("what `{}` names, and not `{other}`", at.name));
    }
    if proof::is_outdated(view, at) {
        return view.breach("what was changed, as by another name of the same thing");
    }
    let (operation, facts) = (view.operation, view.facts);
    if view.step.spelling.escaped && is_read_without_escapes(view) {
        return view.breach("accepted: the path only has other escapes");
    }
    match settled(view) {
        Some(Judged::Held { .. }) if !facts.tells_apart(view.scene.contract, operation, at, by) => {
            return Judged::Inconclusive(Reason::NotShownToDiscriminate);
        }
        Some(judged) => return judged,
        None if view.step.spelling.escaped => return escaped(view),
        None => {}
    }
    let small = is_minimal_but_for(view, view.index, at) || is_smallest_change(view, view.index);
    if !small || !view.step.spelling.is_usual() {
        return Judged::Inconclusive(Reason::OtherOutcome);
    }
    let is_used = facts.is_addressed_by(&operation.id, at, by);
    let only_way = contract::addressing(operation, at).len() == 1 && !is_used;
    // A creation may refuse some of the things that it is for, such as those in another state.
    let is_refused_for_this = !is_used || operation.creates.is_none();
    let otherwise = facts.is_addressed_otherwise(&operation.id, at, by) && is_refused_for_this;
    if only_way || otherwise || is_accepted_otherwise(view, at, by) {
        return view.breach(format!("accepted: `{}` is given by {}", at.name, by.name()));
    }
    Judged::Inconclusive(Reason::NoControl)
}

/// Whether the same thing, addressed in another way, was accepted in this scenario.
fn is_accepted_otherwise(view: &View<'_>, at: &InputRef, by: Identifier) -> bool {
    let thing = |index| {
        let value = view.scene.step(index)?.inputs.set.get(at)?;
        Value::references(value).find_map(|reference| match reference {
            Reference::Fixture { need, .. } => Some(need.clone()),
            Reference::Sent { step, .. } | Reference::Answer { step, .. } => Some(step.clone()),
            _ => None,
        })
    };
    let is_otherwise = |index| {
        let way = view.scene.way(index);
        way.is_some_and(|way| address(&way.sent, at) != by)
    };
    let mine = thing(view.index);
    mine.is_some()
        && view
            .controls()
            .any(|it| thing(it) == mine && is_otherwise(it))
}

/// Whether the call was refused, and another was accepted that has the same path without escapes.
fn is_read_without_escapes(view: &View<'_>) -> bool {
    let path = |way: &Way| {
        let sent = way
            .sent
            .iter()
            .filter(|(input, _)| input.part == InputPart::Path);
        sent.map(|(_, value)| value.clone()).collect::<Vec<_>>()
    };
    let mine = view.way().map(path);
    let mut controls = view.controls().filter_map(|index| view.scene.way(index));
    view.acceptance() == Acceptance::Refused && controls.any(|way| Some(path(way)) == mine)
}

/// A path that was refused with its characters escaped names what it names without.
fn escaped(view: &View<'_>) -> Judged {
    match view.has_control_addressed_alike() {
        true => view.breach("accepted: the path only has other escapes"),
        false => Judged::Inconclusive(Reason::NoControl),
    }
}

/// A member of the body.
pub(super) fn field(view: &View<'_>, field: &str) -> Judged {
    let input = InputRef {
        part: InputPart::Body,
        name: field.to_owned(),
    };
    let known = view.operation.body.iter().find(|known| known.wire == field);
    let has_forms = known.is_some_and(|known| {
        known.several || matches!(&known.ty, Type::Timestamp(_) | Type::Enumeration(_))
    });
    // One form, or one value, may be refused and the member still be accepted.
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

/// A documented value of an input, or a form in which it is written.
pub(super) fn value(view: &View<'_>, part: InputPart, name: &str) -> Judged {
    let name = name.to_owned();
    extra(view, &InputRef { part, name })
}

/// Something that need not be sent: to blame only if it is all there is beside a minimal request,
/// and the minimal one was accepted.
pub(super) fn extra(view: &View<'_>, input: &InputRef) -> Judged {
    if let Some(judged) = settled(view) {
        return judged;
    }
    if !is_minimal_but_for(view, view.index, input) || !view.step.spelling.is_usual() {
        return Judged::Inconclusive(Reason::OtherOutcome);
    }
    let sent = |index| view.scene.way(index).and_then(|way| way.sent.get(input));
    let mut controls = view.controls();
    let control = |index| is_control_for(view, index, input) && sent(index) != sent(view.index);
    if controls.any(control) || is_all_there_is_to_change(view) {
        return view.breach(format!("accepted: `{input}` is documented"));
    }
    Judged::Inconclusive(Reason::NoControl)
}

/// Whether a member that was refused is the only one of a change: then nothing smaller can be accepted
/// and be the control, and the member is refused wherever the request is.
fn is_all_there_is_to_change(view: &View<'_>) -> bool {
    let only_one = view.operation.body.len() == 1 && takes_changes(view);
    only_one && is_minimal(view) && !is_accepted_by_another_address(view)
}

fn is_accepted_by_another_address(view: &View<'_>) -> bool {
    let way = view.way();
    let addressed = way.map(|way| addresses(view.operation, way));
    addressed.unwrap_or_default().iter().any(|(at, by)| {
        view.facts
            .is_addressed_otherwise(&view.operation.id, at, *by)
    })
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
        Acceptance::Refused if view.may_be_used_up() => Some(Judged::NotExercised(Reason::UsedUp)),
        Acceptance::Refused => None,
        _ => Some(view.without_acceptance()),
    }
}

fn is_minimal_but_for(view: &View<'_>, index: usize, input: &InputRef) -> bool {
    view.extras(index).iter().all(|extra| *extra == input)
}

/// Whether a call is a control for another that has this input besides: one with nothing else, or as
/// small as any can be.
fn is_control_for(view: &View<'_>, index: usize, input: &InputRef) -> bool {
    is_minimal_but_for(view, index, input) || is_smallest_change(view, index)
}

fn is_minimal(view: &View<'_>) -> bool {
    let minimal = match takes_changes(view) {
        // That one member was refused says nothing of the request if another was accepted.
        true => is_smallest_change(view, view.index) && !view.has_control(),
        false => view.extras(view.index).is_empty(),
    };
    minimal && view.step.spelling.is_usual()
}

/// Whether the body says what to change, and no member of it must be sent. Then the smallest has one:
/// whether an empty one is accepted is not said.
fn takes_changes(view: &View<'_>) -> bool {
    let (operation, mut body) = (view.operation, view.operation.body.iter());
    operation.updates.is_some() && !operation.body.is_empty() && body.all(|field| !field.required)
}

fn is_smallest_change(view: &View<'_>, index: usize) -> bool {
    let extras = view.extras(index);
    takes_changes(view) && matches!(extras.as_slice(), [one] if one.part == InputPart::Body)
}
