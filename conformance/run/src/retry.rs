//! Retries scenarios whose result may have another cause than the server, and combines the attempts.
//!
//! A scenario may fail because another client changes the same records, or because reads lag behind writes. A failure in
//! one attempt decides, unless what was seen shows such a cause (`votes`). Nothing here sends or waits.

mod again;
mod backoff;
mod explain;
mod others;
mod own;
mod reasons;
mod result;
mod start;
mod votes;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use spec::Contract;

use crate::digest::digest;
use crate::exchange::ScenarioTrace;
use crate::finding::FindingResult;
use crate::judge::{Finding, Judgement, judge_summarized};
use crate::level::Level;
use crate::parsed::{ParsedTrace, TraceSummary};
use crate::plan::{Decision, Plan};
use crate::run::{CompletedScenario, LAG, ScheduledScenario, Settings};
use crate::scenario::Scenario;
use crate::suite::Suite;
use crate::target::TargetFixture;
use crate::untested::Survey;

use backoff::{look_back, random_delay};
use others::changed_by_another_run;
use own::is_violation;
use reasons::{Candidate, Pauses, consumes_fixtures};
use start::{Starts, starts};
use votes::{have_differed, may_show_lag};

pub(crate) use own::OwnJudge;
pub use own::OwnResult;
pub use result::{FlakyFinding, RetriedScenario, RetryReason};
pub use start::ChangedStart;
pub use votes::Difference;

/// The most attempts of one scenario, the first included.
const MAX_ATTEMPTS: usize = 5;

/// Hands out fixtures for another attempt, by name of the need: none that a run has consumed, and others than the given
/// ids if there are any. `None` if there are not enough.
pub type FixturePool<'a> =
    &'a (dyn Fn(&Scenario, &BTreeSet<String>) -> Option<BTreeMap<String, TargetFixture>> + Sync);

/// The attempts of all scenarios, and what they show together.
pub(crate) struct RetryTracker<'s> {
    suite: &'s Suite,
    plan: &'s Plan,
    settings: &'s Settings,
    latest: Vec<Attempt>,
    earlier: Vec<ScenarioTrace>,
    judgement: Judgement,
    /// The results of all attempts with their indexes, by index of the finding, for retried scenarios.
    results: BTreeMap<usize, Vec<(usize, FindingResult)>>,
    /// By scenario.
    retried: BTreeMap<String, Retried>,
    /// Number of rounds so far.
    rounds: usize,
}

/// An attempt of a scenario. The duration is that of the first one, which has no pauses.
type Attempt = CompletedScenario<AttemptSummary>;

impl Attempt {
    fn in_round(mut self, round: usize) -> Self {
        self.trace.round = round;
        self
    }
}

struct Retried {
    /// Of the first retry.
    reason: RetryReason,
    /// One for each attempt that ended.
    conditions: Vec<Conditions>,
    /// Ids of the fixtures that its attempts used.
    used: BTreeSet<String>,
}

#[derive(Clone)]
struct Conditions {
    pauses: bool,
    starts: Arc<Starts>,
    /// Numbers of the exchanges that show a change by another run.
    others: Arc<BTreeSet<u32>>,
}

impl Conditions {
    fn of(attempt: &Attempt) -> Self {
        let AttemptSummary { starts, others, .. } = &attempt.summary;
        Self {
            pauses: attempt.trace.pauses,
            starts: Arc::clone(starts),
            others: Arc::clone(others),
        }
    }
}

/// What is kept of an attempt besides its trace.
#[derive(Clone, Debug)]
pub(crate) struct AttemptSummary {
    trace: TraceSummary,
    survey: Survey,
    starts: Arc<Starts>,
    others: Arc<BTreeSet<u32>>,
    pub(crate) own: OwnResult,
}

impl AttemptSummary {
    pub(crate) fn of(
        contract: &Contract,
        scenario: &Scenario,
        trace: &ScenarioTrace,
        judge: Option<&OwnJudge>,
    ) -> Self {
        let parsed = ParsedTrace::parse(contract, scenario, trace);
        let summary = TraceSummary::of(&parsed.view(contract, scenario, trace));
        Self {
            own: judge.map(|judge| judge.judge(trace, &summary)).unwrap_or_default(),
            trace: summary,
            survey: Survey::of_trace(contract, scenario, trace, &parsed),
            starts: Arc::new(starts(contract, scenario, trace)),
            others: Arc::new(changed_by_another_run(trace)),
        }
    }
}

