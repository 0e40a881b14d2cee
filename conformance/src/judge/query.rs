//! What query parameters do: a default that may be left out, several values in any order.

use std::collections::{BTreeMap, BTreeSet};

use crate::reason::Reason;

use super::Judged;
use super::answer::Standing;
use super::lists::Lists;
use super::locate;
use super::order;
use super::scene::Way;
use super::view::View;

/// Leaving the parameter out shows what sending its default shows, and the other way round.
pub(super) fn default(view: &View<'_>) -> Judged {
    let named = view.step.same_as.as_deref();
    let other = named.and_then(|name| view.scene.scenario.step(name));
    let (Some(mine), Some(other)) = (view.way(), other) else {
        return Judged::NotExercised(Reason::NoCapture);
    };
    if mine.standing() != Standing::Accepted {
        return view.without_acceptance();
    }
    let shown = |index, value: &String| view.scene.way(index).is_some_and(|way| way.holds(value));
    let values = view.reading.values.shows.iter();
    let wanted: Vec<_> = values.filter(|value| shown(other, value)).collect();
    if wanted.is_empty() {
        return Judged::NotExercised(Reason::Unobservable);
    }
    let Some(missing) = wanted.iter().find(|value| !mine.holds(value)) else {
        return Judged::HELD;
    };
    // Things come and go: what one page no longer shows may have moved on to the next.
    let still_there = same_calls(view, other).any(|later| shown(later, missing));
    if mine.stood_still && (mine.complete || still_there) {
        return view.breach(format!("`{missing}` in it, as when the default is sent"));
    }
    Judged::NotExercised(Reason::Unobservable)
}

/// An expansion adds data and leaves no thing out and takes none in: a list with it and one without show the same things,
/// as far as the order tells that they would be shown.
pub(super) fn beside_expansion(view: &View<'_>, parameter: &str, value: &str) -> Option<Judged> {
    let scenario = view.scene.scenario;
    let other = scenario.step(view.step.same_as.as_deref()?)?;
    let sent = view
        .step
        .beside_expansion(view.operation, scenario.steps.get(other)?);
    let mine = view
        .way()
        .filter(|way| way.standing() == Standing::Accepted)?;
    if !sent.contains(&(parameter, value)) {
        return None;
    }
    let shown = |index, value: &str| view.scene.way(index).is_some_and(|way| way.holds(value));
    let is_left_out = |value: &&String| {
        let again = same_calls(view, other).any(|later| shown(later, value));
        shown(other, value) && again && !mine.holds(value) && order::reaches(view, value)
    };
    let mut sought = view.reading.values.shows.iter();
    if let Some(left_out) = sought.find(is_left_out) {
        return Some(view.breach(format!(
            "`{left_out}` in it, as in the same list with an expansion or without it"
        )));
    }
    let repeated = repeated(view, mine, other)?;
    Some(view.breach(format!(
        "`{repeated}` once, as in the same list with an expansion or without it"
    )))
}

/// A value in several items of an array that only one item holds in the other list, before and after.
fn repeated<'v>(view: &'v View<'_>, mine: &Way, other: usize) -> Option<&'v String> {
    let holders = |way: &Way, value: &str| {
        let pages = way.answers.iter().filter_map(|answer| answer.json.as_ref());
        let pages: Vec<_> = pages.map(|page| locate::holders(page, value)).collect();
        pages
    };
    let is_once = |index, value: &str, array: &String| {
        let pages = view.scene.way(index).map(|way| holders(way, value));
        let counts: Vec<_> = pages
            .iter()
            .flatten()
            .filter_map(|page| page.get(array))
            .collect();
        !counts.is_empty() && counts.iter().all(|count| **count == 1)
    };
    let is_repeated = |value: &&String| {
        let pages = holders(mine, value);
        let mut arrays = pages.iter().flatten().filter(|(_, count)| **count > 1);
        arrays.any(|(array, _)| {
            let again = same_calls(view, other).any(|later| is_once(later, value, array));
            is_once(other, value, array) && again
        })
    };
    view.reading.values.shows.iter().find(is_repeated)
}

/// The same values in another order ask for the same, whatever several of them ask for.
pub(super) fn reordered(view: &View<'_>) -> Judged {
    let named = view.step.same_as.as_deref();
    let other = named.and_then(|name| view.scene.scenario.step(name));
    let (Some(mine), Some(other)) = (view.way(), other) else {
        return Judged::NotExercised(Reason::NoCapture);
    };
    if mine.standing() != Standing::Accepted {
        return view.without_acceptance();
    }
    // Things come and go: the list must have been the same before and after, and known to its end.
    let before = view.scene.way(other).filter(|way| is_whole(way));
    let after = same_calls(view, other)
        .find_map(|index| Some((index, view.scene.way(index).filter(|way| is_whole(way))?)));
    let (Some(before), Some((later, after)), true) = (before, after, is_whole(mine)) else {
        return Judged::NotExercised(Reason::NoControl);
    };
    let named = Lists::of(view).map(|lists| {
        let of = |index| lists.records(|call, _| call == index);
        let names = [of(other), of(view.index), of(later)]
            .into_iter()
            .flat_map(BTreeMap::into_keys);
        names.collect::<BTreeSet<_>>()
    });
    let values = view.reading.values.shows.iter().map(String::as_str);
    let mut steady = values
        .chain(named.unwrap_or_default())
        .filter(|value| before.holds(value) == after.holds(value));
    let is_named = |value: &str| view.reading.values.shows.iter().any(|known| known == value);
    let differs = steady.find(|value| mine.holds(value) != before.holds(value));
    match differs {
        Some(value) if before.holds(value) => view.breach(format!(
            "`{value}` in it, as with the values in another order"
        )),
        // What only one of three calls shows may have come and gone.
        Some(value) if is_named(value) || is_shown_again(view, value) => view.breach(format!(
            "nothing of `{value}`, as with the values in another order"
        )),
        // A list that keeps to nothing would show the same as well.
        _ => Judged::NotExercised(Reason::Unobservable),
    }
}

/// Whether another call that sends the same shows the value as well.
fn is_shown_again(view: &View<'_>, value: &str) -> bool {
    let sent = |index| view.scene.way(index).map(|way| &way.sent);
    let mut calls = view.scene.calls(&view.operation.id);
    calls.any(|index| {
        let alike = index != view.index && sent(index) == sent(view.index);
        alike && view.scene.way(index).is_some_and(|way| way.holds(value))
    })
}

fn is_whole(way: &Way) -> bool {
    way.standing() == Standing::Accepted && way.complete && way.stood_still
}

/// Later calls that send just what an earlier one sent.
fn same_calls(view: &View<'_>, other: usize) -> impl Iterator<Item = usize> {
    let sent = |index| view.scene.way(index).map(|way| &way.sent);
    let calls = view.scene.calls(&view.operation.id);
    calls.filter(move |index| *index > view.index && sent(*index) == sent(other))
}
