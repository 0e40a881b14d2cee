//! A list contains only the records that a query parameter selects.
//!
//! Needs lists without the filter that contain an excluded record. The records that those lists
//! have before and after, and that match the filter, must be in the filtered list.

use std::collections::{BTreeMap, BTreeSet};

use crate::clauses::effect::EffectRule;
use crate::clauses::prelude::*;
use crate::clauses::shared::comparison::{Comparison, Kept};
use crate::clauses::shared::lists::{Lists, PersistentItem, narrowing, same_input_calls};
use crate::clauses::shared::records::records;

pub(super) struct Filter<'k> {
    pub(super) parameter: &'k str,
}

impl EffectRule for Filter<'_> {
    fn judge_values(&self, _: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        self.judge_named(ctx)
    }
}

pub(super) fn is_claimed(step: &ClaimedStep<'_>, parameter: &str) -> bool {
    // What a filter keeps is seen in the response only where a member of the record shows it.
    let filter = step.operation.query_parameter(parameter);
    let is_seen = filter
        .is_some_and(|query| query.filter.as_ref().is_some_and(|filter| filter.field().is_some()));
    (is_seen && step.accepted_input(&InputRef::new(InputPart::Query, parameter)).is_some())
        || step
            .compared_step()
            .is_some_and(|other| step.step.reordered(step.operation, other).contains(&parameter))
}

impl Filter<'_> {
    pub(super) fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        if ctx.step.same_as.is_some() {
            judge_reordered(ctx)
        } else {
            judge_kept(ctx, self.parameter)
        }
    }

    fn input(&self) -> InputRef {
        InputRef::new(InputPart::Query, self.parameter)
    }

    /// A filter that is only described in prose: the scenario names what meets it and what does not.
    fn judge_named(&self, ctx: &StepContext<'_>) -> FindingResult {
        let attempt = ctx.accepted_attempt()?;
        let values = ctx.values;
        if let Some(hidden) = values.hides.iter().find(|value| attempt.shows(value)) {
            return ctx.breach(format!("`{hidden}` not in the list"));
        }
        let Some(lists) = Lists::of(ctx) else {
            return self.judge_unseen_list(ctx, attempt);
        };
        let absent = absent(ctx, &lists, self.parameter);
        let is_reached = |name: &String| {
            absent.iter().any(|item| item.name == *name && lists.reaches_item(ctx, item))
        };
        if let Some(missing) = values.shows.iter().find(|value| !attempt.holds(value)) {
            if !is_reached(missing) {
                return Err(NotExercised(Reason::Unobservable));
            }
            let parameter = self.parameter;
            return ctx.breach(format!("`{missing}` in the list, as without `{parameter}`"));
        }
        if !attempt.complete && !values.hides.iter().all(is_reached) {
            return Err(Inconclusive(Reason::PageLimit));
        }
        let input = self.input();
        let is_seen_otherwise = |value: &String| {
            ctx.controls().any(|call| call.sent(&input) != ctx.sent(&input) && call.holds(value))
        };
        if !values.hides.iter().all(is_seen_otherwise) {
            return Err(Inconclusive(Reason::NoControl));
        }
        Ok(Held::with(Coverage::of_values(values)))
    }

    /// The same where the document does not show the list, so that its order and its pages are not known. A server that
    /// ignores the filter shows what calls before and after without it show.
    fn judge_unseen_list(&self, ctx: &StepContext<'_>, attempt: &Attempt) -> FindingResult {
        let (input, values) = (self.input(), ctx.values);
        if !values.shows.iter().all(|value| attempt.holds(value)) {
            return Err(NotExercised(Reason::Unobservable));
        }
        let unfiltered = || {
            ctx.calls_of_list().filter(|call| {
                call.step.key == ctx.step.key
                    && call.is_accepted()
                    && call.sends_same_without(&input, ctx)
            })
        };
        let is_left_out = |value: &String| {
            let calls = || unfiltered().filter(|call| call.holds(value));
            calls().any(|call| call.index < ctx.index) && calls().any(|call| call.index > ctx.index)
        };
        if values.hides.iter().all(is_left_out) {
            Ok(Held::with(Coverage::of_values(values)))
        } else {
            Err(Inconclusive(Reason::NoControl))
        }
    }
}

/// Records that the step does not list, although calls before and after it do. Those calls ask for no other value of the
/// parameter, or for any, and otherwise send the same.
fn absent<'a>(
    ctx: &StepContext<'a>,
    lists: &Lists<'_, 'a>,
    parameter: &str,
) -> Vec<PersistentItem<'a>> {
    ctx.attempt.map_or_else(Vec::new, |attempt| {
        let mut rest = narrowing(ctx.operation, &attempt.sent);
        rest.remove(parameter);
        lists.absent(|attempt| lists.is_within(attempt, &rest))
    })
}