/// Everything that a run showed.
#[derive(Clone, Debug)]
pub struct RunFindings {
    /// The latest attempt of each scenario.
    pub traces: Vec<ScenarioTrace>,
    /// The attempts before.
    pub earlier: Vec<ScenarioTrace>,
    /// The combined findings of all attempts.
    pub judgement: Judgement,
    /// The responses to the latest attempts.
    pub survey: Survey,
    /// The retried scenarios whose attempts differed.
    pub retried: Vec<RetriedScenario>,
}

impl<'s> RetryTracker<'s> {
    pub(crate) fn new(suite: &'s Suite, plan: &'s Plan, settings: &'s Settings) -> Self {
        Self {
            suite,
            plan,
            settings,
            judgement: Judgement::default(),
            latest: Vec::new(),
            earlier: Vec::new(),
            results: BTreeMap::new(),
            retried: BTreeMap::new(),
            rounds: 0,
        }
    }

    /// Adds the first attempts of scenarios, and judges them together with the others.
    pub(crate) fn add_first(&mut self, attempts: Vec<Attempt>) {
        self.rounds += 1;
        self.latest.extend(attempts.into_iter().map(|attempt| attempt.in_round(self.rounds)));
        self.latest.sort_by(|one, other| one.trace.scenario.cmp(&other.trace.scenario));
        let judgement = judge(self.suite, &self.latest, |_| true);
        let before = std::mem::replace(&mut self.judgement, judgement);
        // The claims of retried findings are the same, but their indexes have changed.
        let index_of = |finding: &Finding| {
            let mut findings = self.judgement.findings.iter();
            findings.position(|now| {
                same_scenario(now, finding)
                    && now.step == finding.step
                    && now.claim == finding.claim
            })
        };
        let results = std::mem::take(&mut self.results).into_iter();
        self.results = results
            .filter_map(|(index, results)| Some((index_of(before.findings.get(index)?)?, results)))
            .collect();
        self.combine_results();
    }

    /// Whether a selected, stated clause is violated, apart from those in `except`.
    pub(crate) fn has_violation(&self, except: &BTreeSet<String>) -> bool {
        let mut findings = self.judgement.findings.iter();
        findings.any(|finding| {
            is_violation(self.plan, finding) && !except.contains(&finding.claim.clause.id)
        })
    }

