//! Which clauses a step can show: the one list that planning and judging share.
//!
//! A claim is made from the scenario and the contract alone, before anything is sent; the judge
//! answers each claim, and nothing else. So what a plan promises and what is judged cannot differ.

mod claim_index;
mod collect;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use spec::{Clause, ClauseKind, Contract};

use crate::scenario::{Expectation, Scenario, Step};

use collect::ClaimCollector;

pub(crate) use claim_index::ClaimIndex;

/// A clause that a step can show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Id of the clause.
    pub id: String,
    /// Its place among all clauses.
    pub index: usize,
    /// Operation of the clause; `None` for the service.
    pub operation: Option<String>,
    /// The clause.
    pub kind: ClauseKind,
    /// Whether the scenario asked for it with `proves` or `keeps`; else every such call shows it.
    pub proof: bool,
    /// Whether the step can only disprove it.
    pub keeps: bool,
}

/// The clauses of a contract, by id.
#[derive(Clone, Debug)]
pub struct Clauses {
    /// In order of id; shared with the verdicts on them.
    all: Vec<Arc<Clause>>,
    by_id: BTreeMap<String, usize>,
    /// What every accepted call of an operation shows, by its id. Long, and asked for at every step.
    success: BTreeMap<String, Vec<Arc<Claim>>>,
    /// What the scenarios can show that belong to the contract.
    reach: Option<Arc<ClaimIndex>>,
}

impl Clauses {
    /// All clauses of the contract.
    #[must_use]
    pub fn of(contract: &Contract) -> Self {
        let mut all: Vec<_> = contract.clauses().into_iter().map(Arc::new).collect();
        all.sort_by(|a, b| a.id.cmp(&b.id));
        let by_id = all.iter().enumerate();
        let by_id = by_id.map(|(index, clause)| (clause.id.clone(), index));
        let mut clauses = Self {
            by_id: by_id.collect(),
            all,
            success: BTreeMap::new(),
            reach: None,
        };
        let success = contract.operations().map(|operation| {
            let mut claims = ClaimCollector::new(&clauses, contract, operation);
            claims.documented();
            (operation.id.clone(), claims.finish())
        });
        clauses.success = success.collect();
        clauses
    }

    /// The clause of that id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Clause> {
        self.at(self.index(id)?)
    }

    /// The clause of that place among all of them.
    #[must_use]
    pub fn at(&self, index: usize) -> Option<&Clause> {
        self.all.get(index).map(Arc::as_ref)
    }

    /// The place of a clause among all of them.
    fn index(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// Works out what these scenarios can show, so that nobody does it again.
    pub(crate) fn learn(&mut self, contract: &Contract, scenarios: &[Scenario]) {
        self.reach = Some(Arc::new(ClaimIndex::of(self, contract, scenarios)));
    }

    /// What these scenarios can show.
    pub(crate) fn reach(&self, contract: &Contract, scenarios: &[Scenario]) -> Arc<ClaimIndex> {
        match self.reach.as_ref().filter(|reach| reach.is_of(scenarios)) {
            Some(reach) => Arc::clone(reach),
            None => Arc::new(ClaimIndex::of(self, contract, scenarios)),
        }
    }

    /// All of them, in order of id.
    pub fn iter(&self) -> impl Iterator<Item = &Clause> + Clone {
        self.all.iter().map(Arc::as_ref)
    }

    /// All of them, to be kept.
    pub(crate) fn shared(&self) -> &[Arc<Clause>] {
        &self.all
    }

    /// The claims of a step. A kind for which the contract has no clause, because it is silent
    /// there, makes no claim.
    #[must_use]
    pub fn claims(&self, contract: &Contract, scenario: &Scenario, step: &Step) -> Vec<Arc<Claim>> {
        let Some(operation) = contract.operation(&step.call) else {
            return Vec::new();
        };
        let mut claims = ClaimCollector::new(self, contract, operation);
        match &step.expect {
            Expectation::Accepted => {
                if !step.perhaps {
                    claims.inputs(scenario, step);
                }
                let documented = self.success.get(&operation.id);
                claims.all(documented.map_or(&[], Vec::as_slice));
                claims.echoes(scenario, step);
                claims.rules(scenario, step);
            }
            // Who does not know the other name may refuse a repetition for that.
            Expectation::Refused(case) if step.at_once > 1 || step.repeats.is_some() => {
                claims.refused(case);
            }
            Expectation::Refused(case) => claims.refusal(case),
            Expectation::RefusedAny => claims.required(&step.inputs),
            // What is answered may be open, but a refusal has the documented body.
            Expectation::Nothing if step.key.kind().is_some() => claims.error_body(),
            Expectation::Nothing => {}
        }
        for proof in &step.proves {
            claims.push(proof.operation.as_deref(), proof.kind.clone(), true);
        }
        for kept in &step.keeps {
            claims.keep(kept.operation.as_deref(), kept.kind.clone());
        }
        claims.finish()
    }

    /// The ids of all clauses that a scenario can show.
    #[must_use]
    pub fn reached(&self, contract: &Contract, scenario: &Scenario) -> BTreeSet<String> {
        let steps = scenario.steps.iter();
        let claims: Vec<_> = steps
            .flat_map(|step| self.claims(contract, scenario, step))
            .collect();
        let ids: BTreeSet<&str> = claims.iter().map(|claim| claim.id.as_str()).collect();
        ids.into_iter().map(str::to_owned).collect()
    }
}
