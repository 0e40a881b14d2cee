//! Retries scenarios whose result another client may have disturbed, and combines the attempts.
//!
//! A scenario that names fixtures or reads lists may fail because others change the same records. A failure
//! counts only if it occurs in every attempt; one that does not is reported as flaky. Nothing here sends or waits.

mod backoff;
mod reasons;
mod result;
mod votes;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use spec::Contract;

use crate::digest::digest;
use crate::exchange::{PackedTrace, ScenarioTrace, StoredTrace as _};
use crate::finding::FindingResult;
use crate::judge::{Finding, Judgement, judge_summarized};
use crate::parsed::{ParsedTrace, TraceSummary};
use crate::plan::{Decision, Plan};
use crate::run::{CompletedScenario, ScheduledScenario};
use crate::scenario::Scenario;
use crate::suite::Suite;
use crate::target::TargetFixture;
use crate::untested::Survey;

use backoff::{look_back, random_delay};
use reasons::{Candidate, consumes_fixtures};
use votes::{combine, flaky_finding, have_differed};

pub use result::{FlakyFinding, RetriedScenario, RetryReason};

/// The most attempts of one scenario, the first included.
const MAX_ATTEMPTS: u32 = 5;

/// Hands out fixtures that no run has consumed yet, by name of the need; `None` if there are not enough.
pub type FixturePool<'a> =
    &'a (dyn Fn(&Scenario) -> Option<BTreeMap<String, TargetFixture>> + Sync);

/// What decides whether and when a scenario is retried.
#[derive(Clone, Debug)]
pub(crate) struct RetryPolicy {
    /// Whether the run has the target to itself, so that nothing is disturbed by others.
    pub(crate) exclusive: bool,
    /// Whether to retry without a delay.
    pub(crate) immediate: bool,
    /// Id of the run: the source of random delays.
    pub(crate) run_id: String,
    /// Start of the run.
    pub(crate) started_at: Timestamp,
}

/// The attempts of all scenarios, and what they show together.
pub(crate) struct RetryTracker<'s> {
    suite: &'s Suite,
    plan: &'s Plan,
    policy: RetryPolicy,
    latest: Vec<Attempt>,
    earlier: Vec<PackedTrace>,
    /// The combined findings of all attempts.
    judgement: Judgement,
    /// The results of all attempts by index of the finding, for retried scenarios.
    votes: BTreeMap<usize, Vec<FindingResult>>,
    /// Reason and number of attempts, by scenario.
    retried: BTreeMap<String, (RetryReason, u32)>,
}

/// An attempt of a scenario. The duration is that of the first one, which has no pauses.
type Attempt = CompletedScenario<AttemptSummary>;

/// What is kept of an attempt besides its packed trace.
#[derive(Clone, Debug)]
pub(crate) struct AttemptSummary {
    trace: TraceSummary,
    survey: Survey,
}

impl AttemptSummary {
    /// Summarizes the trace of a scenario.
    pub(crate) fn of(contract: &Contract, scenario: &Scenario, trace: &ScenarioTrace) -> Self {
        let parsed = ParsedTrace::parse(contract, scenario, trace);
        Self {
            trace: TraceSummary::of(&parsed.view(contract, scenario, trace)),
            survey: Survey::of_trace(contract, scenario, trace, &parsed),
        }
    }
}

/// Everything that a run showed.
#[derive(Clone, Debug)]
pub(crate) struct RunFindings {
    /// The latest attempt of each scenario.
    pub(crate) traces: Vec<PackedTrace>,
    /// The attempts before.
    pub(crate) earlier: Vec<PackedTrace>,
    pub(crate) judgement: Judgement,
    /// The answers to the latest attempts.
    pub(crate) survey: Survey,
    pub(crate) retried: Vec<RetriedScenario>,
}

impl<'s> RetryTracker<'s> {
    /// Judges the first attempt of each scenario.
    pub(crate) fn new(
        suite: &'s Suite,
        plan: &'s Plan,
        policy: RetryPolicy,
        latest: Vec<Attempt>,
    ) -> Self {
        Self {
            suite,
            plan,
            policy,
            judgement: judge(suite, &latest, |_| true),
            latest,
            earlier: Vec::new(),
            votes: BTreeMap::new(),
            retried: BTreeMap::new(),
        }
    }

