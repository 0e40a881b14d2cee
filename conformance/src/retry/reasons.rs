//! Which scenarios to retry: those with a failure, or without a result, that other clients may have caused.

use std::collections::BTreeSet;

use super::{RetryReason, RetryTracker};
use crate::clauses;
use crate::contract;
use crate::exchange::{ScenarioTrace, StoredTrace as _};
use crate::finding::NotHeld::{Breach, Inconclusive, NotExercised};
use crate::judge::Finding;
use crate::level::Level;
use crate::parsed::is_accepted;
use crate::reason::Reason;
use crate::scenario::{Need, Scenario};
use crate::suite::Suite;

/// The most attempts without a result that are all alike.
const MAX_IDENTICAL_ATTEMPTS: usize = 3;

/// Indexes of clauses that need no further attempts.
#[derive(Default)]
struct SettledClauses {
    held: BTreeSet<usize>,
    /// Breached in a scenario that neither other clients nor a lag can disturb.
    breached: BTreeSet<usize>,
}

/// A scenario that may be retried.
struct Candidate<'s> {
    scenario: &'s Scenario,
    reason: RetryReason,
    /// Indexes of the clauses whose results are reasons.
    clauses: Vec<usize>,
}

impl<'s> RetryTracker<'s> {
    fn settled_clauses(&self) -> SettledClauses {
        let mut settled = SettledClauses::default();
        for (scenario, findings) in self.by_scenario() {
            let is_shared = self.shares_records(scenario);
            for (_, finding) in findings {
                match &finding.result {
                    Ok(_) => settled.held.insert(finding.claim.index),
                    Err(Breach(_)) if !is_shared && !self.may_lag(scenario, finding) => {
                        settled.breached.insert(finding.claim.index)
                    }
                    Err(_) => continue,
                };
            }
        }
        settled
    }

    /// The scenarios to retry, in order of id.
    pub(super) fn scenarios_to_retry(&self) -> Vec<(&'s Scenario, RetryReason)> {
        let settled = self.settled_clauses();
        let mut candidates = Vec::new();
        for (scenario, findings) in self.by_scenario() {
            let is_shared = self.shares_records(scenario);
            let reasons: Vec<_> = findings
                .filter(|(_, finding)| finding.result.is_err())
                .filter_map(|(index, finding)| {
                    let reason = self.reason(scenario, is_shared, index, finding, &settled)?;
                    Some((reason, finding.claim.index))
                })
                .collect();
            if let Some((reason, _)) = reasons.iter().min() {
                let clauses = reasons.iter().map(|(_, clause)| *clause).collect();
                candidates.push(Candidate { scenario, reason: *reason, clauses });
            }
        }
        if self.retried.is_empty() {
            self.sample_delayed(&mut candidates);
        }
        candidates.sort_by_key(|candidate| &candidate.scenario.id);
        candidates.into_iter().map(|candidate| (candidate.scenario, candidate.reason)).collect()
    }

    /// Keeps, of the scenarios whose reads may have lagged, a short one for each clause that failed. If the clause fails
    /// again, it is settled; if not, the next round retries the others. Pauses cost seconds, and a server may break a
    /// clause in many scenarios.
    fn sample_delayed(&self, candidates: &mut Vec<Candidate<'_>>) {
        let mut sampled = BTreeSet::new();
        candidates.sort_by_key(|candidate| candidate.scenario.all_steps().count());
        candidates.retain(|candidate| {
            if candidate.reason != RetryReason::Delayed
                || consumes_fixtures(self.suite, candidate.scenario)
            {
                return true;
            }
            let before = sampled.len();
            sampled.extend(candidate.clauses.iter().copied());
            sampled.len() > before
        });
    }

    /// Whether the scenario depends on records that other clients may change.
    fn shares_records(&self, scenario: &Scenario) -> bool {
        if self.policy.exclusive {
            return false;
        }
        // Others add to what is listed, and totals of a list may lag behind its items.
        let reads_list = || {
            scenario.steps.iter().any(|step| {
                let operation = self.suite.contract.operation(&step.call);
                operation.is_some_and(|operation| contract::list_member(operation).is_some())
            })
        };
        !scenario.needs.is_empty() || scenario.level == Level::Read && reads_list()
    }

