//! Changes of operations.

use super::change::Changes;
use super::pairs::{Pair, pair};
use super::{behaviour, inputs, refusals, response};
use crate::{Body, Contract, Method, Operation, Segment};

pub(super) fn compare(old: &Contract, new: &Contract, changes: &mut Changes) {
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    for pair in pair(old.operations(), new.operations(), |operation| &operation.id) {
        match pair {
            Pair::Removed(old) => removed.push(old),
            Pair::Added(new) => added.push(new),
            Pair::Kept(old, new) => kept(old, new, changes),
        }
    }
    // Another id for the same method and path is another name for the same operation.
    for pair in pair(removed, added, route) {
        match pair {
            Pair::Removed(old) => {
                let text = format!("the operation is removed ({} {})", old.method, old.path);
                changes.at(old.address()).breaking(text);
                changes.whole(format!("{}.", old.id));
            }
            Pair::Added(new) => {
                let text = format!("the operation is added ({} {})", new.method, new.path);
                changes.at(new.address()).compatible(text);
                changes.whole(format!("{}.", new.id));
            }
            Pair::Kept(old, new) => {
                changes.whole(format!("{}.", old.id));
                changes.whole(format!("{}.", new.id));
                kept(old, new, changes);
            }
        }
    }
}

/// Method and path, without the names of parameters: they are not sent.
fn route(operation: &Operation) -> (Method, Vec<Option<&str>>) {
    let segments = operation.path.segments.iter().map(|segment| match segment {
        Segment::Literal(text) => Some(text.as_str()),
        Segment::Parameter(_) => None,
    });
    (operation.method, segments.collect())
}

fn kept(old: &Operation, new: &Operation, changes: &mut Changes) {
    let mut place = changes.at(new.address());
    if old.address() != new.address() {
        place.compatible(format!(
            "the operation was `{}`; requests are the same, names in code and ids of clauses are not",
            old.address()
        ));
    }
    if route(old) != route(new) {
        place.breaking(format!(
            "the operation is `{} {}`; it was `{} {}`",
            new.method, new.path, old.method, old.path
        ));
    }
    let needs = ["is required", "is not required"];
    place.flag_slot("the key", (&old.key_required, &new.key_required), true, needs);
    inputs::compare(old, new, &mut place);
    response::compare(&old.success, &new.success, &mut place);
    behaviour::compare(old, new, &mut place);
    place.text("the description", &old.description, &new.description);
    place.text("the section of the document", &old.section, &new.section);
    let cases = refusals::compare(&old.errors, &new.errors, &mut place);
    for case in cases {
        changes.whole(format!("{}.errors.{case}.", new.id));
    }
}

/// The records that an operation reads, changes or returns.
pub(super) fn records_of(operation: &Operation) -> Vec<&str> {
    let effects = [&operation.lists, &operation.creates, &operation.updates, &operation.removes];
    let effects = effects.into_iter().filter_map(|effect| effect.as_deref());
    let members = match operation.success.body.value() {
        Some(Body::Envelope(members)) => members.as_slice(),
        _ => &[],
    };
    let members = members.iter().filter_map(|member| member.ty.record());
    let transitions = operation.transitions.iter().map(|transition| transition.record.as_str());
    let path = operation.path_parameters.iter().map(|parameter| parameter.record.as_str());
    effects.chain(members).chain(transitions).chain(path).collect()
}