/// A filter by a member: what is listed is kept by the value that was sent, or is meant without one, and nothing else that
/// is kept is missing.
pub(super) fn judge_kept(ctx: &StepContext<'_>, parameter: &str) -> FindingResult {
    let (Some(comparison), Some(lists)) = (Comparison::of(ctx, parameter), Lists::of(ctx)) else {
        return Err(NotExercised(Reason::NoValue));
    };
    let field = comparison.field;
    let expected = comparison.in_words();
    let records = match records(ctx, lists.list) {
        Err(NotExercised(Reason::NoItems)) => Vec::new(),
        records => records?,
    };
    for found in &records {
        match comparison.of_record(found.value) {
            Kept::Yes | Kept::Open => {}
            // A missing or invalid value is judged by the clauses about the field.
            Kept::Unknown => return Err(Inconclusive(Reason::NotAsDocumented)),
            Kept::No => {
                let actual = found.value.get(field).map(Json::to_string);
                let expected = format!("a value {expected}");
                return found.breach(field, expected, actual.unwrap_or_default());
            }
        }
    }
    let is_kept = |record| comparison.of_record(record) == Kept::Yes;
    let mut absent = absent(ctx, &lists, parameter);
    absent.retain(|item| is_kept(item.before) && is_kept(item.after));
    if let Some(missing) = lists.missing(absent) {
        return ctx.breach(format!("`{missing}` in the list: its `{field}` is {expected}"));
    }
    if records.is_empty() {
        return Err(NotExercised(Reason::NoItems));
    }
    // A value that keeps everything shows something that the default leaves out.
    let query = ctx.operation.query_parameter(parameter);
    let default = query.and_then(|query| {
        let default = query.filters_by_default().filter(|_| comparison.keeps_all())?;
        Comparison::with(ctx.trace.contract, ctx.operation, query, default)
    });
    if comparison.keeps_all() {
        let is_left_out =
            |record| default.as_ref().is_none_or(|default| default.of_record(record) == Kept::No);
        return if records.iter().any(|found| is_left_out(found.value)) {
            Ok(Held::with(Coverage::INCLUDED))
        } else {
            Err(NotExercised(Reason::NoControl))
        };
    }
    let mut others = lists.items(|call, _| call.index != ctx.index);
    let is_left_out =
        |record: &Json| comparison.of_record(record) == Kept::No && lists.reaches(ctx, record);
    if !others.any(|(_, record)| is_left_out(record)) {
        return Err(NotExercised(Reason::NoControl));
    }
    Ok(Held::with(Coverage::BOTH_SIDES | Coverage::SEEN))
}

/// The same values in another order must select the same records.
fn judge_reordered(ctx: &StepContext<'_>) -> FindingResult {
    let other = ctx.compared_step().ok_or(NotExercised(Reason::NoCapture))?;
    let attempt = ctx.accepted_attempt()?;
    // Other clients add and remove records: the list must be complete, and equal before and after.
    let is_whole = |attempt: &Attempt| attempt.is_read() && attempt.complete;
    let later = same_input_calls(ctx, other).find(|call| call.attempt.is_some_and(is_whole));
    let (Some(later), true) = (later, other.attempt.is_some_and(is_whole) && is_whole(attempt))
    else {
        return Err(NotExercised(Reason::NoControl));
    };
    let shows = || ctx.values.shows.iter().map(String::as_str);
    let names: BTreeSet<_> = Lists::of(ctx)
        .into_iter()
        .flat_map(|lists| {
            let indexes = [other.index, ctx.index, later.index];
            indexes.map(|index| lists.records(|call, _| call.index == index))
        })
        .flat_map(BTreeMap::into_keys)
        .collect();
    let differing = shows()
        .chain(names)
        .filter(|value| other.holds(value) == later.holds(value))
        .find(|value| attempt.holds(value) != other.holds(value));
    // Another call that sends the same shows the value as well.
    let is_shown_again = |value| {
        let mut calls = ctx.calls().filter(|call| call.index != ctx.index);
        calls.any(|call| call.sends_same_as(ctx) && call.holds(value))
    };
    match differing {
        Some(value) if other.holds(value) => {
            ctx.breach(format!("`{value}` in the list, as with the values in another order"))
        }
        // A record that only one of three calls shows may have been added or removed meanwhile.
        Some(value) if shows().any(|shown| shown == value) || is_shown_again(value) => {
            ctx.breach(format!("`{value}` not in the list, as with the values in another order"))
        }
        // A list without any filter would show the same.
        _ => Err(NotExercised(Reason::Unobservable)),
    }
}
