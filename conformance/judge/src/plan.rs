//! Plans a run before anything is sent: which scenarios run with which fixtures, which are skipped
//! and why, and how much they write.

mod fixtures;
mod glob;
mod requirement;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use spec::{Contract, Operation};

use crate::claims::{ClaimIndex, Clauses};
use crate::contract;
use crate::depth::Depth;
use crate::level::Level;
use crate::reason::Reason;
use crate::scenario::Scenario;
use crate::target::{Fixtures, TargetFixture};

pub use glob::Glob;
pub use requirement::{FixtureRequirement, Requirement};

/// What a run may do and has available.
#[derive(Clone, Debug)]
pub struct PlanInputs<'a> {
    pub level: Level,
    pub depth: Depth,
    pub keys: BTreeSet<String>,
    pub fixtures: &'a Fixtures,
    /// Selected clauses or scenarios; all when `None`.
    pub only: Option<Glob>,
}

#[derive(Clone, Debug)]
pub struct Plan {
    /// One entry for each scenario, in order of id.
    pub entries: Vec<PlanEntry>,
    /// Clauses that the planned scenarios can show.
    pub(crate) claim_index: Arc<ClaimIndex>,
    /// Selected clauses or scenarios; all when `None`.
    only: Option<Glob>,
    /// Clauses of the scenarios that are selected by their own id.
    selected: BTreeSet<String>,
}

#[derive(Clone, Debug)]
pub struct PlanEntry {
    pub scenario: String,
    pub claims: Arc<BTreeSet<String>>,
    pub decision: Decision,
    /// The optional fixtures that it runs without. Its steps that name them are left out.
    pub missing: Vec<Requirement>,
}

/// Whether a scenario runs.
#[derive(Clone, Debug)]
pub enum Decision {
    /// With these fixtures, by name of the need.
    Run(Arc<BTreeMap<String, TargetFixture>>),
    /// Skip it for this reason. The requirements would change that, in the notation of a target
    /// file.
    Skip(Reason, Vec<Requirement>),
}

impl Plan {
    /// Makes the plan. Each consumable fixture is used once: scenarios of less depth come first, and
    /// of one depth those that need few fixtures, so that most can run, then the others in order of
    /// id.
    pub fn new(
        contract: &Contract,
        clauses: &Clauses,
        scenarios: &[Scenario],
        inputs: &PlanInputs<'_>,
    ) -> Self {
        let mut allocator = fixtures::FixtureAllocator::new(contract, inputs.fixtures);
        let claim_index = clauses.claim_index(contract, scenarios);
        let mut by_need: Vec<_> = scenarios.iter().enumerate().collect();
        by_need.sort_by_cached_key(|(_, scenario)| {
            (scenario.depth, allocator.count_consumed(scenario))
        });
        let entries = by_need.into_iter().map(|(index, scenario)| {
            let (id, claims) = (scenario.id.clone(), claim_index.ids(index));
            let (decision, missing) = decide(contract, scenario, &claims, inputs, &mut allocator);
            (index, PlanEntry { scenario: id, decision, missing, claims })
        });
        let entries: BTreeMap<_, _> = entries.collect();
        let entries: Vec<PlanEntry> = entries.into_values().collect();
        let only = inputs.only.clone();
        let is_selected =
            |entry: &&PlanEntry| only.as_ref().is_some_and(|only| only.matches(&entry.scenario));
        let selected = entries.iter().filter(is_selected);
        let selected = selected.flat_map(|entry| entry.claims.iter().cloned()).collect();
        Self { entries, claim_index, selected, only }
    }

    pub fn entry(&self, scenario: &str) -> Option<&PlanEntry> {
        self.entries.get(self.index(scenario)?)
    }

    pub fn running(&self) -> impl Iterator<Item = &PlanEntry> {
        self.entries.iter().filter(|entry| matches!(entry.decision, Decision::Run(_)))
    }

    pub fn index(&self, scenario: &str) -> Option<usize> {
        self.entries.binary_search_by(|entry| entry.scenario.as_str().cmp(scenario)).ok()
    }

    /// Whether the clause is selected, by its own id or by that of a scenario.
    pub fn asks_for(&self, clause: &str) -> bool {
        let only = self.only.as_ref();
        only.is_none_or(|only| only.matches(clause) || self.selected.contains(clause))
    }

    /// Why no step was sent that can show the clause with this index.
    pub fn reason_not_exercised(&self, clause: usize) -> Reason {
        let scenarios = self.claim_index.showing(clause).iter().copied();
        self.reason_not_run(scenarios).unwrap_or(Reason::NoScenario)
    }

    /// Why none of the scenarios with these indexes was run to the end; `None` if there are none.
    pub fn reason_not_run(&self, scenarios: impl Iterator<Item = usize>) -> Option<Reason> {
        let entries = scenarios.filter_map(|index| self.entries.get(index));
        let reasons = entries.map(|entry| match &entry.decision {
            Decision::Skip(reason, _) => *reason,
            // The steps that show it name an optional fixture.
            Decision::Run(_) if !entry.missing.is_empty() => Reason::NoFixture,
            Decision::Run(_) => Reason::Stopped,
        });
        reasons.min()
    }

    /// The kinds of fixtures that would let skipped scenarios run, if only kinds can be supplied that meet a condition.
    pub fn missing_fixture_kinds(&self, can_be_supplied: impl Fn(&str) -> bool) -> BTreeSet<&str> {
        let scenarios = self.skipped_for(Reason::NoFixture).map(|(_, wanted)| {
            let kinds = wanted.iter().filter_map(|wanted| match wanted {
                Requirement::Fixture(lack) => Some(lack.kind.as_str()),
                _ => None,
            });
            kinds.collect::<Vec<_>>()
        });
        scenarios.filter(|kinds| kinds.iter().all(|kind| can_be_supplied(kind))).flatten().collect()
    }

