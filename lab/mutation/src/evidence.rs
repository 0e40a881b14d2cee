//! The steps that report a mutant, and the expectations without which no step would.

use std::collections::BTreeSet;

use referral_conformance::claims::Clauses;
use referral_conformance::exchange::ScenarioTrace;
use referral_conformance::finding::NotHeld;
use referral_conformance::judge::judge;
use referral_conformance::scenario::Scenario;
use referral_conformance::suite::Suite;
use referral_conformance::verdict::ClauseVerdict;
use serde::{Deserialize, Serialize};

use crate::expectation::{self, ExpectationId};
use crate::suite_run::{self, SuiteReport};

/// The guard of mutants that hand-written scenarios report.
pub const HAND_WRITTEN: &str = "hand-written";

/// What reports a mutant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// Scenarios with their steps, from 1. The copies of a step with `each` have the number of the first.
    pub reporters: BTreeSet<(String, usize)>,
    /// Expectations without which nothing would report it. Empty if several steps report it.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub needed: BTreeSet<ExpectationId>,
}

impl Evidence {
    /// The evidence of a run for a clause, without the needed expectations.
    pub fn new(suite: &Suite, report: &SuiteReport, clause: &str) -> Self {
        Self::of(suite, report.verdicts.iter().filter(|verdict| verdict.clause.id == clause))
    }

    /// The evidence of a run for all clauses that it reports, without the needed expectations.
    pub fn for_any_clause(suite: &Suite, report: &SuiteReport) -> Self {
        let verdicts = report.verdicts.iter();
        Self::of(suite, verdicts.filter(|verdict| suite_run::is_reported(verdict)))
    }

    fn of<'v>(suite: &Suite, verdicts: impl Iterator<Item = &'v ClauseVerdict>) -> Self {
        let failures = verdicts.flat_map(|verdict| &verdict.failures);
        let reporters = failures.filter_map(|failure| {
            let step =
                expectation::first_copy(suite.scenario(&failure.scenario)?, failure.step - 1)?;
            Some((failure.scenario.to_string(), step + 1))
        });
        Self { reporters: reporters.collect(), needed: BTreeSet::new() }
    }

    /// Judges the run again without each expectation of the step that reports the clause, if there is one such step and it
    /// is hand-written.
    #[must_use]
    pub fn with_needed(mut self, suite: &Suite, report: &SuiteReport, clause: &str) -> Self {
        let mut reporters = self.reporters.iter();
        let (Some((scenario, step)), None) = (reporters.next(), reporters.next()) else {
            return self;
        };
        if let Some(scenario) = suite.scenario(scenario)
            && guard(&scenario.id) == HAND_WRITTEN
        {
            let traces = report.traces();
            let expectations = expectation::in_step(scenario, step - 1).into_iter();
            let needed =
                expectations.filter(|(_, without)| !is_reported(suite, &traces, without, clause));
            self.needed = needed.map(|(id, _)| id).collect();
        }
        self
    }

    /// What reports it: [`HAND_WRITTEN`], and the families of derived scenarios.
    pub fn guards(&self) -> BTreeSet<String> {
        self.reporters.iter().map(|(scenario, _)| guard(scenario).to_owned()).collect()
    }
}

/// The family of a derived scenario, `derived/RESOURCE/OPERATION/FAMILY_WHAT`; or [`HAND_WRITTEN`].
pub fn guard(scenario: &str) -> &str {
    let derived = scenario.strip_prefix("derived/").and_then(|path| path.rsplit('/').next());
    derived.map_or(HAND_WRITTEN, |name| name.split('_').next().unwrap_or(name))
}

/// Whether a run with these traces would report a clause with this version of a scenario. Judging sends nothing.
fn is_reported(suite: &Suite, traces: &[ScenarioTrace], changed: &Scenario, clause: &str) -> bool {
    let ran: BTreeSet<_> = traces.iter().map(|trace| trace.scenario.as_str()).collect();
    let kept = suite.scenarios.iter().filter(|scenario| ran.contains(scenario.id.as_str()));
    let scenarios: Vec<_> = kept
        .map(|scenario| if scenario.id == changed.id { changed } else { scenario }.clone())
        .collect();
    // Without an index, the claims are those of the changed scenario.
    let clauses = Clauses::of(&suite.contract);
    let judgement = judge(&suite.contract, &clauses, &scenarios, traces);
    judgement.findings.iter().any(|finding| {
        finding.claim.clause.id == clause && matches!(finding.result, Err(NotHeld::Breach(_)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards_are_families_of_scenarios() {
        assert_eq!(guard("derived/books/add_book/pairs_price_pages"), "pairs");
        assert_eq!(guard("derived/books/add_book/again"), "again");
        assert_eq!(guard("books/add_book/two_books"), HAND_WRITTEN);
    }
}
