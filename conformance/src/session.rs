//! A run from its plan to its report, whatever the transport: the door for programs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::exchange::{Fault, ScenarioTrace};
use crate::exit::Exit;
use crate::plan::{Decision, Plan};
use crate::redact::Redactor;
use crate::report::{Absent, Report, RunInfo};
use crate::residue::residue;
use crate::retry::{
    MOST_TRIES, RetryReason, RetryTracker, RunFindings, pause, reaches_back, uses_up,
};
use crate::run::{
    CompletedScenario, RateLimiter, RequestSender, Runner, ScheduledScenario, Settings, StopSignal,
    Transport, hash, schedule,
};
use crate::scenario::Scenario;
use crate::state::JournalWriter;
use crate::suite::Suite;
use crate::target::TargetFixture;
use crate::untested::Untested;
use crate::verdict::{HarnessFault, verdicts};

/// What a run is made of.
pub struct Session<'a> {
    /// Contract and scenarios.
    pub suite: &'a Suite,
    /// What will be played.
    pub plan: &'a Plan,
    /// Where, when and how, for the report.
    pub info: RunInfo,
    /// Where, when and how, for the requests.
    pub settings: Settings,
    /// Knows what must never be written.
    pub redactor: Redactor,
}

/// The way to the service.
pub struct RunIo<'a> {
    /// Carries the requests.
    pub transport: Arc<dyn Transport>,
    /// How many requests a second are sent at most.
    pub rate: Option<f64>,
    /// Ends the run early.
    pub stop: StopSignal,
    /// Notes the writes.
    pub journal: JournalWriter,
    /// Where a scenario that uses things up gets others, when it is played again.
    pub fixture_pool: Option<FixturePool<'a>>,
}

/// Hands out fixtures that nobody has used yet, by name of the need; `None` if there are not enough.
pub type FixturePool<'a> =
    &'a (dyn Fn(&Scenario) -> Option<BTreeMap<String, TargetFixture>> + Sync);

/// A run that has ended.
#[derive(Clone, Debug)]
pub struct FinishedRun {
    shown: RunFindings,
    /// Whether somebody stopped it.
    pub interrupted: bool,
    /// RetryReason it was given up, if that was for lack of answers.
    fault: Option<Fault>,
}

impl FinishedRun {
    /// What was sent and answered, in all tries of all scenarios.
    pub fn traces(&self) -> impl Iterator<Item = &ScenarioTrace> + Clone {
        self.shown.earlier.iter().chain(&self.shown.traces)
    }
}

impl Session<'_> {
    /// Plays what is planned, what is doubtful more than once, and keeps what came of it without secrets; `one_ended`
    /// is called as each scenario ends for the first time.
    pub async fn run(&self, wire: RunIo<'_>, one_ended: impl Fn() + Send + 'static) -> FinishedRun {
        let RunIo {
            transport,
            rate,
            stop,
            journal,
            fixture_pool,
        } = wire;
        let sender = RequestSender::new(transport, RateLimiter::per_second(rate), stop.clone());
        let (settings, redactor) = (self.settings.clone(), self.redactor.clone());
        let mut runner = Runner::new(self.suite, settings, redactor, sender, journal);
        let first = runner.run(schedule(&self.suite.scenarios, self.plan), one_ended);
        let mut tracker = RetryTracker::of(self.suite, self.settings.exclusive, first.await);
        for attempt in 2..=MOST_TRIES {
            let scheduled = self.again(&tracker, attempt, fixture_pool);
            if scheduled.is_empty() || stop.is_requested() {
                break;
            }
            let (whys, scheduled): (Vec<_>, Vec<_>) = scheduled.into_iter().unzip();
            let completed = runner.run(scheduled, || ()).await;
            tracker.add(completed, &whys.into_iter().collect());
        }
        runner.end();
        FinishedRun {
            shown: tracker.end(),
            interrupted: stop.is_interrupted(),
            fault: stop.fault().cloned(),
        }
    }

    /// What is to be played again, in order of scenario.
    fn again(
        &self,
        tracker: &RetryTracker<'_>,
        attempt: u32,
        fixture_pool: Option<FixturePool<'_>>,
    ) -> Vec<((String, RetryReason), ScheduledScenario)> {
        let doubtful = tracker.doubtful().into_iter();
        let scheduled =
            |(scenario, why, completed): (&Scenario, RetryReason, &CompletedScenario)| {
                let fixtures = match uses_up(self.suite, scenario) {
                    true => fixture_pool?(scenario)?.into(),
                    false => self.given(scenario)?,
                };
                let pause = match why {
                    _ if self.settings.skip_retry_pauses => Duration::ZERO,
                    RetryReason::Hidden => reaches_back(&completed.trace, self.settings.now),
                    RetryReason::Changed | RetryReason::UsedUp => {
                        let drawn =
                            hash(&[&self.settings.run_id, &scenario.id, &attempt.to_string()]);
                        pause(why, attempt, completed.took, drawn)
                    }
                };
                let scheduled = ScheduledScenario {
                    scenario: self.suite.index_of(&scenario.id)?,
                    fixtures,
                    attempt,
                    pause,
                };
                Some(((scenario.id.clone(), why), scheduled))
            };
        doubtful.filter_map(scheduled).collect()
    }

    /// What the plan gives a scenario.
    fn given(&self, scenario: &Scenario) -> Option<Arc<BTreeMap<String, TargetFixture>>> {
        match &self.plan.entry(&scenario.id)?.decision {
            Decision::Run(fixtures) => Some(Arc::clone(fixtures)),
            Decision::Skip(..) => None,
        }
    }

    /// Judges what was played.
    ///
    /// # Errors
    /// [`HarnessFault`] when the verdicts do not add up: then nothing is said of the service.
    pub fn report<'r>(&'r self, ended: &'r FinishedRun) -> Result<Report<'r>, HarnessFault> {
        let suite = self.suite;
        let shown = &ended.shown;
        let verdicts = verdicts(&suite.clauses, self.plan, &shown.judgement.findings)?;
        let residue = residue(&suite.contract, &suite.scenarios, ended.traces());
        let untested = Untested::of(
            suite,
            &self.info.base_url,
            &shown.traces,
            ended.fault.as_ref(),
            &verdicts,
        );
        let exit = match ended.interrupted {
            true => Exit::Interrupted,
            false => Exit::of(&verdicts, &residue, &self.info.allowed, untested.is_some()),
        };
        let mut report = Report {
            suite,
            plan: self.plan,
            run: self.info.clone(),
            aim: format!("--base-url {}", self.info.base_url),
            verdicts,
            observations: shown.judgement.observations.clone(),
            repeated: Cow::Borrowed(&shown.repeated),
            residue,
            traces: Cow::Borrowed(&shown.traces),
            untested,
            absent: Absent::of(suite, &shown.traces),
            exit,
            verbose: false,
        };
        report.hide_short_keys(&self.redactor);
        Ok(report)
    }
}
