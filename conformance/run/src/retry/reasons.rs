//! Which scenarios to retry: those with a failure, or without a result, that other clients may have caused.

use std::collections::BTreeSet;

use super::votes::{has_single_failure, have_differed, needs_confirmation};
use super::{MAX_ATTEMPTS, RetryReason, RetryTracker};
use crate::contract;
use crate::exchange::ScenarioTrace;
use crate::finding::NotHeld::{Breach, Inconclusive, NotExercised, Unstable};
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
    /// Breached in a scenario that is not to be retried for that.
    breached: BTreeSet<usize>,
    /// Left without a result by a scenario, for the same reason in enough attempts.
    open: BTreeSet<Cause>,
}

/// Index of a clause, and why it has no result; `None` if it is breached.
type Cause = (usize, Option<Reason>);

/// Whether the next attempt pauses after writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pauses {
    /// It does, because a failure may come from a lag.
    Try,
    /// It does not, to confirm that the failure comes from a lag.
    Confirm,
    /// No failure depends on it.
    Irrelevant,
}

pub(super) struct Candidate<'s> {
    pub(super) scenario: &'s Scenario,
    pub(super) reason: RetryReason,
    pub(super) pauses: Pauses,
    causes: BTreeSet<Cause>,
}

impl<'s> RetryTracker<'s> {
    fn settled_clauses(&self) -> SettledClauses {
        let mut settled = SettledClauses::default();
        for (scenario, findings) in self.by_scenario() {
            let is_shared = self.shares_records(scenario);
            for (index, finding) in findings {
                match &finding.result {
                    Ok(_) => settled.held.insert(finding.claim.index),
                    Err(Breach(_))
                        if self
                            .reason_of_breach(scenario, is_shared, (index, finding))
                            .is_none() =>
                    {
                        settled.breached.insert(finding.claim.index)
                    }
                    Err(_) if self.is_stable(index) => settled.open.insert(cause(finding)),
                    Err(_) => continue,
                };
            }
        }
        settled
    }

