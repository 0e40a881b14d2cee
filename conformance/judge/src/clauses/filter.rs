//! A list contains only the records that a query parameter selects.
//!
//! Needs lists without the filter that contain an excluded record. The records that those lists
//! have before and after, and that match the filter, must be in the filtered list.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use crate::clauses::effect::EffectRule;
use crate::clauses::prelude::*;
use crate::clauses::shared::lists::{Lists, PersistentItem, narrowing, same_input_calls};
use crate::clauses::shared::records::records;
use crate::json::{compare_numbers, is_same_text, numbers_equal};

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

/// What a filter compares, and with which text that was sent.
enum Comparison<'a> {
    Above { field: &'a str, bound: &'a str },
    Equals { field: &'a str, values: Vec<&'a str> },
}

impl<'a> Comparison<'a> {
    fn of(ctx: &StepContext<'a>, parameter: &str) -> Option<Self> {
        let query = ctx.operation.query_parameter(parameter)?;
        let sent = ctx.sent(&InputRef::new(InputPart::Query, parameter))?.text()?;
        Some(match query.filter.as_ref()? {
            spec::Filter::Above { field } => Self::Above { field, bound: sent },
            spec::Filter::Equals { field } => {
                let values = match query.several {
                    Some(_) => sent.split(',').collect(),
                    None => vec![sent],
                };
                Self::Equals { field, values }
            }
            spec::Filter::Meaning(_) => return None,
        })
    }

    fn field(&self) -> &'a str {
        match self {
            Self::Above { field, .. } | Self::Equals { field, .. } => field,
        }
    }

    /// Whether it keeps a record; `None` where the record does not say.
    fn keeps(&self, record: &Json) -> Option<bool> {
        match (self, record.get(self.field())?) {
            (Self::Above { bound, .. }, Json::Number(digits)) => {
                Some(compare_numbers(digits, bound)? == Ordering::Greater)
            }
            (Self::Above { .. }, _) => None,
            (Self::Equals { values, .. }, value) => match value {
                Json::Null => Some(false),
                Json::Bool(flag) => Some(values.contains(&if *flag { "true" } else { "false" })),
                Json::Number(digits) => {
                    Some(values.iter().any(|value| numbers_equal(digits, value)))
                }
                Json::Text(text) => Some(values.iter().any(|value| is_same_text(text, value))),
                Json::List(_) | Json::Map(_) => None,
            },
        }
    }

    /// What it keeps, after "a value".
    fn in_words(&self) -> String {
        match self {
            Self::Above { bound, .. } => format!("higher than {bound}"),
            Self::Equals { values, .. } => format!("equal to `{}`", values.join("` or `")),
        }
    }
}

impl Filter<'_> {
    pub(super) fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        if ctx.step.same_as.is_some() { judge_reordered(ctx) } else { self.judge_compared(ctx) }
    }

    fn input(&self) -> InputRef {
        InputRef::new(InputPart::Query, self.parameter)
    }

    /// A filter by a member: what is listed lies strictly above the value that was sent, or is equal to one that was.
    fn judge_compared(&self, ctx: &StepContext<'_>) -> FindingResult {
        let (Some(comparison), Some(lists)) = (Comparison::of(ctx, self.parameter), Lists::of(ctx))
        else {
            return Err(NotExercised(Reason::NoValue));
        };
        let field = comparison.field();
        let expected = comparison.in_words();
        let records = match records(ctx, lists.list) {
            Err(NotExercised(Reason::NoItems)) => Vec::new(),
            records => records?,
        };
        for found in &records {
            match comparison.keeps(found.value) {
                Some(true) => {}
                // A missing or invalid value is judged by the clauses about the field.
                None => return Err(Inconclusive(Reason::NotAsDocumented)),
                Some(false) => {
                    let actual = found.value.get(field).map(Json::to_string);
                    let expected = format!("a value {expected}");
                    return found.breach(field, expected, actual.unwrap_or_default());
                }
            }
        }
        let is_kept = |record| comparison.keeps(record) == Some(true);
        let mut absent = self.absent(ctx, &lists);
        absent.retain(|item| is_kept(item.before) && is_kept(item.after));
        if let Some(missing) = lists.missing(absent) {
            return ctx.breach(format!("`{missing}` in the list: its `{field}` is {expected}"));
        }
        if records.is_empty() {
            return Err(NotExercised(Reason::NoItems));
        }
        let mut others = lists.items(|call, _| call.index != ctx.index);
        let is_left_out =
            |record: &Json| comparison.keeps(record) == Some(false) && lists.reaches(ctx, record);
        if !others.any(|(_, record)| is_left_out(record)) {
            return Err(NotExercised(Reason::NoControl));
        }
        Ok(Held::with(Coverage::BOTH_SIDES))
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
        let absent = self.absent(ctx, &lists);
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
            ctx.calls().filter(|call| {
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

    /// Records that the step does not list, although calls before and after it do. Those calls omit the parameter and
    /// otherwise send the same.
    fn absent<'a>(&self, ctx: &StepContext<'a>, lists: &Lists<'_, 'a>) -> Vec<PersistentItem<'a>> {
        ctx.attempt.map_or_else(Vec::new, |attempt| {
            let mut rest = narrowing(ctx.operation, &attempt.sent);
            rest.remove(&self.input());
            lists.absent(|attempt| lists.is_within(attempt, &rest))
        })
    }
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
