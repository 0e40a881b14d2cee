//! The stated order of a list, seen through values whose points in time the run knows.

use std::cmp::Ordering;

use jiff::Timestamp;
use spec::{Direction, Slot};

use crate::reason::Reason;

use super::Judged;
use super::answer::Standing;
use super::locate;
use super::view::View;

pub(super) fn judge(view: &View<'_>) -> Judged {
    let Some(way) = view.way() else {
        return Judged::NotExercised(Reason::NoCapture);
    };
    if way.standing() != Standing::Accepted {
        return view.without_acceptance();
    }
    let Some(Slot::Stated(order)) = &view.operation.order else {
        return Judged::NotExercised(Reason::NoScenario);
    };
    let order = sorted(&view.reading.values.order, order.value.direction);
    let values: Vec<_> = order.iter().map(|(value, _)| *value).collect();
    let pages: Vec<_> = way
        .answers
        .iter()
        .filter_map(|answer| answer.json.as_ref())
        .collect();
    let found = locate::sequences(&pages, &values);
    // The values are sorted as they should come: their indexes must then rise.
    let right = found.iter().filter(|sequence| sequence.is_sorted());
    match found.first() {
        None => Judged::NotExercised(Reason::Unobservable),
        // A second array may list the same things by something else.
        Some(_) if right.count() > 0 => Judged::HELD,
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
            match way.answers.first() {
                Some(answer) => Judged::Breach(answer.failure_at("", expected, actual)),
                None => Judged::NotExercised(Reason::NoCapture),
            }
        }
    }
}

/// The values as they should come, each with what it ranks by. Of those that rank alike only one is kept.
fn sorted(values: &[(String, String)], direction: Direction) -> Vec<(&str, &str)> {
    let mut ranked: Vec<_> = values
        .iter()
        .map(|(value, rank)| (value.as_str(), rank.as_str()))
        .collect();
    ranked.sort_by(|(_, a), (_, b)| compare(a, b));
    ranked.dedup_by(|(_, a), (_, b)| compare(a, b) == Ordering::Equal);
    if direction == Direction::Descending {
        ranked.reverse();
    }
    ranked
}

/// Points in time by when they are, however they are written; anything else as text.
fn compare(a: &str, b: &str) -> Ordering {
    match (a.parse::<Timestamp>(), b.parse::<Timestamp>()) {
        (Ok(a), Ok(b)) => a.cmp(&b),
        _ => a.cmp(b),
    }
}