    /// The scenarios to retry, in order of id.
    pub(super) fn scenarios_to_retry(&self) -> Vec<Candidate<'s>> {
        let settled = self.settled_clauses();
        let mut candidates = Vec::new();
        for (scenario, findings) in self.by_scenario() {
            let is_shared = self.shares_records(scenario);
            let reasons: Vec<_> = findings
                .filter_map(|(index, finding)| {
                    let reason = self.reason(scenario, is_shared, (index, finding), &settled)?;
                    Some((reason, (index, finding)))
                })
                .collect();
            if let Some((reason, _)) = reasons.iter().min_by_key(|(reason, _)| *reason) {
                candidates.push(Candidate {
                    scenario,
                    reason: *reason,
                    pauses: self.pauses(scenario, reasons.iter().map(|(_, found)| *found)),
                    causes: reasons.iter().map(|(_, (_, finding))| cause(finding)).collect(),
                });
            }
        }
        self.sample(&mut candidates);
        candidates.sort_by_key(|candidate| candidate.scenario.id.as_str());
        candidates
    }

    fn pauses<'f>(
        &self,
        scenario: &Scenario,
        findings: impl Iterator<Item = (usize, &'f Finding)>,
    ) -> Pauses {
        let mut failures =
            findings.filter(|(_, it)| matches!(it.result, Err(Breach(_) | Unstable(_)))).peekable();
        let has_failed = failures.peek().is_some();
        if failures.any(|(index, finding)| self.may_lag(scenario, (index, finding))) {
            Pauses::Try
        } else if has_failed && self.has_paused(scenario) {
            Pauses::Confirm
        } else {
            Pauses::Irrelevant
        }
    }

    /// Keeps one scenario for each clause and cause: if every attempt has the same result, the clause is settled. As soon
    /// as an attempt differs, all are kept. A server may affect a clause in many scenarios, and retries take time.
    fn sample(&self, candidates: &mut Vec<Candidate<'_>>) {
        let varied = self.varied_clauses();
        let mut sampled: BTreeSet<Cause> = BTreeSet::new();
        // Scenarios that were retried before come first, so that they reach the last attempt.
        candidates.sort_by_key(|Candidate { scenario, .. }| {
            (self.attempts(scenario) == 1, scenario.all_steps().count())
        });
        candidates.retain(|candidate| {
            let mut causes = candidate.causes.iter();
            let is_kept = causes.any(|cause| varied.contains(&cause.0) || !sampled.contains(cause));
            // Without other fixtures, it is not retried.
            if is_kept && !consumes_fixtures(self.suite, candidate.scenario) {
                sampled.extend(&candidate.causes);
            }
            is_kept
        });
    }

    /// Indexes of the clauses with different results in the attempts of a scenario, once a lag is confirmed or ruled out.
    fn varied_clauses(&self) -> BTreeSet<usize> {
        let has_varied = |index: &&usize| {
            let votes = self.votes(**index);
            have_differed(&votes) && !needs_confirmation(&votes)
        };
        let varied = self.results.keys().filter(has_varied);
        varied.filter_map(|index| Some(self.judgement.findings.get(*index)?.claim.index)).collect()
    }

    /// Whether the scenario depends on records that other clients may change.
    pub(super) fn shares_records(&self, scenario: &Scenario) -> bool {
        if self.settings.exclusive {
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
        (index, finding): (usize, &Finding),
        settled: &SettledClauses,
    ) -> Option<RetryReason> {
        let clause = finding.claim.index;
        if self.attempts(scenario) == MAX_ATTEMPTS || settled.breached.contains(&clause) {
            return None;
        }
        let reason = match &finding.result {
            Err(Unstable(_)) if self.results.contains_key(&index) => {
                return self.reason_of_unstable(is_shared, index);
            }
            Err(Breach(_) | Unstable(_)) => {
                return self.reason_of_breach(scenario, is_shared, (index, finding));
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
        let is_used_up = finding.result == Err(NotExercised(Reason::UsedUp));
        let is_open = !settled.held.contains(&clause)
            && (is_used_up || !settled.open.contains(&cause(finding)));
        is_open.then_some(reason)
    }

    /// Why to retry what failed in an attempt and not in another.
    fn reason_of_unstable(&self, is_shared: bool, index: usize) -> Option<RetryReason> {
        let votes = self.votes(index);
        if needs_confirmation(&votes) {
            return Some(RetryReason::Delayed);
        }
        let is_hidden = |result| matches!(result, &Err(NotExercised(Reason::Unobservable)));
        has_single_failure(&votes).then(|| {
            if votes.iter().any(|vote| is_hidden(&vote.result)) {
                RetryReason::Hidden
            } else if is_shared {
                RetryReason::Changed
            } else {
                RetryReason::Delayed
            }
        })
    }

    /// Why a breach may have another cause than the server, if the scenario may be retried for that.
    fn reason_of_breach(
        &self,
        scenario: &Scenario,
        is_shared: bool,
        (index, finding): (usize, &Finding),
    ) -> Option<RetryReason> {
        if !self.is_excusable(scenario, finding) || self.attempts(scenario) >= MAX_ATTEMPTS {
            None
        } else if is_shared {
            Some(RetryReason::Changed)
        } else {
            self.may_lag(scenario, (index, finding)).then_some(RetryReason::Delayed)
        }
    }

    /// Whether a read may have lagged behind a write. A retry shows it that pauses after each write.
    fn may_lag(&self, scenario: &Scenario, (index, finding): (usize, &Finding)) -> bool {
        let is_shown = match self.results.get(&index) {
            Some(_) => self.votes(index).iter().any(|it| it.pauses && it.is_telling()),
            None => self.has_paused(scenario),
        };
        !is_shown && self.may_be_lag(scenario, &finding.claim.clause.kind)
    }

    fn has_paused(&self, scenario: &Scenario) -> bool {
        let retried = self.retried.get(&scenario.id);
        retried.is_some_and(|it| it.conditions.iter().any(|attempt| attempt.pauses))
    }

    /// Whether enough attempts had the same result.
    fn is_stable(&self, index: usize) -> bool {
        self.results.get(&index).is_some_and(|results| {
            let all_alike = || results.windows(2).all(|pair| pair[0].1 == pair[1].1);
            results.len() >= MAX_IDENTICAL_ATTEMPTS && all_alike()
        })
    }

    /// Whether the scenario checks the order of records it created, which newer records may have pushed out of sight.
    fn may_be_hidden(&self, scenario: &Scenario) -> bool {
        let checks_order = || scenario.steps.iter().any(|step| !step.order.is_empty());
        let created_all = || {
            self.latest(&scenario.id)
                .is_some_and(|latest| created_all(self.suite, scenario, &latest.trace))
        };
        !self.settings.exclusive && scenario.needs.is_empty() && checks_order() && created_all()
    }
}

fn cause(finding: &Finding) -> Cause {
    let reason = match finding.result {
        Err(Inconclusive(reason) | NotExercised(reason)) => Some(reason),
        Ok(_) | Err(Breach(_) | Unstable(_)) => None,
    };
    (finding.claim.index, reason)
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
            | Reason::OtherRun
    )
}

/// Whether the scenario consumes fixtures, so that a retry needs other ones.
pub(super) fn consumes_fixtures(suite: &Suite, scenario: &Scenario) -> bool {
    let is_consumed = |need: &Need| {
        contract::fixture(&suite.contract, &need.kind).is_some_and(|kind| kind.consumed)
    };
    scenario.needs.iter().any(is_consumed)
}
