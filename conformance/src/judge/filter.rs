//! What a filter keeps and what it leaves out.
//!
//! Shown only beside lists without the filter, which must hold something that is left out. What they show before and after,
//! and what meets the filter, must be kept.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use spec::{Filter, InputPart, InputRef};

use crate::contract;
use crate::json::{Json, compare_numbers};
use crate::reason::Reason;

use super::answer::Standing;
use super::lists::{Known, Lists, narrowing};
use super::shape::{Found, records};
use super::view::View;
use super::{Grounds, Judged};

/// A filter by a number: what is listed lies strictly above the value that was sent.
pub(super) fn above(view: &View<'_>, parameter: &str) -> Judged {
    let (Some(filter), Some(lists)) = (Bound::of(view, parameter), Lists::of(view)) else {
        return Judged::NotExercised(Reason::NoValue);
    };
    let records = match records(view, filter.list) {
        Ok(records) => records,
        Err(Judged::NotExercised(Reason::NoItems)) => Vec::new(),
        Err(judged) => return judged,
    };
    for found in &records {
        match filter.compare(found.value) {
            Some(Ordering::Greater) => {}
            // That it is missing, or no number, is for the clauses about the member to say.
            None => return Judged::Inconclusive(Reason::NotAsDocumented),
            Some(_) => return filter.breach(found),
        }
    }
    let meets = |thing: &Known<'_>| {
        let above = |record| filter.compare(record) == Some(Ordering::Greater);
        above(thing.before) && above(thing.after)
    };
    let mut known = without(view, &lists, &filter.input);
    known.retain(meets);
    if let Some(missing) = lists.missing(view.index, known) {
        return view.breach(format!(
            "`{missing}` in the list, which is above {}",
            filter.value
        ));
    }
    let others = lists.records(|index, _| index != view.index);
    let left_out = |record: &&Json| {
        let below = matches!(
            filter.compare(record),
            Some(Ordering::Less | Ordering::Equal)
        );
        below && lists.reaches(view.index, record)
    };
    match () {
        () if records.is_empty() => Judged::NotExercised(Reason::NoItems),
        () if !others.into_values().any(|record| left_out(&record)) => {
            Judged::NotExercised(Reason::NoControl)
        }
        () => Judged::held(Grounds::INCLUDED | Grounds::EXCLUDED),
    }
}

/// A filter that only prose tells, where the scenario names what meets it and what does not.
pub(super) fn named(view: &View<'_>, parameter: &str) -> Judged {
    let (Some(way), Some(lists)) = (view.way(), Lists::of(view)) else {
        return Judged::NotExercised(Reason::NoCapture);
    };
    if way.standing() != Standing::Accepted {
        return view.without_acceptance();
    }
    let values = view.reading.values;
    let input = query(parameter);
    let known = without(view, &lists, &input);
    if let Some(hidden) = values.hides.iter().find(|value| way.holds(value)) {
        return match view.is_set_up() {
            true => view.breach(format!("nothing of `{hidden}`")),
            false => Judged::Inconclusive(Reason::NotDemonstrated),
        };
    }
    let reached = |name: &str| {
        let thing = known.iter().find(|thing| thing.name == name);
        thing.is_some_and(|thing| {
            lists.reaches(view.index, thing.before) && lists.reaches(view.index, thing.after)
        })
    };
    if let Some(missing) = values.shows.iter().find(|value| !way.holds(value)) {
        return match reached(missing) && view.is_set_up() {
            true => view.breach(format!("`{missing}` in the list, as without `{parameter}`")),
            false => Judged::NotExercised(Reason::Unobservable),
        };
    }
    let sent = way.sent.get(&input);
    let seen_otherwise = |value: &String| {
        let mut controls = view.controls().filter_map(|index| view.scene.way(index));
        controls.any(|way| way.sent.get(&input) != sent && way.holds(value))
    };
    match () {
        () if !way.complete && !values.hides.iter().all(|value| reached(value)) => {
            Judged::Inconclusive(Reason::PageLimit)
        }
        () if !values.hides.iter().all(seen_otherwise) => Judged::Inconclusive(Reason::NoControl),
        () => Judged::held(Grounds::of(values)),
    }
}

/// Things that are listed before and after, whatever is sent as the input, by calls that ask for all else that the step
/// asks for.
fn without<'v>(view: &View<'_>, lists: &Lists<'v, '_>, input: &InputRef) -> Vec<Known<'v>> {
    let Some(way) = view.way() else {
        return Vec::new();
    };
    let mut rest: BTreeMap<_, _> = narrowing(view.operation, &way.sent);
    rest.remove(input);
    lists.known(|way| lists.is_within(way, &rest))
}

fn query(parameter: &str) -> InputRef {
    InputRef {
        part: InputPart::Query,
        name: parameter.to_owned(),
    }
}

/// What was asked for.
struct Bound<'a> {
    input: InputRef,
    field: &'a str,
    list: &'a str,
    value: &'a str,
}

impl<'a> Bound<'a> {
    fn of(view: &View<'a>, parameter: &str) -> Option<Self> {
        let mut known = view.operation.query.iter();
        let known = known.find(|query| query.name == parameter)?;
        let Some(Filter::Above { field }) = &known.filter else {
            return None;
        };
        let input = query(parameter);
        let value = view.way()?.sent.get(&input)?.text()?;
        Some(Self {
            input,
            field,
            list: contract::list_member(view.operation)?,
            value,
        })
    }

    /// How a record lies to the value that was sent.
    fn compare(&self, record: &Json) -> Option<Ordering> {
        match record.get(self.field)? {
            Json::Number(digits) => compare_numbers(digits, self.value),
            _ => None,
        }
    }

    fn breach(&self, found: &Found<'_>) -> Judged {
        let actual = found.value.get(self.field).map(Json::to_string);
        let pointer = format!("{}/{}", found.pointer, self.field);
        let expected = format!("higher than {}", self.value);
        Judged::Breach(
            found
                .answer
                .failure_at(pointer, expected, actual.unwrap_or_default()),
        )
    }
}
