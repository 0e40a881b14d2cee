//! The documented order of a list, observed through values with known timestamps.

use std::cmp::Ordering;

use spec::{ClauseKind, Direction, Slot};

use crate::clauses::shared::lists::{is_read, narrowing};
use crate::clauses::shared::locate::sequences;
use crate::clauses::shared::order::compare_ranks;
use crate::clauses::shared::pages::identities;
use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::contract;
use crate::finding::FindingResult;
use crate::parsed::answer::AnswerClass;
use crate::parsed::step_context::StepContext;
use crate::reason::Reason;

pub(super) struct Order;

impl ClauseRule for Order {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        if step.is_accepted() && !step.step.order.is_empty() {
            claims.add(Some(&step.operation.id), ClauseKind::Order);
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let Some(attempt) = ctx.attempt() else {
            return FindingResult::NotExercised(Reason::NoCapture);
        };
        if attempt.class() != AnswerClass::Accepted {
            return ctx.without_acceptance();
        }
        let Some(Slot::Stated(order)) = &ctx.operation.order else {
            return FindingResult::NotExercised(Reason::NoScenario);
        };
        let values = &ctx.parsed.values;
        let listed = values.order.iter().filter(|(value, _)| !values.hides.contains(value));
        let order = sorted(listed, order.value.direction);
        let values: Vec<_> = order.iter().map(|(value, _)| *value).collect();
        let pages: Vec<_> =
            attempt.answers.iter().filter_map(|answer| answer.json.as_ref()).collect();
        if let Some((first, second)) = left_out(ctx, &values) {
            return ctx.breach(format!("`{first}` before `{second}`"));
        }
        let found = sequences(&pages, &values);
        // The values are in expected order: their indexes must increase.
        let right = found.iter().filter(|sequence| sequence.is_sorted());
        match found.first() {
            None => FindingResult::NotExercised(Reason::Unobservable),
            // A second array may list the same records in another order.
            Some(_) if right.count() > 0 => FindingResult::HELD,
            Some(wrong) => {
                let named = |indexes: &mut dyn Iterator<Item = usize>| {
                    let named = indexes.filter_map(|index| order.get(index));
                    let named = named.map(|(value, rank)| format!("{value} ({rank})"));
                    named.collect::<Vec<_>>().join(", ")
                };
                let mut rising = wrong.clone();
                rising.sort_unstable();
                let expected = named(&mut rising.into_iter());
                let actual = named(&mut wrong.iter().copied());
                match attempt.answers.first() {
                    Some(answer) => FindingResult::Breach(answer.failure_at("", expected, actual)),
                    None => FindingResult::NotExercised(Reason::NoCapture),
                }
            }
        }
    }
}

/// A fixture of the target that is missing although a later one is listed. All pages from the first
/// on must be known.
fn left_out<'v>(ctx: &StepContext<'_>, values: &[&'v str]) -> Option<(&'v str, &'v str)> {
    let attempt = ctx.attempt().filter(|attempt| is_read(attempt))?;
    let is_unnamed = contract::list_member(ctx.operation).is_some() && identities(ctx).is_none();
    // The first page number is not documented: a page before the requested ones may be missing.
    let is_asked = contract::page_selection(ctx.operation).is_some() && ctx.step.all_pages;
    if is_unnamed || (is_asked && !attempt.complete) {
        return None;
    }
    let is_vouched = |value: &str| {
        let mut fixtures = ctx.trace.fixtures.values();
        fixtures.any(|fixture| fixture.id == value)
    };
    let last = values.iter().rposition(|value| attempt.holds(value))?;
    let (second, earlier) = values.get(..=last)?.split_last()?;
    let is_there = |value: &str| is_vouched(value) || is_created(ctx, value);
    let first = earlier.iter().find(|value| is_there(value) && !attempt.holds(value))?;
    Some((first, second))
}

/// Whether the value was sent with a call that made one of the listed records, and was accepted. Where a parameter says
/// which records are listed, that one may not be among them.
fn is_created(ctx: &StepContext<'_>, value: &str) -> bool {
    let whole =
        ctx.attempt().is_some_and(|attempt| narrowing(ctx.operation, &attempt.sent).is_empty());
    let made = |index: usize| {
        let creates = ctx.trace.operation(index).and_then(|it| it.creates.as_deref());
        let same_key = ctx.trace.step(index).is_some_and(|step| step.key == ctx.step.key);
        let attempt = ctx.trace.attempt(index);
        let attempt = attempt.filter(|attempt| attempt.class() == AnswerClass::Accepted);
        let sent = attempt
            .is_some_and(|attempt| attempt.sent.iter().any(|(_, sent)| sent.text() == Some(value)));
        creates.is_some() && creates == ctx.operation.lists.as_deref() && same_key && sent
    };
    whole && (0..ctx.index).any(made)
}

/// The values in expected order, each with its sort key. Of values with the same key, one is kept.
fn sorted<'v>(
    values: impl Iterator<Item = &'v (String, String)>,
    direction: Direction,
) -> Vec<(&'v str, &'v str)> {
    let mut ranked: Vec<_> = values.map(|(value, rank)| (value.as_str(), rank.as_str())).collect();
    ranked.sort_by(|(_, a), (_, b)| compare_ranks(a, b));
    ranked.dedup_by(|(_, a), (_, b)| compare_ranks(a, b) == Ordering::Equal);
    if direction == Direction::Descending {
        ranked.reverse();
    }
    ranked
}
