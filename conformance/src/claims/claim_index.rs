//! What the scenarios of a suite can show: worked out once, asked for by every plan and every judge.

use std::collections::BTreeSet;
use std::sync::Arc;

use spec::Contract;

use super::Clauses;
use crate::clauses::{Claim, ClaimedBy};
use crate::scenario::Scenario;

/// The claims of scenarios, in their order.
#[derive(Debug)]
pub(crate) struct ClaimIndex {
    scenarios: Vec<ScenarioClaims>,
    /// One for each clause.
    showing: Vec<ClauseScenarios>,
    /// The indexes of the clauses that some step keeps.
    kept: BTreeSet<usize>,
}

/// The claims of one scenario.
#[derive(Debug)]
struct ScenarioClaims {
    id: Arc<str>,
    /// One list for each step.
    steps: Vec<Vec<Claim>>,
    ids: Arc<BTreeSet<String>>,
    /// Indexes of the clauses.
    clauses: BTreeSet<usize>,
}

/// The scenarios that can show one clause, and not only disprove it.
#[derive(Debug, Default)]
struct ClauseScenarios {
    indexes: Vec<usize>,
    ids: Arc<[Arc<str>]>,
}

impl ClaimIndex {
    pub(super) fn new(clauses: &Clauses, contract: &Contract, scenarios: &[Scenario]) -> Self {
        let mut showing = vec![BTreeSet::new(); clauses.shared().len()];
        let mut kept = BTreeSet::new();
        let mut indexed = Vec::with_capacity(scenarios.len());
        for (number, scenario) in scenarios.iter().enumerate() {
            let steps: Vec<_> = scenario
                .steps
                .iter()
                .map(|step| clauses.claims(contract, scenario, step))
                .collect();
            for claim in steps.iter().flatten() {
                if claim.made_by == ClaimedBy::Keeps {
                    kept.insert(claim.index);
                } else if let Some(showing) = showing.get_mut(claim.index) {
                    showing.insert(number);
                }
            }
            let claimed: BTreeSet<_> = steps.iter().flatten().map(|claim| claim.index).collect();
            let ids = claimed.iter().filter_map(|index| Some(clauses.at(*index)?.id.clone()));
            indexed.push(ScenarioClaims {
                id: scenario.id.as_str().into(),
                ids: Arc::new(ids.collect()),
                steps,
                clauses: claimed,
            });
        }
        let showing = showing.into_iter().map(|numbers| ClauseScenarios {
            ids: numbers.iter().map(|number| Arc::clone(&indexed[*number].id)).collect(),
            indexes: numbers.into_iter().collect(),
        });
        Self { showing: showing.collect(), scenarios: indexed, kept }
    }

    /// Whether it is about these scenarios.
    pub(super) fn is_of(&self, scenarios: &[Scenario]) -> bool {
        let indexed = self.scenarios.iter().map(|scenario| &*scenario.id);
        indexed.eq(scenarios.iter().map(|scenario| scenario.id.as_str()))
    }

    /// The claims of each step of a scenario.
    pub(crate) fn steps(&self, scenario: usize) -> &[Vec<Claim>] {
        self.scenarios.get(scenario).map_or(&[], |scenario| &scenario.steps)
    }

    /// The id of a scenario.
    pub(crate) fn id(&self, scenario: usize) -> Option<&Arc<str>> {
        self.scenarios.get(scenario).map(|scenario| &scenario.id)
    }

    /// The ids of all clauses that a scenario can show.
    pub(crate) fn ids(&self, scenario: usize) -> Arc<BTreeSet<String>> {
        self.scenarios.get(scenario).map(|scenario| Arc::clone(&scenario.ids)).unwrap_or_default()
    }

    /// The indexes of the scenarios that can show the clause of that index.
    pub(crate) fn showing(&self, clause: usize) -> &[usize] {
        self.showing.get(clause).map_or(&[], |showing| &showing.indexes)
    }

    /// Whether some step checks with `keeps` that the clause of that index leaves other records unchanged.
    pub(crate) fn is_kept(&self, clause: usize) -> bool {
        self.kept.contains(&clause)
    }

    /// The ids of those scenarios.
    pub(crate) fn names_of_showing(&self, clause: usize) -> Arc<[Arc<str>]> {
        self.showing.get(clause).map(|showing| Arc::clone(&showing.ids)).unwrap_or_default()
    }

    /// Whether a scenario can show or disprove the clause of that index.
    pub(crate) fn shows(&self, scenario: usize, clause: usize) -> bool {
        self.scenarios.get(scenario).is_some_and(|scenario| scenario.clauses.contains(&clause))
    }
}
