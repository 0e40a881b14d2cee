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

use super::answer::AnswerClass;
use super::lists::{Lists, PersistentItem, narrowing};
use super::shape::{LocatedRecord, records};
use super::step_context::StepContext;
use super::{Coverage, FindingResult};

/// A filter by a number: what is listed lies strictly above the value that was sent.
pub(super) fn above(ctx: &StepContext<'_>, parameter: &str) -> FindingResult {
    let (Some(filter), Some(lists)) = (Bound::of(ctx, parameter), Lists::of(ctx)) else {
        return FindingResult::NotExercised(Reason::NoValue);
    };
    let records = match records(ctx, filter.list) {
        Ok(records) => records,
        Err(FindingResult::NotExercised(Reason::NoItems)) => Vec::new(),
        Err(result) => return result,
    };
    for found in &records {
        match filter.compare(found.value) {
            Some(Ordering::Greater) => {}
            // That it is missing, or no number, is for the clauses about the member to say.
            None => return FindingResult::Inconclusive(Reason::NotAsDocumented),
            Some(_) => return filter.breach(found),
        }
    }
    let meets = |thing: &PersistentItem<'_>| {
        let above = |record| filter.compare(record) == Some(Ordering::Greater);
        above(thing.before) && above(thing.after)
    };
    let mut known = without(ctx, &lists, &filter.input);
    known.retain(meets);
    if let Some(missing) = lists.missing(ctx.index, known) {
        return ctx.breach(format!(
            "`{missing}` in the list, which is above {}",
            filter.value
        ));
    }
    let others = lists.records(|index, _| index != ctx.index);
    let left_out = |record: &&Json| {
        let below = matches!(
            filter.compare(record),
            Some(Ordering::Less | Ordering::Equal)
        );
        below && lists.reaches(ctx.index, record)
    };
    match () {
        () if records.is_empty() => FindingResult::NotExercised(Reason::NoItems),
        () if !others.into_values().any(|record| left_out(&record)) => {
            FindingResult::NotExercised(Reason::NoControl)
        }
        () => FindingResult::held(Coverage::INCLUDED | Coverage::EXCLUDED),
    }
}

/// A filter that only prose tells, where the scenario names what meets it and what does not.
pub(super) fn named(ctx: &StepContext<'_>, parameter: &str) -> FindingResult {
    let (Some(attempt), Some(lists)) = (ctx.attempt(), Lists::of(ctx)) else {
        return FindingResult::NotExercised(Reason::NoCapture);
    };
    if attempt.class() != AnswerClass::Accepted {
        return ctx.without_acceptance();
    }
    let values = ctx.parsed.values;
    let input = query(parameter);
    let known = without(ctx, &lists, &input);
    if let Some(hidden) = values.hides.iter().find(|value| attempt.holds(value)) {
        return match ctx.is_set_up() {
            true => ctx.breach(format!("nothing of `{hidden}`")),
            false => FindingResult::Inconclusive(Reason::NotDemonstrated),
        };
    }
    let reached = |name: &str| {
        let thing = known.iter().find(|thing| thing.name == name);
        thing.is_some_and(|thing| {
            lists.reaches(ctx.index, thing.before) && lists.reaches(ctx.index, thing.after)
        })
    };
    if let Some(missing) = values.shows.iter().find(|value| !attempt.holds(value)) {
        return match reached(missing) && ctx.is_set_up() {
            true => ctx.breach(format!("`{missing}` in the list, as without `{parameter}`")),
            false => FindingResult::NotExercised(Reason::Unobservable),
        };
    }
    let sent = attempt.sent.get(&input);
    let seen_otherwise = |value: &String| {
        let mut controls = ctx.controls().filter_map(|index| ctx.trace.attempt(index));
        controls.any(|attempt| attempt.sent.get(&input) != sent && attempt.holds(value))
    };
    match () {
        () if !attempt.complete && !values.hides.iter().all(|value| reached(value)) => {
            FindingResult::Inconclusive(Reason::PageLimit)
        }
        () if !values.hides.iter().all(seen_otherwise) => {
            FindingResult::Inconclusive(Reason::NoControl)
        }
        () => FindingResult::held(Coverage::of(values)),
    }
}

/// Things that are listed before and after, whatever is sent as the input, by calls that ask for all else that the step
/// asks for.
fn without<'v>(
    ctx: &StepContext<'_>,
    lists: &Lists<'v, '_>,
    input: &InputRef,
) -> Vec<PersistentItem<'v>> {
    let Some(attempt) = ctx.attempt() else {
        return Vec::new();
    };
    let mut rest: BTreeMap<_, _> = narrowing(ctx.operation, &attempt.sent);
    rest.remove(input);
    lists.known(|attempt| lists.is_within(attempt, &rest))
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
    fn of(ctx: &StepContext<'a>, parameter: &str) -> Option<Self> {
        let mut known = ctx.operation.query.iter();
        let known = known.find(|query| query.name == parameter)?;
        let Some(Filter::Above { field }) = &known.filter else {
            return None;
        };
        let input = query(parameter);
        let value = ctx.attempt()?.sent.get(&input)?.text()?;
        Some(Self {
            input,
            field,
            list: contract::list_member(ctx.operation)?,
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

    fn breach(&self, found: &LocatedRecord<'_>) -> FindingResult {
        let actual = found.value.get(self.field).map(Json::to_string);
        let pointer = format!("{}/{}", found.pointer, self.field);
        let expected = format!("higher than {}", self.value);
        FindingResult::Breach(found.answer.failure_at(
            pointer,
            expected,
            actual.unwrap_or_default(),
        ))
    }
}
