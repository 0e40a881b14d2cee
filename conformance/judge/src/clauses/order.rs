//! The documented order of a list, observed through values with known timestamps.

mod creations;

use std::cmp::Ordering;

use spec::{Direction, Slot};

use crate::clauses::effect::EffectRule;
use crate::clauses::effect::values::same_calls;
use crate::clauses::prelude::*;
use crate::clauses::shared::lists::narrowing;
use crate::clauses::shared::locate::{holder_has, sequences};
use crate::clauses::shared::pages::identities;
use crate::clauses::shared::rank::{compare_ranks, differ_by_fraction};

use creations::Creations;

pub(super) fn judge(ctx: &StepContext<'_>) -> FindingResult {
    let attempt = ctx.accepted_attempt()?;
    let Some(Slot::Stated(order)) = &ctx.operation.order else {
        return Err(NotExercised(Reason::NoScenario));
    };
    let values = ctx.values;
    let listed = values.order.iter().filter(|(value, _)| !values.hides.contains(value));
    let pages: Vec<_> = attempt.pages().collect();
    let order = sorted(listed, order.value.direction, &pages);
    let values: Vec<_> = order.iter().map(|(value, _)| *value).collect();
    if let Some((first, second)) = left_out(ctx, &values) {
        return ctx.breach(format!("`{first}` in the list, before `{second}`"));
    }
    let scenario = &ctx.trace.scenario;
    let mut templates = ctx.step.order.iter();
    let is_numbered = templates.any(|(value, _)| scenario.is_number(ctx.trace.contract, value));
    let sequences = if is_numbered {
        identified(ctx, &values).into_iter().collect()
    } else {
        sequences(&pages, &values)
    };
    let wrong = sequences.first().ok_or(NotExercised(Reason::Unobservable))?;
    // The values are in expected order: their indexes must increase. A second array may list the same records in
    // another order.
    let creations = Creations::of(ctx);
    let is_before = |first: usize, second: usize| {
        let pair = values.get(first).zip(values.get(second));
        let are_tied = |(first, second): (&&str, &&str)| {
            creations.as_ref().is_some_and(|creations| creations.are_tied(first, second))
        };
        first < second && !pair.is_none_or(are_tied)
    };
    let has_pair = |sequence: &[usize], is_it: &dyn Fn(usize, usize) -> bool| {
        let mut rest = sequence.iter().enumerate();
        rest.any(|(place, one)| sequence.iter().skip(place + 1).any(|other| is_it(*one, *other)))
    };
    if sequences.iter().any(|it| !has_pair(it, &|one, other| is_before(other, one))) {
        let is_shown = sequences.iter().any(|it| has_pair(it, &is_before));
        return if is_shown { Ok(Held::ONCE) } else { Err(NotExercised(Reason::Unobservable)) };
    }
    let describe = |indexes: &[usize]| {
        let named = indexes.iter().filter_map(|index| order.get(*index));
        let named = named.map(|(value, rank)| format!("{value} ({rank})"));
        named.collect::<Vec<_>>().join(", ")
    };
    let mut rising = wrong.clone();
    rising.sort_unstable();
    let response = attempt.responses.first().ok_or(NotExercised(Reason::NoCapture))?;
    Err(response.breach_at("", describe(&rising), describe(wrong)))
}

/// The order of the items of a documented list that are identified by the values. Numbers are looked for in no other place.
fn identified(ctx: &StepContext<'_>, values: &[&str]) -> Option<Vec<usize>> {
    let list = contract::list_member(ctx.operation)?;
    let names: Vec<_> = ctx.listed(list).map(|item| ctx.identity(item)).collect();
    let mut places = Vec::new();
    for (index, value) in values.iter().enumerate() {
        let mut holders = (0..).zip(&names).filter(|(_, name)| **name == Some(*value));
        if let (Some((place, _)), None) = (holders.next(), holders.next()) {
            places.push((place, index));
        }
    }
    places.sort_unstable_by_key(|(place, _): &(usize, usize)| *place);
    (places.len() >= 2).then(|| places.into_iter().map(|(_, index)| index).collect())
}

/// A record that changes stays in the list, in its place between two others.
pub(super) struct KeptInPlace;

impl EffectRule for KeptInPlace {
    fn judge_values(&self, _: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        let attempt = ctx.accepted_attempt()?;
        let values: Vec<_> = ctx.values.shows.iter().map(String::as_str).collect();
        let before = same_calls(ctx).find_map(|call| order_of_all(call, &values));
        let before = before.ok_or(NotExercised(Reason::Unobservable))?;
        let is_shown = |value: &&str| attempt.holds(value);
        if let (Some(first), Some(last)) =
            (before.iter().position(is_shown), before.iter().rposition(is_shown))
            && let Some(between) = before.get(first..=last)
            && let Some(missing) = between.iter().find(|value| !attempt.holds(value))
            && ctx.key_works()
        {
            return ctx.breach(format!("`{missing}` in the list, between two others as before"));
        }
        Err(NotExercised(Reason::Unobservable))
    }
}

