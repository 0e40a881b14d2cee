//! What the scenarios of a suite can show: worked out once, asked for by every plan and every judge.

use std::collections::BTreeSet;
use std::sync::Arc;

use spec::Contract;

use super::Clauses;
use crate::clauses::Claim;
use crate::scenario::Scenario;

/// The claims of scenarios, in their order.
#[derive(Debug)]
pub(crate) struct ClaimIndex {
    scenarios: Vec<ScenarioClaims>,
    /// One for each clause.
    showing: Vec<ClauseScenarios>,
}

/// The claims of one scenario.
#[derive(Debug)]
struct ScenarioClaims {
    id: Arc<str>,
    /// One list for each step.
    steps: Vec<Vec<Arc<Claim>>>,
    ids: Arc<BTreeSet<String>>,
    /// Whether it makes a claim of the clause of that index.
    clauses: Vec<bool>,
    /// Whether it can show that clause, and not only disprove it.
    proves: Vec<bool>,
}

/// The scenarios that can show one clause.
#[derive(Debug, Default)]
struct ClauseScenarios {
    indexes: Vec<usize>,
    ids: Arc<[Arc<str>]>,
}

impl ClaimIndex {
    pub(super) fn new(clauses: &Clauses, contract: &Contract, scenarios: &[Scenario]) -> Self {
        let count = clauses.iter().count();
        let reached = |scenario: &Scenario| {
            let steps = scenario.steps.iter();
            let steps = steps.map(|step| clauses.claims(contract, scenario, step));
            let steps: Vec<Vec<Arc<Claim>>> = steps.collect();
            let mut reached = vec![false; count];
            let mut proves = vec![false; count];
            let mut ids = BTreeSet::new();
            for claim in steps.iter().flatten() {
                if let Some(proved) = proves.get_mut(claim.index) {
                    *proved |= !claim.keeps;
                }
                if let Some(seen) = reached.get_mut(claim.index)
                    && !std::mem::replace(seen, true)
                {
                    ids.insert(claim.id.clone());
                }
            }
            ScenarioClaims {
                id: scenario.id.as_str().into(),
                steps,
                ids: Arc::new(ids),
                clauses: reached,
                proves,
            }
        };
        let scenarios: Vec<_> = scenarios.iter().map(reached).collect();
        let mut showing: Vec<_> = clauses.iter().map(|_| Vec::new()).collect();
        for (index, reached) in scenarios.iter().enumerate() {
            let shown = showing.iter_mut().zip(&reached.proves);
            shown.filter(|(_, shows)| **shows).for_each(|(showing, _)| showing.push(index));
        }
        let named = |indexes: Vec<usize>| ClauseScenarios {
            ids: indexes
                .iter()
                .filter_map(|index| scenarios.get(*index))
                .map(|reached| Arc::clone(&reached.id))
                .collect(),
            indexes,
        };
        Self { showing: showing.into_iter().map(named).collect(), scenarios }
    }

    /// Whether it is about these scenarios.
    pub(super) fn is_of(&self, scenarios: &[Scenario]) -> bool {
        let known = self.scenarios.iter().map(|known| &*known.id);
        known.eq(scenarios.iter().map(|scenario| scenario.id.as_str()))
    }

    /// The claims of a step; none where there is no such step.
    pub(crate) fn claims(&self, scenario: usize, step: usize) -> &[Arc<Claim>] {
        let steps = self.scenarios.get(scenario).map(|known| &known.steps);
        steps.and_then(|steps| steps.get(step)).map_or(&[], Vec::as_slice)
    }

    /// How many claims the steps of a scenario make.
    pub(crate) fn claim_count(&self, scenario: usize) -> usize {
        let steps = self.scenarios.get(scenario).map(|known| &known.steps);
        steps.into_iter().flatten().map(Vec::len).sum()
    }

    /// The id of a scenario.
    pub(crate) fn id(&self, scenario: usize) -> Option<&Arc<str>> {
        self.scenarios.get(scenario).map(|known| &known.id)
    }

    /// The ids of all clauses that a scenario can show.
    pub(crate) fn ids(&self, scenario: usize) -> Arc<BTreeSet<String>> {
        let known = self.scenarios.get(scenario);
        known.map(|known| Arc::clone(&known.ids)).unwrap_or_default()
    }

    /// The indexes of the scenarios that can show the clause of that index.
    pub(crate) fn showing(&self, clause: usize) -> &[usize] {
        let known = self.showing.get(clause);
        known.map_or(&[], |known| &known.indexes)
    }

    /// The ids of those scenarios.
    pub(crate) fn names_of_showing(&self, clause: usize) -> Arc<[Arc<str>]> {
        let known = self.showing.get(clause);
        known.map(|known| Arc::clone(&known.ids)).unwrap_or_default()
    }

    /// Whether a scenario can show the clause of that index.
    pub(crate) fn shows(&self, scenario: usize, clause: usize) -> bool {
        let known = self.scenarios.get(scenario);
        known.is_some_and(|known| known.clauses.get(clause) == Some(&true))
    }
}
