//! The expectations of hand-written scenarios, and scenarios without one of them.

use std::fmt;

use referral_conformance::scenario::{Expectation, Scenario, Step};
use serde::{Deserialize, Serialize};

/// An expectation of a step.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ExpectationId {
    /// The scenario.
    pub scenario: String,
    /// The step, from 1.
    pub step: usize,
    /// The key of the step, with the number of the value from 1 if it has several: `shows[2]`.
    pub key: String,
}

impl fmt::Display for ExpectationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} step {} {}", self.scenario, self.step, self.key)
    }
}

/// The index of the first copy of a step: a step with `each` is repeated for each need.
pub(crate) fn first_copy(scenario: &Scenario, step: usize) -> Option<usize> {
    let span = scenario.steps.get(step)?.span;
    scenario.steps.iter().position(|step| step.span == span)
}

/// The expectations of a step, each with the scenario without it.
pub(crate) fn in_step(scenario: &Scenario, index: usize) -> Vec<(ExpectationId, Scenario)> {
    let Some(step) = scenario.steps.get(index) else {
        return Vec::new();
    };
    let keys =
        counts(step).into_iter().flat_map(|(key, count)| (0..count).map(move |at| (key, at)));
    let without = |(key, at): (&str, usize)| {
        let key_at = if counts(step).contains(&(key, 1)) {
            key.to_owned()
        } else {
            format!("{key}[{}]", at + 1)
        };
        let id = ExpectationId { scenario: scenario.id.clone(), step: index + 1, key: key_at };
        let mut changed = scenario.clone();
        let copies = changed.steps.iter_mut().filter(|copy| copy.span == step.span);
        copies.for_each(|copy| remove(copy, key, at));
        (id, changed)
    };
    keys.map(without).collect()
}

/// The keys of a step that expect something, with the number of their values.
fn counts(step: &Step) -> [(&'static str, usize); 12] {
    let is_refused = matches!(step.expect, Expectation::Refused(_) | Expectation::RefusedAny);
    [
        // Without `shows`, `lookup` would find nothing.
        ("shows", if step.lookup { 0 } else { step.shows.len() }),
        ("hides", step.hides.len()),
        ("adds", step.adds.len()),
        ("equals", step.equals.len()),
        ("differs", step.differs.len()),
        ("near", step.near.len()),
        ("proves", step.proves.len()),
        ("must_not_affect", step.must_not_affect.len()),
        ("order", usize::from(!step.order.is_empty())),
        ("refused", usize::from(is_refused)),
        ("same_as", usize::from(step.same_as.is_some())),
        ("disproved_by", usize::from(step.disproved_by.is_some())),
    ]
}

fn remove(step: &mut Step, key: &str, at: usize) {
    fn remove_at<T>(values: &mut Vec<T>, at: usize) {
        if at < values.len() {
            values.remove(at);
        }
    }
    match key {
        "shows" => remove_at(&mut step.shows, at),
        "hides" => remove_at(&mut step.hides, at),
        "adds" => remove_at(&mut step.adds, at),
        "equals" => remove_at(&mut step.equals, at),
        "differs" => remove_at(&mut step.differs, at),
        "near" => remove_at(&mut step.near, at),
        "proves" => remove_at(&mut step.proves, at),
        "must_not_affect" => remove_at(&mut step.must_not_affect, at),
        "order" => step.order.clear(),
        "refused" => step.expect = Expectation::Nothing,
        "same_as" => step.same_as = None,
        _ => step.disproved_by = None,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use referral_conformance::suite::Suite;

    use super::*;

    /// A suite of the library with two scenarios.
    pub(crate) fn suite() -> Suite {
        let file = |address: &str, text: &str| spec::ContractFile {
            address: address.to_owned(),
            path: address.to_owned(),
            text: text.to_owned(),
        };
        let one = "scenario: 1\ntitle: One\nsteps:\n  - { call: list_books }\n";
        let two = "scenario: 1\ntitle: Two\nsteps:\n  - call: add_book\n    as: book\n  - call: get_book\n    \
                   path: { book: \"{book.response.book.uuid}\" }\n    \
                   shows: [\"{book.body.title}\", \"{book.body.isbn}\"]\n";
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../spec/tests/library/contract");
        let contract = referral_conformance::suite::read_contract(folder.as_ref()).unwrap();
        Suite::load(&contract, None, &[file("a/one.yaml", one), file("a/two.yaml", two)])
            .unwrap_or_else(|errors| panic!("{errors}"))
    }

    #[test]
    fn expectations_are_removed_one_by_one() {
        let suite = suite();
        let without = in_step(suite.scenario("a/two").unwrap(), 1);
        let shown: Vec<_> = without
            .iter()
            .map(|(id, scenario)| (id.to_string(), scenario.steps[1].shows.len()))
            .collect();
        let shown: Vec<_> = shown.iter().map(|(id, left)| (id.as_str(), *left)).collect();
        assert_eq!(shown, [("a/two step 2 shows[1]", 1), ("a/two step 2 shows[2]", 1)]);
    }
}
