//! Changes of what an operation does: effects, order, paging, scope, transitions, hidden records.

use super::change::{Effect, Place};
use super::inputs::promise;
use super::pairs::{Pair, pair};
use crate::{Direction, Operation, Order, Paging, Scope, Slot, Transition};

pub(super) fn compare(old: &Operation, new: &Operation, place: &mut Place<'_>) {
    for (verb, old, new) in [
        ("lists", &old.lists, &new.lists),
        ("creates", &old.creates, &new.creates),
        ("updates", &old.updates, &new.updates),
        ("removes", &old.removes, &new.removes),
    ] {
        effect(verb, old.as_deref(), new.as_deref(), place);
    }
    if let (Some(old), Some(new)) = (&old.order, &new.order) {
        place.value_slot("the order of the list", (old, new), order);
    }
    if old.lists.is_some() && new.lists.is_some() {
        list_paging(old.paging.as_ref(), new.paging.as_ref(), place);
    }
    scope(old.scope.as_ref(), new.scope.as_ref(), place);
    for pair in pair(&old.transitions, &new.transitions, |transition| &transition.name) {
        match pair {
            Pair::Removed(old) => place.breaking(format!("{} is removed", named(old))),
            Pair::Added(new) => place.compatible(format!("{} is added", named(new))),
            Pair::Kept(old, new) => transition(old, new, place),
        }
    }
    for pair in pair(&old.hidden, &new.hidden, |hidden| &hidden.id) {
        match pair {
            Pair::Removed(old) => {
                place.compatible(format!("no longer hidden: {}", old.description));
            }
            Pair::Added(new) => place.breaking(format!("never returned: {}", new.description)),
            Pair::Kept(old, new) => {
                let what = format!("the description of the hidden records `{}`", new.id);
                place.text(&what, &old.description, &new.description);
            }
        }
    }
}

fn effect(verb: &str, old: Option<&str>, new: Option<&str>, place: &mut Place<'_>) {
    match (old, new) {
        (None, Some(new)) => place.compatible(format!("it {verb} a `{new}`")),
        (Some(old), None) => place.breaking(format!("it no longer {verb} a `{old}`")),
        (Some(old), Some(new)) if old != new => {
            place.breaking(format!("it {verb} a `{new}`; before, a `{old}`"));
        }
        _ => {}
    }
}

fn order(order: &Order) -> String {
    let direction = match order.direction {
        Direction::Ascending => "ascending",
        Direction::Descending => "descending",
    };
    let by = order.by.as_ref().map_or("the moment of creation".to_owned(), |by| format!("`{by}`"));
    format!("{direction} by {by}")
}

/// `None` is a list that is known not to be paged.
fn list_paging(old: Option<&Slot<Paging>>, new: Option<&Slot<Paging>>, place: &mut Place<'_>) {
    let what = "the paging of the list";
    let show = |paging: &Paging| format!("is stated, with `{}`", paging.meta);
    match (old, new) {
        (Some(old), Some(new)) => place.slot(what, (old, new), show, paging),
        (Some(old), None) => match old.gap() {
            Some(gap) => place.documented(gap, "the list is not paged, which was a gap"),
            None => place.breaking("the list is no longer paged"),
        },
        (None, Some(new)) => match new.gap() {
            Some(gap) => place.withdrawn(gap, "now a gap: the list is not paged"),
            None => place.breaking("the list is paged; a reader gets one page of it"),
        },
        (None, None) => {}
    }
}

fn paging(place: &mut Place<'_>, old: &Paging, new: &Paging) {
    let quoted = |name: &String| format!("`{name}`");
    place.value("the member that describes the page", &old.meta, &new.meta, quoted);
    place.value("the member with the total", &old.total, &new.total, quoted);
    for pair in pair(&old.members, &new.members, |name| name) {
        match pair {
            Pair::Removed(old) => place.breaking(format!("`{}` no longer has `{old}`", new.meta)),
            Pair::Added(added) => place.compatible(format!("`{}` has `{added}`", new.meta)),
            Pair::Kept(..) => {}
        }
    }
    let kinds = ["are integers", "may be other than integers"];
    place.flag_slot("the members of the page", (&old.integers, &new.integers), false, kinds);
    let what = "the page";
    let names = |selection: &crate::PageSelection| {
        format!("is selected by `{}` and `{}`", selection.page, selection.per_page)
    };
    place.slot(what, (&old.selection, &new.selection), names, |place, old, new| {
        if (&old.page, &old.per_page) != (&new.page, &new.per_page) {
            place.breaking(format!("{what} {} (before: {})", names(new), names(old)));
        }
    });
}

fn scope(old: Option<&Slot<Scope>>, new: Option<&Slot<Scope>>, place: &mut Place<'_>) {
    let show = |scope: &Scope| match scope {
        Scope::Account => "the account of the key".to_owned(),
        Scope::Service => "all accounts".to_owned(),
    };
    match (old, new) {
        (Some(old), Some(new)) => place.value_slot("what it reaches", (old, new), show),
        (None, Some(Slot::Stated(_))) => place.compatible("what it reaches is stated"),
        (Some(Slot::Stated(_)), None) => place.breaking("what it reaches is no longer stated"),
        _ => {}
    }
}

fn named(transition: &Transition) -> String {
    match &transition.name {
        Some(name) => format!("the transition `{name}`"),
        None => "the transition".to_owned(),
    }
}

fn transition(old: &Transition, new: &Transition, place: &mut Place<'_>) {
    let what = named(new);
    let quoted = |name: &String| format!("`{name}`");
    place.value(&format!("the record of {what}"), &old.record, &new.record, quoted);
    if old.from != new.from {
        let state = |from: &Option<String>| from.as_ref().map_or("any state".to_owned(), quoted);
        let effect = if new.from.is_none() { Effect::Compatible } else { Effect::Breaking };
        let (new, old) = (state(&new.from), state(&old.from));
        place.add(effect, format!("{what} starts in {new}; before, in {old}"));
    }
    place.value_slot(&format!("the new state of {what}"), (&old.to, &new.to), quoted);
    let trigger = |transition: &Transition| {
        let trigger = transition.trigger.as_ref()?;
        Some((trigger.input.clone(), trigger.value.value.clone()))
    };
    promise(&format!("the input that triggers {what}"), &trigger(old), &trigger(new), place);
    let refused = |transition: &Transition| Some(transition.refused_with.as_ref()?.value.clone());
    let what_refused = format!("the refusal of {what} in another state");
    promise(&what_refused, &refused(old), &refused(new), place);
    match (&old.except, &new.except) {
        (None, Some(guard)) => {
            place.breaking(format!("{what} does not happen when {}", guard.when))
        }
        (Some(guard), None) => place.compatible(format!("{what} happens even when {}", guard.when)),
        (Some(old), Some(new)) => place.text(&format!("the guard of {what}"), &old.when, &new.when),
        (None, None) => {}
    }
}