    /// The answers to the latest attempts.
    pub(crate) fn survey(&self) -> Survey {
        Survey::merge(self.latest.iter().map(|attempt| &attempt.summary.survey))
    }

    /// The scenarios to retry next, in order of id, each with other fixtures where it consumes them. Each has at
    /// most [`MAX_ATTEMPTS`] attempts, so that a run ends.
    pub(crate) fn schedule(
        &mut self,
        fixture_pool: Option<FixturePool<'_>>,
    ) -> Vec<ScheduledScenario> {
        let mut scheduled = Vec::new();
        let lags = self.has_lagged();
        for candidate in self.scenarios_to_retry() {
            let Some(next) = self.schedule_one(&candidate, lags, fixture_pool) else {
                continue;
            };
            let id = candidate.scenario.id.clone();
            let (_, attempts) = self.retried.entry(id).or_insert((candidate.reason, 1));
            *attempts = next.attempt;
            scheduled.push(next);
        }
        scheduled
    }

    fn schedule_one(
        &self,
        candidate: &Candidate<'_>,
        lags: bool,
        fixture_pool: Option<FixturePool<'_>>,
    ) -> Option<ScheduledScenario> {
        let Candidate { scenario, reason, may_lag, .. } = *candidate;
        let fixtures = if consumes_fixtures(self.suite, scenario) {
            fixture_pool?(scenario)?.into()
        } else {
            match &self.plan.entry(&scenario.id)?.decision {
                Decision::Run(fixtures) => Arc::clone(fixtures),
                Decision::Skip(..) => return None,
            }
        };
        let attempt = self.attempts(scenario) + 1;
        Some(ScheduledScenario {
            scenario: self.suite.index_of(&scenario.id)?,
            fixtures,
            attempt,
            delay: self.delay(scenario, reason, attempt)?,
            pauses: may_lag || lags,
        })
    }

    /// Whether pauses after writes changed a result.
    fn has_lagged(&self) -> bool {
        self.votes.iter().any(|(index, votes)| {
            let finding = self.judgement.findings.get(*index);
            let retried = finding.and_then(|finding| self.retried.get(&*finding.scenario));
            retried.is_some_and(|(reason, _)| *reason == RetryReason::Delayed)
                && have_differed(votes)
        })
    }

    /// The number of attempts of a scenario so far.
    fn attempts(&self, scenario: &Scenario) -> u32 {
        self.retried.get(&scenario.id).map_or(1, |(_, attempts)| *attempts)
    }

    /// How long to wait before an attempt.
    fn delay(&self, scenario: &Scenario, reason: RetryReason, attempt: u32) -> Option<Duration> {
        let latest = self.latest(&scenario.id)?;
        let policy = &self.policy;
        Some(match reason {
            _ if policy.immediate => Duration::ZERO,
            RetryReason::UsedUp | RetryReason::Delayed => Duration::ZERO,
            RetryReason::Hidden => look_back(&latest.trace.bodiless, policy.started_at),
            RetryReason::Changed => {
                let random = digest(&[&policy.run_id, &scenario.id, &attempt.to_string()]);
                random_delay(attempt, latest.duration, random)
            }
        })
    }

    /// Takes in the retried scenarios and combines their findings with those of earlier attempts.
    pub(crate) fn add(&mut self, attempts: Vec<Attempt>) {
        let mut retried = BTreeSet::new();
        for mut attempt in attempts {
            let id = attempt.trace.scenario().to_owned();
            let mut latest = self.latest.iter_mut();
            if let Some(before) = latest.find(|before| before.trace.scenario() == id) {
                attempt.duration = before.duration;
                retried.insert(id);
                self.earlier.push(std::mem::replace(before, attempt).trace);
            }
        }
        let judgement = judge(self.suite, &self.latest, |scenario| retried.contains(scenario));
        let latest: BTreeMap<&str, &[Finding]> = judgement
            .findings
            .chunk_by(same_scenario)
            .filter_map(|findings| Some((&*findings.first()?.scenario, findings)))
            .collect();
        for (index, finding) in self.judgement.findings.iter_mut().enumerate() {
            let latest = latest.get(&*finding.scenario);
            // An attempt without an optional fixture has no findings for the steps that name it.
            let Some(new) = latest.and_then(|latest| find_same_claim(finding, latest)) else {
                continue;
            };
            let votes = self.votes.entry(index).or_insert_with(|| vec![finding.result.clone()]);
            votes.push(new.result.clone());
            finding.result = combine(votes);
        }
        self.judgement.observations = judgement.observations;
    }

