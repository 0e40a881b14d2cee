//! Whether what differed between the attempts of a scenario explains the failures.

use std::collections::BTreeSet;

use spec::ClauseKind;

use super::start::{self, Comparison, compare, deciding_needs};
use super::votes::{self, Excuses, Vote, combine, show_lag};
use super::{Conditions, Difference, FlakyFinding, RetryTracker};
use crate::clauses;
use crate::finding::FindingResult;
use crate::judge::Finding;
use crate::level::Level;
use crate::plan::Decision;
use crate::redact::Redactor;
use crate::scenario::Scenario;

impl<'s> RetryTracker<'s> {
    /// Replaces the result of each retried finding by what its attempts show together.
    pub(super) fn combine_results(&mut self) {
        let votes: Vec<_> = self.results.keys().map(|index| (*index, self.votes(*index))).collect();
        let lag_seen = votes.iter().any(|(_, votes)| show_lag(votes));
        let combined: Vec<_> = votes
            .iter()
            .filter_map(|(index, votes)| {
                let finding = self.judgement.findings.get(*index)?;
                Some((*index, combine(votes, self.excuses(finding, lag_seen)?)))
            })
            .collect();
        for (index, result) in combined {
            if let Some(finding) = self.judgement.findings.get_mut(index) {
                finding.result = result;
            }
        }
    }

    /// What may cause a failure besides the server.
    fn excuses(&self, finding: &Finding, lag_seen: bool) -> Option<Excuses> {
        let scenario = self.suite.scenario(&finding.scenario)?;
        Some(Excuses {
            any: self.is_excusable(scenario, finding),
            alone: self.settings.exclusive,
            lag_seen,
        })
    }

    /// Whether any scenario shows that reads lag behind writes.
    pub(super) fn lag_seen(&self) -> bool {
        self.results.keys().any(|index| show_lag(&self.votes(*index)))
    }

    /// What each attempt showed of the claim of a finding.
    pub(super) fn votes(&self, index: usize) -> Vec<Vote> {
        let (Some(results), Some(finding)) =
            (self.results.get(&index), self.judgement.findings.get(index))
        else {
            return Vec::new();
        };
        let retried = self.retried.get(&*finding.scenario);
        let conditions = |attempt: &usize| retried?.conditions.get(*attempt);
        let failed = results.iter().find(|(_, result)| votes::failure(result).is_some());
        let failed = failed.and_then(|(attempt, _)| conditions(attempt));
        let needs = self.deciding_needs(finding);
        let vote = |(attempt, result): &(usize, FindingResult)| {
            let made = conditions(attempt);
            let start = failed.zip(made).map(|(failed, made)| {
                let compared = compare(&needs, &failed.starts, &made.starts);
                // Another scenario of the run may have changed the fixture, and a read may lag behind that.
                let is_certain = compared != Comparison::Different || self.is_only_writer(finding);
                if is_certain { compared } else { Comparison::Unknown }
            });
            let shows_others = |made: &Conditions| {
                votes::failure(result).is_some_and(|it| made.others.contains(&it.exchange))
            };
            Vote {
                result: result.clone(),
                pauses: made.is_some_and(|made| made.pauses),
                start: start.unwrap_or(Comparison::Same),
                others: !self.settings.exclusive && made.is_some_and(shows_others),
            }
        };
        results.iter().map(vote).collect()
    }

    fn deciding_needs(&self, finding: &Finding) -> BTreeSet<&'s str> {
        let scenario = self.suite.scenario(&finding.scenario);
        let needs = scenario.map(|it| deciding_needs(&self.suite.contract, it, finding.step));
        needs.unwrap_or_default()
    }

    /// Whether no other scenario of the run changes the fixtures that decide what a finding shows.
    fn is_only_writer(&self, finding: &Finding) -> bool {
        let needs = self.deciding_needs(finding);
        let decision = |id: &str| self.plan.entry(id).map(|entry| &entry.decision);
        let Some(Decision::Run(fixtures)) = decision(&finding.scenario) else {
            return false;
        };
        let ids: BTreeSet<_> =
            needs.iter().filter_map(|need| Some(&fixtures.get(*need)?.id)).collect();
        !self.suite.scenarios.iter().filter(|scenario| *scenario.id != *finding.scenario).any(
            |scenario| match decision(&scenario.id) {
                Some(Decision::Run(fixtures)) => fixtures.iter().any(|(need, fixture)| {
                    ids.contains(&fixture.id)
                        && start::changes_fixture(&self.suite.contract, scenario, need)
                }),
                _ => false,
            },
        )
    }

    /// A finding that was a failure in some attempts only.
    pub(super) fn flaky_finding(
        &self,
        finding: &Finding,
        votes: &[Vote],
        lag_seen: bool,
        redactor: &Redactor,
    ) -> Option<FlakyFinding> {
        let difference = votes::difference(votes, self.excuses(finding, lag_seen)?)?;
        let needs = self.deciding_needs(finding);
        let conditions = &self.retried.get(&*finding.scenario)?.conditions;
        let failed = votes.iter().position(votes::failed).and_then(|index| conditions.get(index));
        let changed_start = failed.filter(|_| difference == Difference::Start).and_then(|failed| {
            let mut others = conditions.iter();
            others.find_map(|other| {
                start::difference(&needs, &failed.starts, &other.starts, redactor)
            })
        });
        Some(FlakyFinding {
            clause: finding.claim.clause.id.clone(),
            step: finding.step + 1,
            wrong: votes.iter().filter(|vote| votes::failed(vote)).count(),
            held: votes.iter().filter(|vote| vote.result.is_ok()).count(),
            failure: votes.iter().rev().find_map(|vote| votes::failure(&vote.result))?.clone(),
            difference,
            changed_start,
        })
    }

    /// Whether something else than the server may cause a failure of this claim: another client, or a lag.
    pub(super) fn is_excusable(&self, scenario: &Scenario, finding: &Finding) -> bool {
        let kind = &finding.claim.clause.kind;
        let is_of_list = matches!(kind, ClauseKind::MetaKey { .. } | ClauseKind::PageSize { .. });
        let may_be_disturbed =
            || self.shares_records(scenario) && (clauses::depends_on_state(kind) || is_of_list);
        // Of requests with the same new value, no other client causes a second one to be accepted.
        let is_concurrent = scenario.steps.get(finding.step).is_some_and(|step| step.at_once > 1);
        !is_concurrent && (may_be_disturbed() || self.may_be_lag(scenario, kind))
    }

    /// Whether a read that lags behind a write of the scenario may cause a failure.
    pub(super) fn may_be_lag(&self, scenario: &Scenario, kind: &ClauseKind) -> bool {
        !self.settings.skip_retry_pauses
            && scenario.level > Level::Read
            && clauses::depends_on_state(kind)
    }
}
