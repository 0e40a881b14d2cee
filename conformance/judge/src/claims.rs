//! The clauses that each step can show, shared by planning and judging.
//!
//! Claims follow from scenario and contract, before anything is sent. Each claim has exactly one
//! finding, so that plan and judgement cannot differ.

mod claim_index;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use spec::{Clause, ClauseKind, Contract, id};

use crate::clauses::{Claim, ClaimedBy, ClaimedStep, claimed_by_call};
use crate::scenario::{Scenario, Step};

pub use claim_index::{ClaimIndex, ClauseClasses, Instance};

/// The clauses of a contract, by id.
#[derive(Clone, Debug)]
pub struct Clauses {
    /// In order of id; shared with the claims of them and the verdicts on them.
    all: Vec<Arc<Clause>>,
    /// Indexes of the clauses of each operation; `None` is the service.
    by_operation: BTreeMap<Option<String>, Vec<usize>>,
    /// The claims of the scenarios that belong to the contract.
    index: Option<Arc<ClaimIndex>>,
}

impl Clauses {
    pub fn of(contract: &Contract) -> Self {
        let all: Vec<_> = contract.clauses().into_iter().map(Arc::new).collect();
        let mut by_operation: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (index, clause) in all.iter().enumerate() {
            by_operation.entry(clause.operation.clone()).or_default().push(index);
        }
        Self { all, by_operation, index: None }
    }

    pub fn get(&self, id: &str) -> Option<&Clause> {
        self.at(self.index_of(id)?)
    }

    pub fn index_of(&self, id: &str) -> Option<usize> {
        self.all.binary_search_by(|clause| clause.id.as_str().cmp(id)).ok()
    }

    pub fn at(&self, index: usize) -> Option<&Clause> {
        self.all.get(index).map(Arc::as_ref)
    }

    /// Indexes the claims of these scenarios, so that it is done once.
    pub fn index_claims(&mut self, contract: &Contract, scenarios: &[Scenario]) {
        self.index = Some(Arc::new(ClaimIndex::new(self, contract, scenarios)));
    }

    pub fn claim_index(&self, contract: &Contract, scenarios: &[Scenario]) -> Arc<ClaimIndex> {
        match self.index.as_ref().filter(|index| index.is_of(scenarios)) {
            Some(index) => Arc::clone(index),
            None => Arc::new(ClaimIndex::new(self, contract, scenarios)),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Clause> + Clone {
        self.all.iter().map(Arc::as_ref)
    }

    pub fn shared(&self) -> &[Arc<Clause>] {
        &self.all
    }

    /// The claims of a step. A reference to a clause that the contract does not have, because it is silent there, makes no
    /// claim.
    pub fn claims(&self, contract: &Contract, scenario: &Scenario, step: &Step) -> Vec<Claim> {
        let Some(operation) = contract.operation(&step.call) else {
            return Vec::new();
        };
        let claimed = ClaimedStep::new(contract, scenario, operation, step);
        // A case of the operation comes before one of the service with the same id.
        let is_overridden = |clause: &Clause| {
            clause.operation.is_none()
                && refusal_case(&clause.kind)
                    .is_some_and(|case| operation.errors.iter().any(|own| own.id == *case))
        };
        let owners = [Some(operation.id.clone()), None];
        let of_call = owners.iter().filter_map(|owner| self.by_operation.get(owner)).flatten();
        let by_call = of_call.filter_map(|index| {
            let clause = self.at(*index).filter(|clause| !is_overridden(clause))?;
            Some((*index, claimed_by_call(&clause.kind, &claimed)?))
        });
        let proves = step.proves.iter().map(|clause| (clause, ClaimedBy::Proves));
        let unaffected =
            step.must_not_affect.iter().map(|clause| (clause, ClaimedBy::MustNotAffect));
        let named = proves.chain(unaffected).filter_map(|(clause, made_by)| {
            let id = id::clause(clause.operation.as_deref(), &clause.kind);
            Some((self.index_of(&id)?, made_by))
        });
        let mut claims: Vec<Claim> = Vec::new();
        for (index, made_by) in by_call.chain(named) {
            if let Some(clause) = self.all.get(index).filter(|clause| clause.testable())
                && !claims.iter().any(|claim| claim.index == index)
            {
                claims.push(Claim { clause: Arc::clone(clause), index, made_by });
            }
        }
        claims
    }

    /// The ids of all clauses that a scenario can show.
    pub fn reached(&self, contract: &Contract, scenario: &Scenario) -> BTreeSet<String> {
        let steps = scenario.steps.iter();
        steps
            .flat_map(|step| self.claims(contract, scenario, step))
            .map(|claim| claim.clause.id.clone())
            .collect()
    }
}

fn refusal_case(kind: &ClauseKind) -> Option<&String> {
    match kind {
        ClauseKind::Refusal { case }
        | ClauseKind::RefusalMessage { case }
        | ClauseKind::RefusalCode { case, .. }
        | ClauseKind::RefusalField { case }
        | ClauseKind::RefusalStatus { case, .. } => Some(case),
        _ => None,
    }
}
