//! A filter by a number: what is listed lies strictly above the value that was sent.
//!
//! Shown only beside the list without the filter, which must have held something to be left out.

use std::cmp::Ordering;

use spec::{Filter, InputPart, InputRef};

use crate::contract;
use crate::json::{Json, compare_numbers};
use crate::reason::Reason;

use super::paging::identity;
use super::scene::Way;
use super::shape::{Found, listed, records};
use super::view::View;
use super::{Grounds, Judged};

pub(super) fn above(view: &View<'_>, parameter: &str) -> Judged {
    let Some(filter) = Bound::of(view, parameter) else {
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
    let controls: Vec<usize> = filter.controls(view).collect();
    if let Some(missing) = filter.missing(view, &controls, &records) {
        return view.breach(format!(
            "`{missing}` in the list, which is above {}",
            filter.value
        ));
    }
    let below = |index: &usize| {
        let mut listed = listed(view, *index, filter.list);
        listed.any(|item| matches!(filter.compare(item), Some(Ordering::Less | Ordering::Equal)))
    };
    match () {
        () if records.is_empty() => Judged::NotExercised(Reason::NoItems),
        () if !controls.iter().any(below) => Judged::NotExercised(Reason::NoControl),
        () => Judged::held(Grounds::INCLUDED | Grounds::EXCLUDED),
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
        let query = known.find(|query| query.name == parameter)?;
        let Some(Filter::Above { field }) = &query.filter else {
            return None;
        };
        let input = InputRef {
            part: InputPart::Query,
            name: parameter.to_owned(),
        };
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

    /// Accepted calls of the operation without the filter.
    fn controls(&self, view: &View<'a>) -> impl Iterator<Item = usize> {
        view.controls().filter(|index| {
            let way = view.scene.way(*index);
            way.is_some_and(|way| way.sent.get(&self.input).is_none())
        })
    }

    /// A record above the value that the filtered list lacks. It must have been in the list before
    /// and after, as things come and go, and all three lists must be known to their ends.
    fn missing(&self, view: &View<'a>, controls: &[usize], found: &[Found<'_>]) -> Option<String> {
        let rest = |way: &'a Way| {
            let others = way.sent.iter().filter(|(input, _)| **input != self.input);
            others.collect::<Vec<_>>()
        };
        let whole = |way: &&Way| way.complete && way.stood_still;
        let mine = view.way().filter(whole).map(rest)?;
        let is_like = |index: &&usize| {
            let way = view.scene.way(**index).filter(|way| way.complete);
            way.is_some_and(|way| rest(way) == mine)
        };
        let before = controls
            .iter()
            .filter(is_like)
            .find(|at| **at < view.index)?;
        let after = controls
            .iter()
            .filter(is_like)
            .find(|at| **at > view.index)?;
        let names = |index: usize| {
            let above = listed(view, index, self.list);
            let above = above.filter(|item| self.compare(item) == Some(Ordering::Greater));
            above
                .filter_map(|item| identity(view, item))
                .collect::<Vec<_>>()
        };
        let (before, after) = (names(*before), names(*after));
        let mut gone = before.into_iter().filter(|name| {
            let listed = found
                .iter()
                .any(|found| identity(view, found.value) == Some(name));
            after.contains(name) && !listed
        });
        gone.next().map(str::to_owned)
    }
}
