//! What the scenarios of a suite can show: worked out once, asked for by every plan and every judge.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use conformance_model::classes::Class;
use spec::Contract;

use super::Clauses;
use crate::classes::ClassedInput;
use crate::clauses::{Claim, ClaimedBy, ClaimedStep, InstanceName, instances};
use crate::scenario::Scenario;

/// The claims of scenarios, in their order.
#[derive(Debug)]
pub struct ClaimIndex {
    scenarios: Vec<ScenarioClaims>,
    /// One for each clause.
    showing: Vec<ClauseScenarios>,
    /// The indexes of the clauses that some step keeps.
    must_not_affect: BTreeSet<usize>,
}

#[derive(Debug)]
struct ScenarioClaims {
    id: Arc<str>,
    /// One list for each step.
    steps: Vec<Vec<Claim>>,
    ids: Arc<BTreeSet<String>>,
    clauses: BTreeSet<usize>,
}

/// The scenarios that can show one clause, and not only disprove it.
#[derive(Debug, Default)]
struct ClauseScenarios {
    indexes: Vec<usize>,
    ids: Arc<[Arc<str>]>,
    instances: Vec<Instance>,
    /// The classes of values that the clause is about.
    classes: Option<ClauseClasses>,
}

/// The classes of values that a clause is about, and the scenarios that send them.
#[derive(Debug)]
pub struct ClauseClasses {
    /// The member of the body.
    pub member: String,
    pub all: Vec<&'static Class>,
    /// The indexes of the scenarios that can show the clause for values of a class, by id of the class.
    pub asked: BTreeMap<&'static str, BTreeSet<usize>>,
}

/// One of several states or kinds of records that a clause is about, and a step that can show it.
#[derive(Debug)]
pub struct Instance {
    pub name: InstanceName,
    pub scenario: usize,
    pub step: usize,
}

impl ClaimIndex {
    pub(super) fn new(clauses: &Clauses, contract: &Contract, scenarios: &[Scenario]) -> Self {
        let mut showing = vec![BTreeSet::new(); clauses.shared().len()];
        let mut instances = BTreeMap::<usize, Vec<Instance>>::new();
        let mut must_not_affect = BTreeSet::new();
        let inputs: Vec<_> =
            clauses.iter().map(|clause| ClassedInput::of(contract, clause)).collect();
        let mut asked = BTreeMap::<usize, BTreeMap<_, BTreeSet<usize>>>::new();
        let mut indexed = Vec::with_capacity(scenarios.len());
        for (number, scenario) in scenarios.iter().enumerate() {
            let steps: Vec<_> = scenario
                .steps
                .iter()
                .map(|step| clauses.claims(contract, scenario, step))
                .collect();
            for claim in steps.iter().flatten() {
                match claim.made_by {
                    ClaimedBy::MustNotAffect => drop(must_not_affect.insert(claim.index)),
                    ClaimedBy::Disproves => {}
                    ClaimedBy::Call | ClaimedBy::Proves => {
                        if let Some(showing) = showing.get_mut(claim.index) {
                            showing.insert(number);
                        }
                    }
                }
            }
            for (index, claims) in steps.iter().enumerate() {
                for claim in claims.iter().filter(|claim| claim.made_by.can_show()) {
                    let input = inputs.get(claim.index).copied().flatten();
                    let classes = input.map(|input| input.asked(scenario, index));
                    for class in classes.into_iter().flatten() {
                        let by_class = asked.entry(claim.index).or_default();
                        by_class.entry(class.id).or_default().insert(number);
                    }
                }
            }
            for (clause, instance) in instances_in(contract, scenario, number, &steps) {
                instances.entry(clause).or_default().push(instance);
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
        let showing = showing.into_iter().enumerate().map(|(clause, numbers)| ClauseScenarios {
            ids: numbers.iter().map(|number| Arc::clone(&indexed[*number].id)).collect(),
            indexes: numbers.into_iter().collect(),
            instances: instances.remove(&clause).unwrap_or_default(),
            classes: inputs.get(clause).copied().flatten().map(|input| ClauseClasses {
                member: input.member().to_owned(),
                all: input.classes().collect(),
                asked: asked.remove(&clause).unwrap_or_default(),
            }),
        });
        Self { showing: showing.collect(), scenarios: indexed, must_not_affect }
    }

    /// Whether it is about these scenarios.
    pub(super) fn is_of(&self, scenarios: &[Scenario]) -> bool {
        let indexed = self.scenarios.iter().map(|scenario| &*scenario.id);
        indexed.eq(scenarios.iter().map(|scenario| scenario.id.as_str()))
    }

    pub fn steps(&self, scenario: usize) -> &[Vec<Claim>] {
        self.scenarios.get(scenario).map_or(&[], |scenario| &scenario.steps)
    }

    pub fn id(&self, scenario: usize) -> Option<&Arc<str>> {
        self.scenarios.get(scenario).map(|scenario| &scenario.id)
    }

    /// The ids of all clauses that a scenario can show.
    pub fn ids(&self, scenario: usize) -> Arc<BTreeSet<String>> {
        self.scenarios.get(scenario).map(|scenario| Arc::clone(&scenario.ids)).unwrap_or_default()
    }

    /// The indexes of the scenarios that can show the clause of that index.
    pub fn showing(&self, clause: usize) -> &[usize] {
        self.showing.get(clause).map_or(&[], |showing| &showing.indexes)
    }

    /// The instances that the steps of the suite can show of the clause of that index.
    pub fn instances(&self, clause: usize) -> &[Instance] {
        self.showing.get(clause).map_or(&[], |showing| &showing.instances)
    }

    /// The classes of values that the clause of that index is about.
    pub fn classes(&self, clause: usize) -> Option<&ClauseClasses> {
        self.showing.get(clause)?.classes.as_ref()
    }

    /// Whether some step checks with `must_not_affect` that the clause of that index leaves other records unchanged.
    pub fn is_kept(&self, clause: usize) -> bool {
        self.must_not_affect.contains(&clause)
    }

    /// The ids of those scenarios.
    pub fn names_of_showing(&self, clause: usize) -> Arc<[Arc<str>]> {
        self.showing.get(clause).map(|showing| Arc::clone(&showing.ids)).unwrap_or_default()
    }

    /// Whether a scenario can show or disprove the clause of that index.
    pub fn shows(&self, scenario: usize, clause: usize) -> bool {
        self.scenarios.get(scenario).is_some_and(|scenario| scenario.clauses.contains(&clause))
    }
}

/// The instances that the steps of a scenario can show, each with the index of its clause.
fn instances_in(
    contract: &Contract,
    scenario: &Scenario,
    number: usize,
    claims: &[Vec<Claim>],
) -> Vec<(usize, Instance)> {
    let mut found = Vec::new();
    for (index, (step, claims)) in scenario.steps.iter().zip(claims).enumerate() {
        let Some(operation) = contract.operation(&step.call) else { continue };
        let claimed = ClaimedStep::new(contract, scenario, operation, step);
        for claim in claims.iter().filter(|claim| claim.made_by == ClaimedBy::Proves) {
            let names = instances(&claim.clause.kind, &claimed).into_iter();
            found.extend(
                names.map(|name| (claim.index, Instance { name, scenario: number, step: index })),
            );
        }
    }
    found
}
