//! Judges an attempt on its own, before any retry and without the results of other scenarios.

use std::sync::Arc;

use spec::{Clause, Contract, Evidence};

use crate::claims::Clauses;
use crate::exchange::ScenarioTrace;
use crate::finding::NotHeld;
use crate::judge::{Finding, judge_summarized};
use crate::parsed::TraceSummary;
use crate::plan::Plan;
use crate::scenario::Scenario;
use crate::suite::Suite;

/// The result of an attempt on its own. Retries and other scenarios may show that the server did not cause a failure.
#[derive(Clone, Debug, Default)]
pub struct OwnResult {
    /// Number of steps and clauses that held.
    pub held: usize,
    /// The clauses that failed, each once. They are violated unless the failure has another cause.
    pub failed: Vec<Arc<Clause>>,
}

/// Judges each attempt in its own task as soon as it ends.
pub(crate) struct OwnJudge {
    contract: Arc<Contract>,
    clauses: Clauses,
    scenarios: Arc<Vec<Scenario>>,
    plan: Plan,
}

impl OwnJudge {
    pub(crate) fn new(suite: &Suite, plan: &Plan) -> Self {
        let Suite { contract, clauses, scenarios } = suite.clone();
        Self { contract, clauses, scenarios, plan: plan.clone() }
    }

    pub(super) fn judge(&self, trace: &ScenarioTrace, summary: &TraceSummary) -> OwnResult {
        let Self { contract, clauses, scenarios, plan } = self;
        let traces = [(trace, summary)].into_iter();
        let is_own = |id: &str| id == trace.scenario;
        let findings = judge_summarized(contract, clauses, scenarios, traces, is_own).findings;
        let mut result = OwnResult::default();
        for finding in findings {
            if finding.result.is_ok() {
                result.held += 1;
            } else if is_violation(plan, &finding)
                && !result.failed.iter().any(|known| known.id == finding.claim.clause.id)
            {
                result.failed.push(finding.claim.clause);
            }
        }
        result
    }
}

/// Whether the finding is a violation of a selected, stated clause.
pub(super) fn is_violation(plan: &Plan, finding: &Finding) -> bool {
    let clause = &finding.claim.clause;
    matches!(finding.result, Err(NotHeld::Breach(_)))
        && clause.evidence == Evidence::Stated
        && plan.asks_for(&clause.id)
}
