//! The hand-written parts of a suite that no mutant needs.

use std::collections::BTreeSet;

use referral_conformance::suite::Suite;
use serde::Serialize;

use crate::evidence::{Evidence, HAND_WRITTEN, guard};
use crate::expectation::{ExpectationId, first_copy, in_step};

/// Hand-written parts of a suite without which no mutant survives.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Redundant {
    /// Scenarios that can be deleted together.
    pub scenarios: Vec<String>,
    /// Expectations of other scenarios, each redundant while the others are there.
    pub expectations: Vec<ExpectationId>,
}

impl Redundant {
    /// What no mutant needs. Each of the `evidence` is about one mutant and one clause that reports it.
    pub fn new(suite: &Suite, evidence: &[Evidence]) -> Self {
        let hand_written =
            || suite.scenarios.iter().filter(|scenario| guard(&scenario.id) == HAND_WRITTEN);
        let mut remaining: Vec<BTreeSet<&str>> = evidence
            .iter()
            .map(|evidence| {
                evidence.reporters.iter().map(|(scenario, _)| scenario.as_str()).collect()
            })
            .collect();
        // Those that report the fewest mutants first.
        let reported = |id: &str| remaining.iter().filter(|ids| ids.contains(id)).count();
        let mut order: Vec<_> = hand_written().map(|scenario| scenario.id.as_str()).collect();
        order.sort_by_key(|id| reported(id));
        let mut scenarios = Vec::new();
        for id in order {
            if remaining.iter().all(|ids| ids.len() > 1 || !ids.contains(id)) {
                remaining.iter_mut().for_each(|ids| _ = ids.remove(id));
                scenarios.push(id.to_owned());
            }
        }
        scenarios.sort_unstable();
        let needed: BTreeSet<_> = evidence.iter().flat_map(|evidence| &evidence.needed).collect();
        let expectations = hand_written()
            .filter(|scenario| scenarios.binary_search(&scenario.id).is_err())
            .flat_map(|scenario| {
                let steps = (0..scenario.steps.len())
                    .filter(|index| first_copy(scenario, *index) == Some(*index));
                steps.flat_map(|index| in_step(scenario, index)).map(|(id, _)| id)
            })
            .filter(|id| !needed.contains(id));
        Self { expectations: expectations.collect(), scenarios }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expectation::tests::suite;

    fn evidence(reporters: &[&str]) -> Evidence {
        let reporters = reporters.iter().map(|scenario| ((*scenario).to_owned(), 1));
        Evidence { reporters: reporters.collect(), ..Evidence::default() }
    }

    #[test]
    fn scenario_that_reports_no_mutant_alone_is_redundant() {
        let suite = suite();
        let redundant =
            |evidence: &[Evidence]| Redundant::new(&suite, evidence).scenarios.join(" ");
        assert_eq!(redundant(&[evidence(&["a/two"])]), "a/one");
        // Either of the two suffices.
        assert_eq!(redundant(&[evidence(&["a/one", "a/two"])]), "a/one");
        assert_eq!(redundant(&[evidence(&["a/one"]), evidence(&["a/two"])]), "");
    }
}