/// The values in the order in which one list in the response has them all.
fn order_of_all<'v>(call: &ParsedStep<'_>, values: &[&'v str]) -> Option<Vec<&'v str>> {
    let pages: Vec<_> = call.attempt?.pages().collect();
    let mut sequences = sequences(&pages, values).into_iter();
    let all = sequences.find(|sequence| sequence.len() == values.len())?;
    Some(all.into_iter().filter_map(|index| values.get(index).copied()).collect())
}

/// A fixture of the target that is missing although a later one is listed. All pages from the first
/// on must be known.
fn left_out<'v>(ctx: &StepContext<'_>, values: &[&'v str]) -> Option<(&'v str, &'v str)> {
    let attempt = ctx.attempt.filter(|attempt| attempt.is_read())?;
    let is_unnamed = contract::list_member(ctx.operation).is_some() && identities(ctx).is_none();
    // The first page number is not documented: a page before the requested ones may be missing.
    let is_requested = contract::page_selection(ctx.operation).is_some() && ctx.step.all_pages;
    if is_unnamed || (is_requested && !attempt.complete) {
        return None;
    }
    let last = values.iter().rposition(|value| attempt.holds(value))?;
    let (second, earlier) = values.get(..=last)?.split_last()?;
    // Where a parameter says which records are listed, the missing one may not be among them.
    if !narrowing(ctx.operation, &attempt.sent).is_empty() {
        return None;
    }
    // What was created within a second of the last one may follow it.
    let creations = Creations::of(ctx).filter(|_| !attempt.complete);
    let may_follow =
        |value: &str| creations.as_ref().is_some_and(|creations| creations.are_tied(value, second));
    let first = earlier.iter().filter(|value| !may_follow(value)).find(|value| {
        let is_fixture = ctx.trace.fixtures.values().any(|fixture| fixture.id == **value);
        (is_fixture || is_created(ctx, value)) && !attempt.holds(value)
    })?;
    Some((first, second))
}

/// Whether the value was sent with a call that made one of the listed records, and was accepted.
fn is_created(ctx: &StepContext<'_>, value: &str) -> bool {
    let creates = |call: &ParsedStep<'_>| {
        let created = &call.operation.creates;
        created.is_some() && *created == ctx.operation.lists && call.step.key == ctx.step.key
    };
    let sends = |call: &ParsedStep<'_>| {
        let attempt = call.attempt.filter(|attempt| attempt.is_accepted());
        attempt.is_some_and(|attempt| {
            attempt.sent.iter().any(|(_, sent)| Json::text(sent) == Some(value))
        })
    };
    ctx.trace.steps.iter().take(ctx.index).any(|call| creates(call) && sends(call))
}

/// The values in expected order, each with its sort key. Of values with the same key, one is kept, and of those within
/// a second, unless the list shows the fractions.
fn sorted<'v>(
    values: impl Iterator<Item = &'v (String, String)>,
    direction: Direction,
    pages: &[&Json],
) -> Vec<(&'v str, &'v str)> {
    let shows = |value: &str, rank: &str| {
        holder_has(pages, value, |text| compare_ranks(text, rank) == Ordering::Equal)
    };
    let mut ranked: Vec<_> = values.map(|(value, rank)| (value.as_str(), rank.as_str())).collect();
    let compare = |a: &str, b: &str| match (a.parse::<i128>(), b.parse::<i128>()) {
        (Ok(a), Ok(b)) => a.cmp(&b),
        _ => compare_ranks(a, b),
    };
    ranked.sort_by(|(_, a), (_, b)| compare(a, b));
    ranked.dedup_by(|(value, a), (kept, b)| {
        compare(a, b) == Ordering::Equal
            || differ_by_fraction(a, b) && !(shows(value, a) && shows(kept, b))
    });
    if direction == Direction::Descending {
        ranked.reverse();
    }
    ranked
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRACTIONS: [(&str, &str); 3] = [
        ("one", "2024-02-29T12:00:00.25Z"),
        ("two", "2024-02-29T13:00:00.5+01:00"),
        ("three", "2024-02-29T12:00:02Z"),
    ];

    fn order(page: &str) -> Vec<String> {
        let values = FRACTIONS.map(|(value, rank)| (value.to_owned(), rank.to_owned()));
        let page = Json::parse(page.as_bytes()).unwrap();
        let sorted = sorted(values.iter(), Direction::Descending, &[&page]);
        sorted.into_iter().map(|(value, _)| value.to_owned()).collect()
    }

    #[test]
    fn fractions_decide_only_if_they_are_shown() {
        assert_eq!(order("[]"), ["three", "one"]);
        let cut = r#"[{"id":"one","at":"2024-02-29T12:00:00Z"},{"id":"two","at":"2024-02-29T12:00:00Z"}]"#;
        assert_eq!(order(cut), ["three", "one"]);
        let whole = r#"[{"id":"one","at":"2024-02-29T12:00:00.250Z"},{"id":"two","at":"2024-02-29T12:00:00.5Z"}]"#;
        assert_eq!(order(whole), ["three", "two", "one"]);
    }
}
