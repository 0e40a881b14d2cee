//! A value of a query parameter that brings a list into an order, seen in the records themselves.

use std::cmp::Ordering;

use jiff::Timestamp;
use spec::Direction;

use crate::contract;
use crate::json::{Json, compare_numbers};
use crate::reason::Reason;

use super::FindingResult;
use super::lists::{Lists, narrowing};
use super::shape::{LocatedRecord, records};
use super::step_context::StepContext;

pub(super) fn judge(ctx: &StepContext<'_>, parameter: &str, value: &str) -> FindingResult {
    let mut known = ctx.operation.query.iter();
    let query = known.find(|query| query.name == parameter);
    let value = query.and_then(|query| query.values.iter().find(|known| known.wire == value));
    let sorts = value.and_then(|value| value.sorts.as_ref());
    let order = sorts.and_then(|order| Some((order.by.as_deref()?, order.direction)));
    let (Some((by, direction)), Some(list)) = (order, contract::list_member(ctx.operation)) else {
        return FindingResult::NotExercised(Reason::NoItems);
    };
    let records = match records(ctx, list) {
        Ok(records) => records,
        Err(result) => return result,
    };
    // Where those without a value stand is not said.
    let ranked = records.iter().filter_map(|found| {
        let rank = found.value.get(by)?;
        (*rank != Json::Null).then_some((found, rank))
    });
    let ranked: Vec<_> = ranked.collect();
    let stood_still = ctx.attempt().is_some_and(|attempt| attempt.stood_still);
    let mut differ = false;
    for pair in ranked.windows(2) {
        let [(previous, before), (found, after)] = pair else {
            continue;
        };
        // What is added between two pages moves items to the next one.
        if !stood_still && !std::ptr::eq(previous.answer, found.answer) {
            continue;
        }
        match compare(before, after) {
            None => return FindingResult::Inconclusive(Reason::NotAsDocumented),
            Some(Ordering::Equal) => {}
            Some(attempt) if is_right(attempt, direction) => differ = true,
            Some(_) => return breach(found, by, direction, before, after),
        }
    }
    if let Some(name) = left_out(ctx) {
        return ctx.breach(format!(
            "`{name}` at its place, which the list has in another order"
        ));
    }
    match differ {
        true => FindingResult::HELD,
        false => FindingResult::NotExercised(Reason::TooFewItems),
    }
}

/// A thing that the list has and that ranks before one that is shown here: then a page was cut out before it was sorted.
fn left_out<'v>(ctx: &'v StepContext<'_>) -> Option<&'v str> {
    let lists = Lists::of(ctx)?;
    let mine = narrowing(ctx.operation, &ctx.attempt()?.sent);
    let known = lists.known(|attempt| lists.is_within(attempt, &mine));
    lists.missing(ctx.index, known)
}

fn is_right(attempt: Ordering, direction: Direction) -> bool {
    match direction {
        Direction::Ascending => attempt == Ordering::Less,
        Direction::Descending => attempt == Ordering::Greater,
    }
}

fn breach(
    found: &LocatedRecord<'_>,
    field: &str,
    direction: Direction,
    before: &Json,
    after: &Json,
) -> FindingResult {
    let side = match direction {
        Direction::Ascending => "no lower",
        Direction::Descending => "no higher",
    };
    let expected = format!("{side} than the {before} before it");
    let pointer = format!("{}/{field}", found.pointer);
    FindingResult::Breach(
        found
            .answer
            .failure_at(pointer, expected, after.to_string()),
    )
}

/// Numbers by their value, points in time by when they are; other text as it is.
pub(super) fn compare(left: &Json, right: &Json) -> Option<Ordering> {
    match (left, right) {
        (Json::Number(left), Json::Number(right)) => compare_numbers(left, right),
        (Json::Text(left), Json::Text(right)) => {
            let moments = (left.parse::<Timestamp>(), right.parse::<Timestamp>());
            Some(match moments {
                (Ok(left), Ok(right)) => left.cmp(&right),
                _ => left.cmp(right),
            })
        }
        _ => None,
    }
}
