//! A value of a query parameter sorts the list, seen in the records themselves.

use std::cmp::Ordering;

use spec::{Direction, Order, QueryValue};

use crate::clauses::prelude::*;
use crate::clauses::shared::lists::{Lists, narrowing, order_with_defaults};
use crate::clauses::shared::pages::unchanged_while_read;
use crate::clauses::shared::rank::compare_values;
use crate::clauses::shared::records::records;

/// What is left out counts as the default.
pub(super) fn judge(ctx: &StepContext<'_>, parameter: &str) -> FindingResult {
    let lists = Lists::of(ctx).ok_or(NotExercised(Reason::NoItems))?;
    let records = records(ctx, lists.list)?;
    let order = order_with_defaults(ctx.operation, &ctx.accepted_attempt()?.sent);
    let Some(Order { by: Some(by), direction, .. }) = order else {
        return Err(NotExercised(Reason::NoValue));
    };
    let by = by.as_str();
    let is_sorted = |ordering| is_in(direction, ordering);
    // Where those without a value stand is not said.
    let ranked = records.iter().filter_map(|found| Some((found, found.value.get(by)?)));
    let ranked: Vec<_> = ranked.filter(|(_, rank)| **rank != Json::Null).collect();
    let unchanged_while_read = unchanged_while_read(ctx);
    let mut differ = false;
    for pair in ranked.windows(2) {
        let [(previous, before), (found, after)] = pair else {
            continue;
        };
        // What is added between two pages moves items to the next one.
        if !unchanged_while_read && !std::ptr::eq(previous.response, found.response) {
            continue;
        }
        match compare_values(before, after) {
            None => return Err(Inconclusive(Reason::NotAsDocumented)),
            Some(Ordering::Equal) => {}
            Some(ordering) if is_sorted(ordering) => differ = true,
            Some(_) => {
                let side = match direction {
                    Direction::Ascending => "not lower",
                    Direction::Descending => "not higher",
                };
                let expected = format!("a value {side} than {before}, the value before it");
                return found.breach(by, expected, after.to_string());
            }
        }
    }
    if let Some(name) = left_out(ctx, &lists) {
        let expected = format!("`{name}` in the list, as in another order");
        return ctx.breach(expected);
    }
    match differ {
        false => Err(NotExercised(Reason::TooFewItems)),
        true if is_otherwise_unsorted(ctx, &lists, parameter, by, direction) => {
            Ok(Held::with(Coverage::SEEN_WITH_CONTROL))
        }
        // The list may come in this order by itself.
        true => Err(NotExercised(Reason::NoControl)),
    }
}

/// Whether the same list, asked for in another order, shows two of its records the other way round.
fn is_otherwise_unsorted(
    ctx: &StepContext<'_>,
    lists: &Lists<'_, '_>,
    parameter: &str,
    by: &str,
    direction: Direction,
) -> bool {
    let sort = InputRef::new(InputPart::Query, parameter);
    let sorted = lists.records(|call, _| call.index == ctx.index);
    let is_unsorted = |call: &ParsedStep<'_>| {
        let shown = call.listed(lists.list).filter_map(|item| {
            let name = ctx.identity(item)?;
            sorted.contains_key(name).then(|| item.get(by)).flatten()
        });
        let ranks: Vec<_> = shown.filter(|rank| **rank != Json::Null).collect();
        ranks.windows(2).any(|pair| match pair {
            [before, after] => compare_values(before, after)
                .is_some_and(|ordering| is_in(direction, ordering.reverse())),
            _ => false,
        })
    };
    // Only this parameter differs: another one may turn the list around.
    let others = ctx
        .operation
        .query
        .iter()
        .filter(|query| query.name != parameter && query.values.iter().any(QueryValue::orders));
    let others = others.map(|query| InputRef::new(InputPart::Query, &query.name));
    let others: Vec<_> = others.collect();
    let is_same_list = |call: &ParsedStep<'_>| {
        call.step.key == ctx.step.key
            && call.sent(&sort) != ctx.sent(&sort)
            && others.iter().all(|input| call.sent(input) == ctx.sent(input))
            && ctx.attempt.zip(call.attempt).is_some_and(|(own, other)| {
                other.is_accepted()
                    && narrowing(ctx.operation, &own.sent) == narrowing(ctx.operation, &other.sent)
            })
    };
    ctx.calls_of_list().any(|call| is_same_list(call) && is_unsorted(call))
}

/// Whether two values that compare like this stand in this direction.
fn is_in(direction: Direction, ordering: Ordering) -> bool {
    match direction {
        Direction::Ascending => ordering == Ordering::Less,
        Direction::Descending => ordering == Ordering::Greater,
    }
}

/// A record of the list that is not shown and sorts before one that is: then the page was selected before sorting.
fn left_out<'a>(ctx: &StepContext<'a>, lists: &Lists<'_, 'a>) -> Option<&'a str> {
    let narrowing = narrowing(ctx.operation, &ctx.attempt?.sent);
    lists.missing(lists.absent(|attempt| lists.is_within(attempt, &narrowing)))
}