    /// What is needed to run the scenarios that can show any of the clauses and are skipped for
    /// this reason.
    pub fn requirements_for<'c>(
        &self,
        clauses: impl IntoIterator<Item = &'c str>,
        reason: Reason,
    ) -> Vec<Requirement> {
        let mut clauses: BTreeSet<&str> = clauses.into_iter().collect();
        let shows = |entry: &PlanEntry, clauses: &BTreeSet<&str>| {
            entry.claims.iter().any(|id| clauses.contains(id.as_str()))
        };
        let skipped: Vec<_> =
            self.skipped_for(reason).filter(|(entry, _)| shows(entry, &clauses)).collect();
        for (entry, _) in &skipped {
            clauses.retain(|id| !entry.claims.contains(*id));
        }
        // The steps for the other clauses were left out of scenarios that ran.
        let reduced =
            self.running().filter(|entry| reason == Reason::NoFixture && shows(entry, &clauses));
        let skipped = skipped.iter().flat_map(|(_, wanted)| *wanted);
        Requirement::merge(skipped.chain(reduced.flat_map(|entry| &entry.missing)))
    }

    fn skipped_for(&self, reason: Reason) -> impl Iterator<Item = (&PlanEntry, &[Requirement])> {
        self.entries.iter().filter_map(move |entry| match &entry.decision {
            Decision::Skip(why, wanted) if *why == reason => Some((entry, wanted.as_slice())),
            _ => None,
        })
    }
}

/// The requirements of a scenario: keys other than the main one, a level, fixtures.
pub fn needs(contract: &Contract, scenario: &Scenario) -> Vec<Requirement> {
    let none = Fixtures::new();
    let allocator = fixtures::FixtureAllocator::new(contract, &none);
    let needs: Vec<_> = scenario.needs.iter().filter(|need| !need.optional).collect();
    let usual = contract::usual_key(contract);
    let keys = keys(contract, scenario, |kind| Some(kind) != usual);
    let parameters = parameters(contract, scenario);
    keys.into_iter().chain(parameters).chain(allocator.wanted(&needs)).collect()
}

/// Fixtures for one scenario; `None` if there are not enough.
pub fn allocate_fixtures(
    contract: &Contract,
    fixtures: &Fixtures,
    scenario: &Scenario,
) -> Option<BTreeMap<String, TargetFixture>> {
    let allocated = fixtures::FixtureAllocator::new(contract, fixtures).allocate(scenario).ok()?;
    Some(allocated.given)
}

fn decide(
    contract: &Contract,
    scenario: &Scenario,
    claims: &BTreeSet<String>,
    inputs: &PlanInputs<'_>,
    allocator: &mut fixtures::FixtureAllocator<'_>,
) -> (Decision, Vec<Requirement>) {
    let skip = |reason, wanted| (Decision::Skip(reason, wanted), Vec::new());
    if let Some(only) = &inputs.only
        && !only.matches(&scenario.id)
        && !claims.iter().any(|clause| only.matches(clause))
    {
        return skip(Reason::Filter, vec![Requirement::Only]);
    }
    if scenario.depth > inputs.depth {
        return skip(Reason::Depth, vec![Requirement::Depth(scenario.depth)]);
    }
    if scenario.level > inputs.level {
        return skip(Reason::Level, vec![Requirement::Level(scenario.level)]);
    }
    let missing = keys(contract, scenario, |kind| !inputs.keys.contains(kind));
    if !missing.is_empty() {
        return skip(Reason::NoKey, missing.into_iter().collect());
    }
    let unknown = parameters(contract, scenario);
    if !unknown.is_empty() {
        return skip(Reason::NoParameter, unknown.into_iter().collect());
    }
    match allocator.allocate(scenario) {
        Ok(allocated) => (Decision::Run(allocated.given.into()), allocated.missing),
        Err(wanted) => skip(Reason::NoFixture, wanted),
    }
}

/// The path parameters that have no value in the steps of a scenario.
fn parameters(contract: &Contract, scenario: &Scenario) -> BTreeSet<Requirement> {
    let operations = scenario.all_steps().filter_map(|step| contract.operation(&step.call));
    let values = operations.flat_map(Operation::open_path_values);
    values.map(|value| Requirement::Parameter(value.name.clone())).collect()
}

fn keys(
    contract: &Contract,
    scenario: &Scenario,
    is_wanted: impl Fn(&str) -> bool,
) -> BTreeSet<Requirement> {
    let kinds = scenario.all_steps().filter_map(|step| step.key.needed_kind());
    let wanted = kinds.filter(|kind| is_wanted(kind)).map(|kind| Requirement::Key {
        kind: kind.to_owned(),
        variable: contract::key_variable(contract, kind),
    });
    wanted.collect()
}

pub fn writes<'s>(contract: &Contract, scenario: &'s Scenario) -> BTreeMap<&'s str, usize> {
    let mut writes = BTreeMap::new();
    for step in scenario.all_steps() {
        let operation = contract.operation(&step.call);
        let is_write = operation.is_some_and(|operation| !operation.method.is_safe());
        if is_write && step.if_refused.is_none() {
            *writes.entry(step.call.as_str()).or_default() += step.requests();
        }
    }
    writes
}
