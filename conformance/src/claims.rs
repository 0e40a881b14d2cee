//! The clauses that each step can show, shared by planning and judging.
//!
//! Claims follow from scenario and contract, before anything is sent. Each claim has exactly one
//! finding, so that plan and judgement cannot differ.

mod claim_index;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use spec::{Clause, Contract, id};

use crate::clauses::{Claim, ClaimedStep, ClauseRefs, claims_of_step, claims_of_success};
use crate::scenario::{ClauseRef, Scenario, Step};

pub(crate) use claim_index::ClaimIndex;

/// The clauses of a contract, by id.
#[derive(Clone, Debug)]
pub struct Clauses {
    /// In order of id; shared with the verdicts on them.
    all: Vec<Arc<Clause>>,
    by_id: BTreeMap<String, usize>,
    /// The claims of every accepted call of an operation, by its id: long, and the same at every step.
    success: BTreeMap<String, Vec<Arc<Claim>>>,
    /// The claims of the scenarios that belong to the contract.
    index: Option<Arc<ClaimIndex>>,
}

impl Clauses {
    /// All clauses of the contract.
    #[must_use]
    pub fn of(contract: &Contract) -> Self {
        let mut all: Vec<_> = contract.clauses().into_iter().map(Arc::new).collect();
        all.sort_by(|a, b| a.id.cmp(&b.id));
        let by_id = all.iter().enumerate();
        let mut clauses = Self {
            by_id: by_id.map(|(index, clause)| (clause.id.clone(), index)).collect(),
            all,
            success: BTreeMap::new(),
            index: None,
        };
        clauses.success = contract
            .operations()
            .map(|operation| {
                let ClauseRefs(shown) = claims_of_success(contract, operation);
                let mut claims = Vec::new();
                for clause in shown {
                    clauses.add_claim(&mut claims, clause, Claimed::Call);
                }
                (operation.id.clone(), claims)
            })
            .collect();
        clauses
    }

    /// The clause of that id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Clause> {
        self.at(*self.by_id.get(id)?)
    }

    /// The clause of that index.
    #[must_use]
    pub fn at(&self, index: usize) -> Option<&Clause> {
        self.all.get(index).map(Arc::as_ref)
    }

    /// Indexes the claims of these scenarios, so that it is done once.
    pub(crate) fn index_claims(&mut self, contract: &Contract, scenarios: &[Scenario]) {
        self.index = Some(Arc::new(ClaimIndex::new(self, contract, scenarios)));
    }

    /// The claims of these scenarios.
    pub(crate) fn claim_index(
        &self,
        contract: &Contract,
        scenarios: &[Scenario],
    ) -> Arc<ClaimIndex> {
        match self.index.as_ref().filter(|index| index.is_of(scenarios)) {
            Some(index) => Arc::clone(index),
            None => Arc::new(ClaimIndex::new(self, contract, scenarios)),
        }
    }

    /// All clauses, in order of id.
    pub fn iter(&self) -> impl Iterator<Item = &Clause> + Clone {
        self.all.iter().map(Arc::as_ref)
    }

    /// All clauses, shared.
    pub(crate) fn shared(&self) -> &[Arc<Clause>] {
        &self.all
    }

    /// The claims of a step. A reference to a clause that the contract does not have, because it is silent there, makes no
    /// claim.
    #[must_use]
    pub fn claims(&self, contract: &Contract, scenario: &Scenario, step: &Step) -> Vec<Arc<Claim>> {
        let Some(operation) = contract.operation(&step.call) else {
            return Vec::new();
        };
        let claimed = ClaimedStep::new(contract, scenario, operation, step);
        let mut claims = Vec::new();
        if claimed.is_accepted()
            && let Some(success) = self.success.get(&operation.id)
        {
            claims.extend_from_slice(success);
        }
        for clause in claims_of_step(&claimed).0 {
            self.add_claim(&mut claims, clause, Claimed::Call);
        }
        for clause in &step.proves {
            self.add_claim(&mut claims, clause.clone(), Claimed::Proves);
        }
        for clause in &step.keeps {
            self.add_claim(&mut claims, clause.clone(), Claimed::Keeps);
        }
        claims
    }

    /// Adds a claim of a testable clause, unless the step has one already.
    fn add_claim(&self, claims: &mut Vec<Arc<Claim>>, clause: ClauseRef, claimed: Claimed) {
        let ClauseRef { operation, kind } = clause;
        let id = id::clause(operation.as_deref(), &kind);
        let Some(&index) = self.by_id.get(&id) else {
            return;
        };
        if self.at(index).is_some_and(Clause::testable)
            && !claims.iter().any(|claim| claim.index == index)
        {
            claims.push(Arc::new(Claim {
                id,
                index,
                operation,
                kind,
                proof: claimed != Claimed::Call,
                keeps: claimed == Claimed::Keeps,
            }));
        }
    }

    /// The ids of all clauses that a scenario can show.
    #[must_use]
    pub fn reached(&self, contract: &Contract, scenario: &Scenario) -> BTreeSet<String> {
        let steps = scenario.steps.iter();
        steps
            .flat_map(|step| self.claims(contract, scenario, step))
            .map(|claim| claim.id.clone())
            .collect()
    }
}

/// What makes a claim.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Claimed {
    /// The call itself.
    Call,
    /// `proves` of the step.
    Proves,
    /// `keeps` of the step.
    Keeps,
}