    /// What all attempts show.
    pub(crate) fn finish(self) -> RunFindings {
        let retried = self.retried.keys().filter_map(|id| self.describe(id)).collect();
        let survey = self.survey();
        let traces = self.latest.into_iter().map(|latest| latest.trace).collect();
        RunFindings { retried, survey, traces, earlier: self.earlier, judgement: self.judgement }
    }

    /// A retried scenario, if its attempts differed.
    fn describe(&self, id: &str) -> Option<RetriedScenario> {
        let (why, attempts) = *self.retried.get(id)?;
        let trace = &self.latest(id)?.trace.bodiless;
        let mut differs = false;
        let mut flaky = Vec::new();
        for (index, votes) in &self.votes {
            let finding = self.judgement.findings.get(*index)?;
            if *finding.scenario == *id {
                differs |= have_differed(votes);
                flaky.extend(flaky_finding(finding, votes));
            }
        }
        let needs = self.suite.scenario(id)?.needs.iter();
        let fixtures = needs.filter_map(|need| {
            let fixture = trace.fixtures.get(&need.name)?;
            Some((need.kind.clone(), trace.redactor.quote(&*fixture.id)))
        });
        differs.then(|| RetriedScenario {
            scenario: id.to_owned(),
            why,
            attempts,
            fixtures: fixtures.collect(),
            flaky,
        })
    }

    /// The latest attempt of the scenario of that id.
    fn latest(&self, id: &str) -> Option<&Attempt> {
        self.latest.iter().find(|attempt| attempt.trace.scenario() == id)
    }

    /// The findings of each scenario with their indexes: they are adjacent.
    fn by_scenario(
        &self,
    ) -> impl Iterator<Item = (&'s Scenario, impl Iterator<Item = (usize, &Finding)>)> {
        let mut start = 0;
        self.judgement.findings.chunk_by(same_scenario).filter_map(move |findings| {
            let indexes = start..;
            start += findings.len();
            let scenario = self.suite.scenario(&findings.first()?.scenario)?;
            Some((scenario, indexes.zip(findings)))
        })
    }
}

fn judge(suite: &Suite, attempts: &[Attempt], wanted: impl Fn(&str) -> bool) -> Judgement {
    let traces = attempts.iter().map(|attempt| (&attempt.trace, &attempt.summary.trace));
    judge_summarized(&suite.contract, &suite.clauses, &suite.scenarios, traces, wanted)
}

fn same_scenario(one: &Finding, other: &Finding) -> bool {
    Arc::ptr_eq(&one.scenario, &other.scenario)
}

/// Of the findings of another attempt, the one about the same claim of the same step.
fn find_same_claim<'f>(finding: &Finding, others: &'f [Finding]) -> Option<&'f Finding> {
    others.iter().find(|other| other.step == finding.step && other.claim == finding.claim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clauses::{Claim, ClaimedBy};
    use crate::finding::Held;

    fn finding(clause: &Arc<spec::Clause>, step: usize, index: usize) -> Finding {
        Finding {
            claim: Claim { clause: Arc::clone(clause), index, made_by: ClaimedBy::Call },
            scenario: "books/one".into(),
            step,
            result: Ok(Held::ONCE),
            subjects: Arc::default(),
            unimplemented: false,
        }
    }

    #[test]
    fn attempts_are_matched_by_step_and_claim() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../spec/tests/library/contract");
        let (files, _) = spec::read_folder(root.as_ref());
        let clauses = spec::load(&files, None).contract.unwrap().clauses();
        let clause = clauses.into_iter().next().map(Arc::new).unwrap();
        let finding = |step, index| finding(&clause, step, index);
        let second = [finding(0, 0), finding(2, 0), finding(2, 1)];
        for known in &second {
            assert_eq!(find_same_claim(known, &second), Some(known));
        }
        assert_eq!(find_same_claim(&finding(1, 0), &second), None);
    }
}