    /// Whether a finding is a reason to retry its scenario.
    fn reason(
        &self,
        scenario: &Scenario,
        is_shared: bool,
        index: usize,
        finding: &Finding,
        settled: &SettledClauses,
    ) -> Option<RetryReason> {
        let clause = finding.claim.index;
        let reason = match &finding.result {
            Err(Breach(_)) => {
                return if settled.breached.contains(&clause) {
                    None
                } else if is_shared {
                    Some(RetryReason::Changed)
                } else {
                    self.may_lag(scenario, finding).then_some(RetryReason::Delayed)
                };
            }
            Err(Inconclusive(reason)) if is_shared && depends_on_state(*reason) => {
                // It gets other fixtures in any case.
                if consumes_fixtures(self.suite, scenario) {
                    RetryReason::UsedUp
                } else {
                    RetryReason::Changed
                }
            }
            Err(NotExercised(Reason::UsedUp)) => RetryReason::UsedUp,
            Err(NotExercised(Reason::Unobservable)) if self.may_be_hidden(scenario) => {
                RetryReason::Hidden
            }
            _ => return None,
        };
        let is_open = !settled.breached.contains(&clause) && !settled.held.contains(&clause);
        let is_used_up = finding.result == Err(NotExercised(Reason::UsedUp));
        (is_open && (is_used_up || !self.is_stable(index))).then_some(reason)
    }

    /// Whether a read may have lagged behind a write. The first retry shows it, which pauses after each write.
    fn may_lag(&self, scenario: &Scenario, finding: &Finding) -> bool {
        !self.policy.immediate
            && scenario.level > Level::Read
            && clauses::depends_on_state(&finding.claim.clause.kind)
            && !self.retried.contains_key(&scenario.id)
    }

    /// Whether enough attempts had the same result.
    fn is_stable(&self, index: usize) -> bool {
        self.votes.get(&index).is_some_and(|votes| {
            votes.len() >= MAX_IDENTICAL_ATTEMPTS && votes.windows(2).all(|pair| pair[0] == pair[1])
        })
    }

    /// Whether the scenario checks the order of records it created, which newer records may have pushed out of sight.
    fn may_be_hidden(&self, scenario: &Scenario) -> bool {
        let checks_order = || scenario.steps.iter().any(|step| !step.order.is_empty());
        let created_all = || {
            self.latest(&scenario.id)
                .is_some_and(|latest| created_all(self.suite, scenario, &latest.trace.trace()))
        };
        !self.policy.exclusive && scenario.needs.is_empty() && checks_order() && created_all()
    }
}

/// Whether every creation was accepted that should have been.
fn created_all(suite: &Suite, scenario: &Scenario, trace: &ScenarioTrace) -> bool {
    let contract = &suite.contract;
    scenario.steps.iter().zip(&trace.steps).all(|(step, trace)| {
        contract
            .operation(&step.call)
            .filter(|operation| operation.creates.is_some() && step.wants_acceptance())
            .is_none_or(|operation| {
                trace
                    .attempts
                    .iter()
                    .flat_map(|attempt| &attempt.exchanges)
                    .all(|exchange| is_accepted(contract, operation, exchange))
            })
    })
}

/// Whether the reason may be that a record was not in the expected state.
fn depends_on_state(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::WrongReason
            | Reason::DocumentedRefusal
            | Reason::OtherOutcome
            | Reason::NotDemonstrated
            | Reason::NoControl
            | Reason::Disturbed
    )
}

/// Whether the scenario consumes fixtures, so that a retry needs other ones.
pub(super) fn consumes_fixtures(suite: &Suite, scenario: &Scenario) -> bool {
    let is_consumed = |need: &Need| {
        contract::fixture(&suite.contract, &need.kind).is_some_and(|kind| kind.consumed)
    };
    scenario.needs.iter().any(is_consumed)
}
