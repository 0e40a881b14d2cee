//! Two readings of the same pages that differ although no other client was seen to change the list.
//!
//! Other clients move items from page to page, so pages that differ when they are read again prove no failure. A change by
//! others shows in other ways, though: items of others come or go, and totals follow. Where neither shows, each reading
//! counts as if it were the only one.

use std::collections::BTreeSet;

use spec::{Contract, Operation};

use crate::contract;
use crate::exchange::{AttemptTrace, Exchange, ScenarioTrace};
use crate::json::Json;
use crate::page::Page;
use crate::scenario::Scenario;

/// The trace with the first and with the second reading alone; nothing if every difference has a visible cause.
pub fn separate_readings(
    contract: &Contract,
    scenario: &Scenario,
    trace: &ScenarioTrace,
) -> Vec<ScenarioTrace> {
    let is_own = |item: &Json| {
        let ids = trace.fixtures.values().map(|fixture| fixture.id.as_str());
        ids.chain(trace.mark.as_deref()).any(|text| item.holds_text(text))
    };
    let (mut first, mut second) = (trace.clone(), trace.clone());
    let mut is_separate = false;
    for (index, step) in scenario.steps.iter().enumerate() {
        let (Some(one), Some(two)) = (first.steps.get_mut(index), second.steps.get_mut(index))
        else {
            break;
        };
        let Some(operation) = contract.operation(&step.call) else {
            continue;
        };
        for (one, two) in one.attempts.iter_mut().zip(&mut two.attempts) {
            if Readings::of(contract, operation, one).is_some_and(|it| !it.explained(is_own)) {
                is_separate = true;
                if two.reread.len() == two.exchanges.len() {
                    two.exchanges.clone_from(&two.reread);
                }
                one.reread.clone_from(&one.exchanges);
            }
        }
    }
    if is_separate { vec![first, second] } else { Vec::new() }
}

/// Pages that differ when they are read again.
struct Readings<'a> {
    /// The page in the first and in the second reading.
    differing: Vec<(Page<'a>, Page<'a>)>,
    /// The totals that pages report, in order of time.
    totals: Vec<u64>,
    /// Whether an operation removes such items.
    removable: bool,
}

impl<'a> Readings<'a> {
    /// `None` if no page differs.
    fn of(contract: &Contract, operation: &Operation, attempt: &'a AttemptTrace) -> Option<Self> {
        let page =
            |exchange: &'a Exchange| Page::received(operation, exchange.outcome.as_ref().ok()?);
        // The last pages are read again first, up to one that differs.
        let start = attempt.exchanges.len().checked_sub(attempt.reread.len())?;
        let pairs = attempt.exchanges.iter().skip(start).zip(&attempt.reread);
        let differing: Vec<_> = pairs
            .filter_map(|(one, other)| page(one).zip(page(other)))
            .filter(|(one, other)| one.items != other.items || one.total != other.total)
            .collect();
        let exchanges = attempt.exchanges.iter().chain(attempt.reread.iter().rev());
        let totals = exchanges.filter_map(|exchange| page(exchange)?.total).collect();
        let record = operation.lists.as_deref();
        let removable = record.is_some_and(|it| contract::can_be_removed(contract, it));
        (!differing.is_empty()).then_some(Self { differing, totals, removable })
    }

    /// Whether the difference shows that others changed the list: an item of theirs came or went, and the totals or the
    /// lengths of the pages fit to that; or the total changed, no earlier one came back, and items moved. Where none moved,
    /// totals only grow if no operation removes items.
    fn explained(&self, is_own: impl Fn(&Json) -> bool) -> bool {
        let moved = |one: &Page<'_>, other: &Page<'_>| {
            one.items.iter().any(|item| !other.items.contains(item) && !is_own(item))
        };
        let is_moved =
            self.differing.iter().any(|(one, other)| moved(one, other) || moved(other, one));
        let totals: Vec<_> = self.totals.chunk_by(u64::eq).map(<[u64]>::first).collect();
        let distinct = totals.iter().collect::<BTreeSet<_>>().len();
        let keeps_lengths =
            || self.differing.iter().all(|(one, other)| one.items.len() == other.items.len());
        match distinct {
            0 => is_moved,
            1 => is_moved && keeps_lengths(),
            _ => {
                let is_growing = || totals.windows(2).all(|pair| pair[0] < pair[1]);
                // Also the scenario's own items move to other pages.
                let has_moved =
                    || self.differing.iter().any(|(one, other)| one.items != other.items);
                let is_possible = || self.removable || has_moved() || is_growing();
                is_moved || distinct == totals.len() && is_possible()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page: its total, and its items, of which `own` is the scenario's.
    fn is_explained(differing: &[(&str, &str)], totals: &[u64]) -> bool {
        let json = |text: &str| {
            let words = text.split_whitespace().map(|word| Json::Text(word.to_owned()));
            words.collect::<Vec<_>>()
        };
        let items: Vec<_> = differing.iter().map(|(one, other)| (json(one), json(other))).collect();
        let page = |items| Page { items, ..Page::default() };
        let differing = items.iter().map(|(one, other)| (page(one), page(other))).collect();
        let readings = Readings { differing, totals: totals.to_vec(), removable: false };
        readings.explained(|item| item.text() == Some("own"))
    }

    #[test]
    fn changes_by_others_are_told_from_unstable_responses() {
        for (differing, totals, expected) in [
            // Another item was added in front, and moved others to the next page.
            (&[("a own", "b a")][..], &[3, 3, 4, 4][..], true),
            (&[("a b", "b c")], &[4, 4, 4, 4], true),
            // An item was added on a page that was not read yet.
            (&[("a b", "a b")], &[3, 4, 4, 4], true),
            (&[("a", "a b")], &[], true),
            // An item was removed on a page before, and the own one moved.
            (&[("own a", "a b")], &[4, 4, 3, 3], true),
            (&[("own", "")], &[4, 4, 3, 3], true),
            // The scenario's own item was missing, or an item while the total counted it.
            (&[("a", "a own")], &[2, 2], false),
            (&[("a", "a b")], &[2, 2], false),
            (&[("a", "a own")], &[], false),
            // A total that shrinks or comes back, though no item moved.
            (&[("a b", "a b")], &[4, 3, 3, 3], false),
            (&[("a b", "a b")], &[3, 4, 3, 3], false),
        ] {
            assert_eq!(is_explained(differing, totals), expected, "{differing:?} {totals:?}");
        }
    }
}
