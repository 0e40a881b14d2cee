//! A value of a query parameter that brings a list into an order, seen in the records themselves.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use jiff::Timestamp;
use spec::Direction;

use crate::contract;
use crate::json::{Json, compare_numbers};
use crate::reason::Reason;

use super::Judged;
use super::paging::identity;
use super::shape::{Found, listed, records};
use super::view::View;

pub(super) fn judge(view: &View<'_>, parameter: &str, value: &str) -> Judged {
    let mut known = view.operation.query.iter();
    let query = known.find(|query| query.name == parameter);
    let value = query.and_then(|query| query.values.iter().find(|known| known.wire == value));
    let sorts = value.and_then(|value| value.sorts.as_ref());
    let order = sorts.and_then(|order| Some((order.by.as_deref()?, order.direction)));
    let (Some((by, direction)), Some(list)) = (order, contract::list_member(view.operation)) else {
        return Judged::NotExercised(Reason::NoItems);
    };
    let records = match records(view, list) {
        Ok(records) => records,
        Err(judged) => return judged,
    };
    // Where those without a value stand is not said.
    let ranked = records.iter().filter_map(|found| {
        let rank = found.value.get(by)?;
        (*rank != Json::Null).then_some((found, rank))
    });
    let ranked: Vec<_> = ranked.collect();
    let mut differ = false;
    for pair in ranked.windows(2) {
        let [(_, before), (found, after)] = pair else {
            continue;
        };
        match compare(before, after) {
            None => return Judged::Inconclusive(Reason::NotAsDocumented),
            Some(Ordering::Equal) => {}
            Some(way) if is_right(way, direction) => differ = true,
            Some(_) => return breach(found, by, direction, before, after),
        }
    }
    let others = Others { view, list, by };
    if let Some((found, first)) = ranked.first()
        && let Some((name, rank)) = others.before(first, direction)
    {
        let expected = format!("`{name}` before it, which is listed with {rank}");
        let pointer = format!("{}/{by}", found.pointer);
        let actual = first.to_string();
        return Judged::Breach(found.answer.failure_at(pointer, expected, actual));
    }
    match differ {
        true => Judged::HELD,
        false => Judged::NotExercised(Reason::TooFewItems),
    }
}

/// Other lists of the operation, asked for in the same scenario.
///
/// Only the first page of a list may be known. It may be in order while what belongs to its top is on another page:
/// then the page was cut out before it was sorted.
struct Others<'v> {
    view: &'v View<'v>,
    list: &'v str,
    by: &'v str,
}

impl<'v> Others<'v> {
    /// A record that ranks before the first one of the whole list in this order, and by which value. It must have been listed
    /// with that value before and after, as things come and go.
    fn before(&self, first: &Json, direction: Direction) -> Option<(&'v str, &'v Json)> {
        // Beside a filter it may have been left out.
        self.view.way().filter(|way| way.sent.iter().count() == 1)?;
        let (at, calls) = (self.view.index, || {
            self.view.scene.calls(&self.view.operation.id)
        });
        let earlier = self.ranks(calls().filter(|index| *index < at));
        let later = self.ranks(calls().filter(|index| *index > at));
        let mut stayed = earlier
            .into_iter()
            .filter(|(name, rank)| later.get(name) == Some(rank));
        stayed.find(|(_, rank)| compare(rank, first).is_some_and(|way| is_right(way, direction)))
    }

    fn ranks(&self, calls: impl Iterator<Item = usize>) -> BTreeMap<&'v str, &'v Json> {
        let records = calls.flat_map(|index| listed(self.view, index, self.list));
        let ranks =
            records.filter_map(|item| Some((identity(self.view, item)?, item.get(self.by)?)));
        ranks.collect()
    }
}

fn is_right(way: Ordering, direction: Direction) -> bool {
    match direction {
        Direction::Ascending => way == Ordering::Less,
        Direction::Descending => way == Ordering::Greater,
    }
}

fn breach(
    found: &Found<'_>,
    field: &str,
    direction: Direction,
    before: &Json,
    after: &Json,
) -> Judged {
    let side = match direction {
        Direction::Ascending => "no lower",
        Direction::Descending => "no higher",
    };
    let expected = format!("{side} than the {before} before it");
    let pointer = format!("{}/{field}", found.pointer);
    Judged::Breach(
        found
            .answer
            .failure_at(pointer, expected, after.to_string()),
    )
}

/// Numbers by their value, points in time by when they are; other text as it is.
fn compare(left: &Json, right: &Json) -> Option<Ordering> {
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
