//! A list contains only the records that a query parameter selects.
//!
//! Needs lists without the filter that contain an excluded record. The records that those lists
//! have before and after, and that match the filter, must be in the filtered list.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use spec::{ClauseKind, InputPart, InputRef};

use crate::clauses::shared::lists::{Lists, PersistentItem, narrowing, same_input_calls};
use crate::clauses::shared::records::{LocatedRecord, records};
use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::contract;
use crate::finding::{Coverage, FindingResult};
use crate::json::{Json, compare_numbers};
use crate::parsed::answer::AnswerClass;
use crate::parsed::attempt::Attempt;
use crate::parsed::step_context::StepContext;
use crate::reason::Reason;

pub(super) struct Filter<'k> {
    pub(super) parameter: &'k String,
}

impl ClauseRule for Filter<'_> {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        if !step.is_accepted() {
            return;
        }
        // What a filter keeps is seen in the answer only where a member of the record shows it.
        for (input, _) in step.accepted_inputs() {
            let mut known = step.operation.query.iter();
            let filter =
                known.find(|query| input.part == InputPart::Query && query.name == input.name);
            if let Some(spec::Filter::Above { .. }) = filter.and_then(|query| query.filter.as_ref())
            {
                let parameter = input.name.clone();
                claims.add(Some(&step.operation.id), ClauseKind::Filter { parameter });
            }
        }
        let Some(other) = step.compared_step() else {
            return;
        };
        for parameter in step.step.reordered(step.operation, other) {
            let parameter = parameter.to_owned();
            claims.add(Some(&step.operation.id), ClauseKind::Filter { parameter });
        }
    }

    fn required_coverage(&self) -> Coverage {
        // A server that shows everything, or nothing, would pass half of the check.
        Coverage::INCLUDED | Coverage::EXCLUDED
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        if ctx.step.same_as.is_some() {
            return judge_reordered(ctx);
        }
        judge_above(ctx, self.parameter)
    }

    fn judge_values(&self, ctx: &StepContext<'_>) -> Option<FindingResult> {
        Some(judge_named(ctx, self.parameter))
    }
}

/// A filter by a number: what is listed lies strictly above the value that was sent.
fn judge_above(ctx: &StepContext<'_>, parameter: &str) -> FindingResult {
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
            // A missing or invalid number is judged by the clauses about the field.
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
        return ctx.breach(format!("`{missing}` in the list, which is above {}", filter.value));
    }
    let others = lists.records(|index, _| index != ctx.index);
    let left_out = |record: &&Json| {
        let below = matches!(filter.compare(record), Some(Ordering::Less | Ordering::Equal));
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

/// A filter that is only described in prose: the scenario names what meets it and what does not.
fn judge_named(ctx: &StepContext<'_>, parameter: &str) -> FindingResult {
    let (Some(attempt), Some(lists)) = (ctx.attempt(), Lists::of(ctx)) else {
        return FindingResult::NotExercised(Reason::NoCapture);
    };
    if attempt.class() != AnswerClass::Accepted {
        return ctx.without_acceptance();
    }
    let values = ctx.parsed.values;
    let input = query_input(parameter);
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
        () => FindingResult::held(Coverage::of_values(values)),
    }
}

/// Records that are listed before and after by calls that omit the input and otherwise send the
/// same.
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

fn query_input(parameter: &str) -> InputRef {
    InputRef { part: InputPart::Query, name: parameter.to_owned() }
}

/// The number that was sent as the filter.
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
        let Some(spec::Filter::Above { field }) = &known.filter else {
            return None;
        };
        let input = query_input(parameter);
        let value = ctx.attempt()?.sent.get(&input)?.text()?;
        Some(Self { input, field, list: contract::list_member(ctx.operation)?, value })
    }

    /// Compares the field of a record with the sent value.
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

/// The same values in another order must select the same records.
fn judge_reordered(ctx: &StepContext<'_>) -> FindingResult {
    let named = ctx.step.same_as.as_deref();
    let other = named.and_then(|name| ctx.trace.scenario.step(name));
    let (Some(mine), Some(other)) = (ctx.attempt(), other) else {
        return FindingResult::NotExercised(Reason::NoCapture);
    };
    if mine.class() != AnswerClass::Accepted {
        return ctx.without_acceptance();
    }
    // Other clients add and remove records: the list must be complete, and equal before and after.
    let before = ctx.trace.attempt(other).filter(|attempt| is_whole(attempt));
    let after = same_input_calls(ctx, other).find_map(|index| {
        Some((index, ctx.trace.attempt(index).filter(|attempt| is_whole(attempt))?))
    });
    let (Some(before), Some((later, after)), true) = (before, after, is_whole(mine)) else {
        return FindingResult::NotExercised(Reason::NoControl);
    };
    let named = Lists::of(ctx).map(|lists| {
        let of = |index| lists.records(|call, _| call == index);
        let names = [of(other), of(ctx.index), of(later)].into_iter().flat_map(BTreeMap::into_keys);
        names.collect::<BTreeSet<_>>()
    });
    let values = ctx.parsed.values.shows.iter().map(String::as_str);
    let mut steady = values
        .chain(named.unwrap_or_default())
        .filter(|value| before.holds(value) == after.holds(value));
    let is_named = |value: &str| ctx.parsed.values.shows.iter().any(|known| known == value);
    let differs = steady.find(|value| mine.holds(value) != before.holds(value));
    match differs {
        Some(value) if before.holds(value) => {
            ctx.breach(format!("`{value}` in it, as with the values in another order"))
        }
        // A record that only one of three calls shows may have been added or removed meanwhile.
        Some(value) if is_named(value) || is_shown_again(ctx, value) => {
            ctx.breach(format!("nothing of `{value}`, as with the values in another order"))
        }
        // A list without any filter would show the same.
        _ => FindingResult::NotExercised(Reason::Unobservable),
    }
}

/// Whether another call that sends the same shows the value as well.
fn is_shown_again(ctx: &StepContext<'_>, value: &str) -> bool {
    let sent = |index| ctx.trace.attempt(index).map(|attempt| &attempt.sent);
    let mut calls = ctx.trace.calls(&ctx.operation.id);
    calls.any(|index| {
        let alike = index != ctx.index && sent(index) == sent(ctx.index);
        alike && ctx.trace.attempt(index).is_some_and(|attempt| attempt.holds(value))
    })
}

fn is_whole(attempt: &Attempt) -> bool {
    attempt.class() == AnswerClass::Accepted && attempt.complete && attempt.stood_still
}
