//! Changes of inputs: path, query and body.

use super::change::{Effect, Place};
use super::pairs::{Pair, pair};
use super::types::{self, Use};
use crate::{Evidence, Identifier, InputField, Operation, PathParameter, QueryParameter};

pub(super) fn compare(old: &Operation, new: &Operation, place: &mut Place<'_>) {
    for (index, new) in new.path_parameters.iter().enumerate() {
        // Parameters of the path have places; their names are not sent.
        if let Some(old) = old.path_parameters.get(index) {
            path(old, new, place);
        }
    }
    for pair in pair(&old.query, &new.query, |parameter| &parameter.name) {
        match pair {
            Pair::Removed(old) => place.breaking(format!("`query.{}` is removed", old.name)),
            Pair::Added(new) => added("query", &new.name, new.required, place),
            Pair::Kept(old, new) => query(old, new, place),
        }
    }
    for pair in pair(&old.body, &new.body, |field| &field.wire) {
        match pair {
            Pair::Removed(old) => place.breaking(format!("`body.{}` is removed", old.wire)),
            Pair::Added(new) => added("body", &new.wire, new.required, place),
            Pair::Kept(old, new) => body(old, new, place),
        }
    }
}

fn added(part: &str, name: &str, required: bool, place: &mut Place<'_>) {
    if required {
        place.breaking(format!("the required input `{part}.{name}` is added"));
    } else {
        place.compatible(format!("the optional input `{part}.{name}` is added"));
    }
}

fn path(old: &PathParameter, new: &PathParameter, place: &mut Place<'_>) {
    let what = format!("`path.{}`", new.name);
    if old.name != new.name {
        place.compatible(format!("{what} was `path.{}`; the path is the same", old.name));
    }
    place.value(&format!("the record of {what}"), &old.record, &new.record, |name| {
        format!("`{name}`")
    });
    identifiers(&what, &old.identifiers, &new.identifiers, place);
    place.text(&format!("the description of {what}"), &old.description, &new.description);
}

fn identifiers(what: &str, old: &[Identifier], new: &[Identifier], place: &mut Place<'_>) {
    for kind in old.iter().filter(|kind| !new.contains(kind)) {
        place.breaking(format!("{what} no longer accepts the {} of a record", kind.name()));
    }
    for kind in new.iter().filter(|kind| !old.contains(kind)) {
        place.compatible(format!("{what} accepts the {} of a record", kind.name()));
    }
}

fn query(old: &QueryParameter, new: &QueryParameter, place: &mut Place<'_>) {
    let what = format!("`query.{}`", new.name);
    types::compare(&what, &old.ty, &new.ty, Use::Sent, place);
    place.flag(old.required, new.required, true, &format!("{what} is {{}} required"));
    place.flag(old.several, new.several, false, &format!("{what} {{}} accepts several values"));
    evidence(&what, old.evidence, new.evidence, place);
    for pair in pair(&old.values, &new.values, |value| &value.wire) {
        match pair {
            Pair::Removed(old) => {
                place.breaking(format!("{what} no longer has the value `{}`", old.wire));
            }
            Pair::Added(new) => place.compatible(format!("{what} has the value `{}`", new.wire)),
            Pair::Kept(old, new) => {
                let what = format!("`{}` of {what}", new.wire);
                let meaning = format!("the meaning of {what}");
                place.slot(
                    &meaning,
                    (&old.meaning, &new.meaning),
                    |text| format!("is \"{text}\""),
                    |place, old, new| place.text(&meaning, old, new),
                );
                promise(&format!("the expansion of {what}"), &old.expansion, &new.expansion, place);
                promise(&format!("the order of {what}"), &old.sorts, &new.sorts, place);
            }
        }
    }
    if old.filter != new.filter {
        filter(&what, old, new, place);
    }
    match (&old.default, &new.default) {
        (None, Some(value)) => place.compatible(format!("{what} has the default `{value}`")),
        (Some(value), None) => {
            place.breaking(format!("{what} no longer has the default `{value}`"));
        }
        (Some(old), Some(new)) if old != new => {
            place.breaking(format!("the default of {what} is `{new}`; it was `{old}`"));
        }
        _ => {}
    }
    place.text(&format!("the description of {what}"), &old.description, &new.description);
}

fn filter(what: &str, old: &QueryParameter, new: &QueryParameter, place: &mut Place<'_>) {
    use crate::Filter::Meaning;
    match (&old.filter, &new.filter) {
        (Some(Meaning(_)), Some(Meaning(_))) => {
            place.wording(format!("the description of the filter {what} changed"));
        }
        _ => promise(&format!("the filter {what}"), &old.filter, &new.filter, place),
    }
}

/// Compares what an operation promises beyond what each request has.
pub(super) fn promise<T: PartialEq>(
    what: &str,
    old: &Option<T>,
    new: &Option<T>,
    place: &mut Place<'_>,
) {
    match (old, new) {
        (None, Some(_)) => place.compatible(format!("{what} is added")),
        (Some(_), None) => place.breaking(format!("{what} is removed")),
        (Some(old), Some(new)) if old != new => place.breaking(format!("{what} changed")),
        _ => {}
    }
}

fn body(old: &InputField, new: &InputField, place: &mut Place<'_>) {
    let what = format!("`body.{}`", new.wire);
    types::compare(&what, &old.ty, &new.ty, Use::Sent, place);
    if old.name != new.name {
        place.compatible(format!("{what} is named `{}` in code; it was `{}`", new.name, old.name));
    }
    place.flag(old.required, new.required, true, &format!("{what} is {{}} required"));
    place.flag(old.unique, new.unique, true, &format!("{what} is {{}} unique"));
    place.flag(old.several, new.several, false, &format!("{what} {{}} accepts several values"));
    identifiers(&what, &old.identifiers, &new.identifiers, place);
    place.text(&format!("when {what} is required"), &old.required_when, &new.required_when);
    place.text(&format!("the record of {what}"), &old.record, &new.record);
    place.text(&format!("the description of {what}"), &old.description, &new.description);
}

/// Compares the evidence of a member or parameter: the stronger, the more can be relied on.
pub(super) fn evidence(what: &str, old: Evidence, new: Evidence, place: &mut Place<'_>) {
    if old != new {
        let effect = if new < old { Effect::Compatible } else { Effect::Breaking };
        let text = format!("the evidence for {what} is {}; it was {}", new.name(), old.name());
        place.add(effect, text);
    }
}