    /// The responses to the latest attempts.
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
        let may_lag = self.may_lag_behind();
        for candidate in self.scenarios_to_retry() {
            let Some(next) = self.schedule_one(&candidate, may_lag, fixture_pool) else {
                continue;
            };
            let id = candidate.scenario.id.clone();
            let first = self.latest(&id).map(Conditions::of);
            let retried = self.retried.entry(id).or_insert_with(|| Retried {
                reason: candidate.reason,
                conditions: first.into_iter().collect(),
                used: BTreeSet::new(),
            });
            retried.used.extend(next.fixtures.values().map(|fixture| fixture.id.clone()));
            scheduled.push(next);
        }
        scheduled
    }

    fn schedule_one(
        &self,
        candidate: &Candidate<'_>,
        may_lag: bool,
        fixture_pool: Option<FixturePool<'_>>,
    ) -> Option<ScheduledScenario> {
        let Candidate { scenario, reason, pauses, .. } = *candidate;
        let Decision::Run(planned) = &self.plan.entry(&scenario.id)?.decision else {
            return None;
        };
        let mut used: BTreeSet<_> = planned.values().map(|fixture| fixture.id.clone()).collect();
        used.extend(
            self.retried.get(&scenario.id).into_iter().flat_map(|retried| &retried.used).cloned(),
        );
        // A failed attempt may have changed its fixtures for good.
        let others = || fixture_pool.and_then(|pool| pool(scenario, &used)).map(Arc::new);
        let fixtures = if consumes_fixtures(self.suite, scenario) {
            others()?
        } else if scenario.level == Level::Full {
            others().unwrap_or_else(|| Arc::clone(planned))
        } else {
            Arc::clone(planned)
        };
        let attempt = self.attempts(scenario) + 1;
        let mut delay = self.delay(scenario, reason, attempt)?;
        if pauses == Pauses::Try && scenario.level == Level::Full {
            // What a fixture shows at first may lag behind the restoration by the attempt before.
            delay = delay.max(LAG);
        }
        Some(ScheduledScenario {
            scenario: self.suite.index_of(&scenario.id)?,
            fixtures,
            attempt,
            delay,
            pauses: match pauses {
                Pauses::Try => true,
                Pauses::Confirm => false,
                Pauses::Irrelevant => may_lag,
            },
        })
    }

    /// Whether pauses after writes may have changed a result.
    fn may_lag_behind(&self) -> bool {
        self.results.keys().any(|index| may_show_lag(&self.votes(*index)))
    }

    /// The number of attempts of a scenario so far.
    fn attempts(&self, scenario: &Scenario) -> usize {
        self.retried.get(&scenario.id).map_or(1, |retried| retried.conditions.len())
    }

    /// How long to wait before an attempt.
    fn delay(&self, scenario: &Scenario, reason: RetryReason, attempt: usize) -> Option<Duration> {
        let latest = self.latest(&scenario.id)?;
        let settings = self.settings;
        if settings.skip_retry_pauses {
            return Some(Duration::ZERO);
        }
        let disturbed = if reason == RetryReason::Changed {
            let random = digest(&[&settings.run_id, &scenario.id, &attempt.to_string()]);
            random_delay(attempt, latest.duration, random)
        } else {
            Duration::ZERO
        };
        // Records that the run created since would stand before those of the past that the scenario looks for.
        let checks_order = scenario.steps.iter().any(|step| !step.order.is_empty());
        let hidden = if checks_order || reason == RetryReason::Hidden {
            look_back(&latest.trace, settings.now)
        } else {
            Duration::ZERO
        };
        Some(disturbed.max(hidden))
    }

    /// Takes in the retried scenarios and combines their findings with those of earlier attempts.
    pub(crate) fn add(&mut self, attempts: Vec<Attempt>) {
        self.rounds += 1;
        let mut retried = BTreeSet::new();
        for attempt in attempts {
            let mut attempt = attempt.in_round(self.rounds);
            let id = attempt.trace.scenario.clone();
            let mut latest = self.latest.iter_mut();
            if let Some(before) = latest.find(|before| before.trace.scenario == id) {
                attempt.duration = before.duration;
                if let Some(retried) = self.retried.get_mut(&id) {
                    retried.conditions.push(Conditions::of(&attempt));
                }
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
            let attempt =
                self.retried.get(&*finding.scenario).map_or(1, |it| it.conditions.len() - 1);
            let results =
                self.results.entry(index).or_insert_with(|| vec![(0, finding.result.clone())]);
            results.push((attempt, new.result.clone()));
        }
        self.judgement.observations = judgement.observations;
        self.combine_results();
    }

    pub(crate) fn finish(self) -> RunFindings {
        let lag_seen = self.lag_seen();
        let retried = self.retried.keys().filter_map(|id| self.describe(id, lag_seen)).collect();
        let survey = self.survey();
        let traces = self.latest.into_iter().map(|latest| latest.trace).collect();
        RunFindings { retried, survey, traces, earlier: self.earlier, judgement: self.judgement }
    }

    /// A retried scenario, if its attempts differed.
    fn describe(&self, id: &str, lag_seen: bool) -> Option<RetriedScenario> {
        let retried = self.retried.get(id)?;
        let trace = &self.latest(id)?.trace;
        let mut differs = false;
        let mut flaky = Vec::new();
        for index in self.results.keys() {
            let finding = self.judgement.findings.get(*index)?;
            if *finding.scenario == *id {
                let votes = self.votes(*index);
                differs |= have_differed(&votes);
                flaky.extend(self.flaky_finding(finding, &votes, lag_seen, &trace.redactor));
            }
        }
        let needs = self.suite.scenario(id)?.needs.iter();
        let fixtures = needs.filter_map(|need| {
            let fixture = trace.fixtures.get(&need.name)?;
            Some((need.kind.clone(), trace.redactor.quote(&*fixture.id)))
        });
        differs.then(|| RetriedScenario {
            scenario: id.to_owned(),
            why: retried.reason,
            attempts: retried.conditions.len(),
            fixtures: fixtures.collect(),
            flaky,
        })
    }

    /// The latest attempt of the scenario of that id.
    fn latest(&self, id: &str) -> Option<&Attempt> {
        self.latest.iter().find(|attempt| attempt.trace.scenario == id)
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
    use crate::testing::library;

    fn finding(clause: &Arc<spec::Clause>, step: usize, index: usize) -> Finding {
        Finding {
            claim: Claim { clause: Arc::clone(clause), index, made_by: ClaimedBy::Call },
            scenario: "books/one".into(),
            step,
            result: Ok(Held::ONCE),
            classes: Vec::new(),
            subjects: Arc::default(),
            lacking: Arc::default(),
        }
    }

    #[test]
    fn attempts_are_matched_by_step_and_claim() {
        let suite = library(&[]);
        let finding = |step, index| finding(&suite.clauses.shared()[0], step, index);
        let second = [finding(0, 0), finding(2, 0), finding(2, 1)];
        for known in &second {
            assert_eq!(find_same_claim(known, &second), Some(known));
        }
        assert_eq!(find_same_claim(&finding(1, 0), &second), None);
    }
}
