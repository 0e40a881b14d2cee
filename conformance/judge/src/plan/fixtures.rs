//! Allocates fixtures to scenarios: a separate one for each need, and each consumable one only
//! once.

use std::collections::{BTreeMap, BTreeSet};

use spec::Contract;

use super::requirement::{FixtureRequirement, Requirement};
use crate::contract;
use crate::fact;
use crate::scenario::{Need, Scenario};
use crate::target::{Fixtures, TargetFixture};

pub(super) struct AllocatedFixtures {
    /// By name of the need.
    pub(super) given: BTreeMap<String, TargetFixture>,
    /// The optional needs that are not met.
    pub(super) missing: Vec<Requirement>,
}

pub(super) struct FixtureAllocator<'a> {
    supplied: &'a Fixtures,
    consumed_kinds: BTreeSet<&'a str>,
    usual_account: Option<&'a str>,
    /// Kind and id of consumed fixtures.
    consumed: BTreeSet<(&'a str, &'a str)>,
    /// Number of scenarios that use a fixture, by id.
    shared: BTreeMap<&'a str, usize>,
}

impl<'a> FixtureAllocator<'a> {
    pub(super) fn new(contract: &'a Contract, supplied: &'a Fixtures) -> Self {
        let kinds = contract.service.fixtures.iter().filter(|kind| kind.consumed);
        let consumed_kinds = kinds.map(|kind| kind.kind.as_str()).collect();
        Self {
            supplied,
            consumed_kinds,
            usual_account: contract::usual_key(contract),
            consumed: BTreeSet::new(),
            shared: BTreeMap::new(),
        }
    }

    /// The number of fixtures that a scenario consumes.
    pub(super) fn count_consumed(&self, scenario: &Scenario) -> usize {
        let consumed = |need: &&Need| self.consumed_kinds.contains(need.kind.as_str());
        scenario.needs.iter().filter(consumed).count()
    }

    /// A fixture for each need, or the requirements that cannot be met. Consumes nothing unless all
    /// needs are met. Prefers the least used fixtures, so that a run covers more of them and waits
    /// less for locks.
    pub(super) fn allocate(
        &mut self,
        scenario: &Scenario,
    ) -> Result<AllocatedFixtures, Vec<Requirement>> {
        let mut given: BTreeMap<String, TargetFixture> = BTreeMap::new();
        let (mut wanting, mut optional, mut used) = (Vec::new(), Vec::new(), Vec::new());
        for need in &scenario.needs {
            let supplied = self.supplied.get_key_value(&need.kind);
            let (kind, all) =
                supplied.map_or(("", &[][..]), |(kind, all)| (kind.as_str(), all.as_slice()));
            let is_used_up = self.consumed_kinds.contains(kind);
            let free = all.iter().filter(|fixture| {
                fixture.account == need.account
                    && has_facts(fixture, need)
                    && !used.contains(&(kind, &*fixture.id))
                    && !(is_used_up && self.consumed.contains(&(kind, &*fixture.id)))
            });
            let sharers = |fixture: &&TargetFixture| self.shared.get(&*fixture.id);
            let Some(fixture) = free.min_by_key(sharers) else {
                if need.optional { &mut optional } else { &mut wanting }.push(need);
                continue;
            };
            used.push((kind, &*fixture.id));
            given.insert(need.name.clone(), fixture.clone());
        }
        if !wanting.is_empty() {
            return Err(self.wanted(&wanting));
        }
        for (kind, id) in used {
            *self.shared.entry(id).or_default() += 1;
            if self.consumed_kinds.contains(kind) {
                self.consumed.insert((kind, id));
            }
        }
        Ok(AllocatedFixtures { given, missing: self.wanted(&optional) })
    }

    /// Needs in the notation of a target file, grouped by kind.
    pub(super) fn wanted(&self, needs: &[&Need]) -> Vec<Requirement> {
        let mut lacks: BTreeMap<(&str, &str, &BTreeMap<String, String>), FixtureRequirement> =
            BTreeMap::new();
        for need in needs {
            let lack = lacks.entry((&need.kind, &need.account, &need.given));
            let lack = lack.or_insert_with(|| FixtureRequirement {
                kind: need.kind.clone(),
                account: Some(need.account.clone())
                    .filter(|account| Some(account.as_str()) != self.usual_account),
                facts: BTreeSet::new(),
                given: need.given.clone(),
                consumed: self.consumed_kinds.contains(need.kind.as_str()),
                count: 0,
            });
            let is_open = |fact: &&String| *fact != "id" && !need.given.contains_key(*fact);
            lack.facts.extend(need.facts.iter().filter(is_open).cloned());
            lack.count += 1;
        }
        lacks.into_values().map(Requirement::Fixture).collect()
    }
}

/// Whether the fixture has the facts that steps refer to, with the required values.
fn has_facts(fixture: &TargetFixture, need: &Need) -> bool {
    let mut given = need.given.iter();
    need.facts.iter().all(|fact| fixture.fact(fact).is_some())
        && given.all(|(name, wanted)| {
            let value = fixture.fact(name);
            value.is_some_and(|value| fact::facts_equal(value, wanted))
        })
}
