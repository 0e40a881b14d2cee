//! Which clauses a step can show: the one list that planning and judging share.
//!
//! A claim is made from the scenario and the contract alone, before anything is sent; the judge
//! answers each claim, and nothing else. So what a plan promises and what is judged cannot differ.

mod collect;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use spec::{Clause, ClauseKind, Contract};

use crate::scenario::{Expectation, Scenario, Step};

use collect::Collected;

/// A clause that a step can show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Id of the clause.
    pub id: String,
    /// Operation of the clause; `None` for the service.
    pub operation: Option<String>,
    /// The clause.
    pub kind: ClauseKind,
    /// Whether the scenario asked for it with `proves`; else every such call shows it.
    pub proof: bool,
}

/// The clauses of a contract, by id.
#[derive(Clone, Debug)]
pub struct Clauses {
    by_id: BTreeMap<String, Clause>,
    /// What every accepted call of an operation shows, by its id. Long, and asked for at every step.
    success: BTreeMap<String, Vec<Arc<Claim>>>,
}

impl Clauses {
    /// All clauses of the contract.
    #[must_use]
    pub fn of(contract: &Contract) -> Self {
        let clauses = contract.clauses().into_iter();
        let mut clauses = Self {
            by_id: clauses.map(|clause| (clause.id.clone(), clause)).collect(),
            success: BTreeMap::new(),
        };
        let success = contract.operations().map(|operation| {
            let mut claims = Collected::new(&clauses, contract, operation);
            claims.documented();
            (operation.id.clone(), claims.finish())
        });
        clauses.success = success.collect();
        clauses
    }

    /// The clause of that id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Clause> {
        self.by_id.get(id)
    }

    /// All of them, in order of id.
    pub fn iter(&self) -> impl Iterator<Item = &Clause> + Clone {
        self.by_id.values()
    }

    /// The claims of a step. A kind for which the contract has no clause, because it is silent
    /// there, makes no claim.
    #[must_use]
    pub fn claims(&self, contract: &Contract, scenario: &Scenario, step: &Step) -> Vec<Arc<Claim>> {
        let Some(operation) = contract.operation(&step.call) else {
            return Vec::new();
        };
        let mut claims = Collected::new(self, contract, operation);
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
            Expectation::Refused(case) => claims.refusal(case),
            Expectation::RefusedAnyhow => claims.required(&step.inputs),
            Expectation::Nothing => {}
        }
        for proof in &step.proves {
            claims.push(proof.operation.as_deref(), proof.kind.clone(), true);
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
