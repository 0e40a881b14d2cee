//! Changes of records, and of the resources that declare them.

use super::change::{Changes, Place};
use super::inputs::evidence;
use super::pairs::{Pair, pair};
use super::types::{self, Use};
use crate::{Contract, Field, Lifecycle, Limit, Record};

pub(super) fn compare(old: &Contract, new: &Contract, changes: &mut Changes) {
    for pair in pair(&old.resources, &new.resources, |resource| &resource.id) {
        if let Pair::Kept(old, new) = pair {
            let mut place = changes.at(&new.id);
            place.text("the title", &old.title, &new.title);
            place.text("the description", &old.description, &new.description);
            place.text("the section of the document", &old.section, &new.section);
        }
    }
    for pair in pair(old.records(), new.records(), |record| &record.name) {
        match pair {
            Pair::Removed(old) => {
                changes.at(&old.name).breaking("the record is removed");
                changes.whole(prefix(old));
            }
            Pair::Added(new) => {
                changes.at(&new.name).compatible("the record is added");
                changes.whole(prefix(new));
            }
            Pair::Kept(old, new) => kept(old, new, changes),
        }
    }
}

/// What ids of the record's gaps start with.
fn prefix(record: &Record) -> String {
    format!("{}.{}.", record.resource, record.name)
}

fn kept(old: &Record, new: &Record, changes: &mut Changes) {
    // Readers of a closed record may refuse members that they do not know.
    let closed = old.further_members.stated() == Some(&false);
    for pair in pair(&old.fields, &new.fields, |field| &field.wire) {
        match pair {
            Pair::Removed(old) => {
                changes.at(format!("{}.{}", new.name, old.wire)).breaking("the member is removed");
                changes.whole(format!("{}{}.", prefix(new), old.name));
            }
            Pair::Added(field) => {
                let mut place = changes.at(format!("{}.{}", new.name, field.wire));
                if closed {
                    place.breaking("the member is added to a record that had no others");
                } else {
                    place.compatible("the member is added");
                }
                changes.whole(format!("{}{}.", prefix(new), field.name));
            }
            Pair::Kept(old, field) => {
                member(old, field, &mut changes.at(format!("{}.{}", new.name, field.wire)));
            }
        }
    }
    let mut place = changes.at(&new.name);
    if old.resource != new.resource {
        place.compatible(format!(
            "the record is in `{}`; it was in `{}`",
            new.resource, old.resource
        ));
    }
    let further = ["may have others than the listed ones", "are the listed ones only"];
    let slots = (&old.further_members, &new.further_members);
    place.flag_slot("its members", slots, true, further);
    lifecycle(old.lifecycle.as_ref(), new.lifecycle.as_ref(), &mut place);
    limit(old.limit.as_ref(), new.limit.as_ref(), &mut place);
    place.text("the description", &old.description, &new.description);
    place.text("the section of the document", &old.section, &new.section);
}

fn member(old: &Field, new: &Field, place: &mut Place<'_>) {
    let what = "the member";
    types::compare(what, &old.ty, &new.ty, Use::Read, place);
    if old.name != new.name {
        place.compatible(format!("{what} is named `{}` in code; it was `{}`", new.name, old.name));
    }
    let present = ["is always present", "may be absent"];
    place.flag_slot(what, (&old.present, &new.present), false, present);
    let nullable = ["may be null", "is never null"];
    place.flag_slot(what, (&old.nullable, &new.nullable), true, nullable);
    evidence(what, old.evidence, new.evidence, place);
    place.text("the description", &old.description, &new.description);
    place.text("the section of the document", &old.section, &new.section);
}

fn lifecycle(old: Option<&Lifecycle>, new: Option<&Lifecycle>, place: &mut Place<'_>) {
    let (old, new) = match (old, new) {
        (Some(old), Some(new)) => (old, new),
        (None, Some(_)) => return place.compatible("the states are stated"),
        (Some(_), None) => return place.breaking("the states are no longer stated"),
        (None, None) => return,
    };
    for pair in pair(&old.states.value, &new.states.value, |state| state) {
        match pair {
            Pair::Removed(old) => place.breaking(format!("the state `{old}` is removed")),
            Pair::Added(new) if old.complete.stated() == Some(&true) => {
                place.breaking(format!("the state `{new}` is added to a complete list"));
            }
            Pair::Added(new) => place.compatible(format!("the state `{new}` is added")),
            Pair::Kept(..) => {}
        }
    }
    let complete = ["is complete", "may be incomplete"];
    place.flag_slot("the list of states", (&old.complete, &new.complete), false, complete);
    let quoted = |name: &String| format!("`{name}`");
    place.value_slot("the state of a new record", (&old.initial, &new.initial), quoted);
    place.value_slot("the member that shows the state", (&old.shown_in, &new.shown_in), quoted);
    let (old, new) = (&old.external_transitions, &new.external_transitions);
    for pair in pair(old, new, |transition| &transition.id) {
        match pair {
            Pair::Removed(old) => {
                place.compatible(format!("the external transition `{}` is removed", old.id));
            }
            Pair::Added(new) => {
                place.compatible(format!("the external transition `{}` is added", new.id));
            }
            Pair::Kept(old, new) => {
                let what = format!("the external transition `{}`", new.id);
                let states = (&old.from, &old.to) != (&new.from, &new.to);
                if states {
                    place.breaking(format!("{what} leads from `{}` to `{}`", new.from, new.to));
                }
                place.slot(
                    &format!("what triggers {what}"),
                    (&old.by, &new.by),
                    |by| format!("is \"{by}\""),
                    |place, old, new| place.text(&format!("what triggers {what}"), old, new),
                );
            }
        }
    }
}

fn limit(old: Option<&Limit>, new: Option<&Limit>, place: &mut Place<'_>) {
    let (old, new) = (old.map(|limit| limit.per_account), new.map(|limit| limit.per_account));
    match (old, new) {
        (Some(old), Some(new)) if new > old => {
            place.compatible(format!("an account can have {new}; before, {old}"));
        }
        (Some(old), Some(new)) if new < old => {
            place.breaking(format!("an account can have {new}; before, {old}"));
        }
        (Some(_), None) => place.compatible("the limit of an account is removed"),
        (None, Some(new)) => place.breaking(format!("an account can have {new} at most")),
        _ => {}
    }
}
