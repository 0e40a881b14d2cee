//! A run from its plan to its report, over any transport: the entry point for programs.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use crate::contract::usual_key;
use crate::exchange::{Fault, ScenarioTrace};
use crate::exit::Exit;
use crate::leftovers::{LastLook, RestoredRecord, leftovers_of_traces, restored_records};
use crate::plan::Plan;
use crate::preflight::Preflight;
use crate::reason::Reason;
use crate::redact::Redactor;
use crate::report::{Repeat, Report, RunInfo, Unimplemented};
use crate::retry::{
    AttemptSummary, FixturePool, RetriedScenario, RetryPolicy, RetryTracker, RunFindings,
};
use crate::run::{
    Changes, RateLimiter, RequestSender, Runner, Settings, StopSignal, Transport, schedule,
};
use crate::state::JournalWriter;
use crate::suite::Suite;
use crate::untested::{RefusedKey, ResponseKind, UntestedCause, is_tested};
use crate::verdict::{HarnessFault, verdicts};

/// How often restored records that differ are read.
const MAX_LOOKS: usize = 3;
/// The pause before they are read again.
const LOOK_PAUSE: Duration = Duration::from_secs(1);

/// A run and what its report says of it.
pub struct Session<'a> {
    /// Contract and scenarios.
    pub suite: &'a Suite,
    /// The scenarios to run.
    pub plan: &'a Plan,
    /// For the report.
    pub info: RunInfo,
    /// For the requests.
    pub settings: Settings,
    /// Removes secrets from everything that is kept.
    pub redactor: Redactor,
}

/// Connections of a run to the service and the disk.
pub struct RunIo<'a> {
    /// Sends the requests.
    pub transport: Arc<dyn Transport>,
    /// The most requests a second.
    pub rate: Option<f64>,
    /// Ends the run early.
    pub stop: StopSignal,
    /// Records the writes.
    pub journal: JournalWriter,
    /// Supplies fixtures for retries of scenarios that consume or change them.
    pub fixture_pool: Option<FixturePool<'a>>,
}

/// A run that has ended.
#[derive(Clone, Debug)]
pub struct FinishedRun {
    findings: RunFindings,
    /// Restoring calls that were answered after the end of their scenarios.
    restored_later: Vec<ScenarioTrace>,
    /// The records that were to be restored, and what the end of the run shows of them.
    last_looks: Vec<(RestoredRecord, LastLook)>,
    /// Whether it was interrupted.
    pub interrupted: bool,
    /// The last fault, if the run was given up for lack of responses.
    fault: Option<Fault>,
    /// What was read before the run.
    preflight: Preflight,
}

impl FinishedRun {
    /// The traces of all attempts of all scenarios.
    pub fn traces(&self) -> impl Iterator<Item = &ScenarioTrace> + Clone {
        self.findings.earlier.iter().chain(&self.findings.traces)
    }

    /// The scenarios that were retried and whose attempts differed.
    pub fn retried(&self) -> &[RetriedScenario] {
        &self.findings.retried
    }

    /// The run with what was read before it.
    pub(crate) fn after(self, preflight: Preflight) -> Self {
        Self { preflight, ..self }
    }
}

impl Session<'_> {
    /// Runs the planned scenarios and retries those that other clients may have disturbed. Calls `on_complete` after the
    /// first attempt of each scenario.
    pub async fn run(&self, io: RunIo<'_>, on_complete: impl Fn() + Send + 'static) -> FinishedRun {
        let RunIo { transport, rate, stop, journal, fixture_pool } = io;
        let sender = RequestSender::new(transport, RateLimiter::per_second(rate), stop.clone());
        let (settings, redactor) = (self.settings.clone(), self.redactor.clone());
        let policy = RetryPolicy {
            exclusive: settings.exclusive,
            immediate: settings.skip_retry_pauses,
            run_id: settings.run_id.clone(),
            started_at: settings.now,
        };
        let mut runner = Runner::new(self.suite, settings, redactor, sender, journal);
        let first = schedule(&self.suite.scenarios, self.plan);
        let first = runner.run(first, AttemptSummary::of, on_complete).await;
        let mut tracker = RetryTracker::new(self.suite, self.plan, policy, first);
        // If no call got a documented response, no other client caused that.
        let is_service = tracker.survey().responses().is_none();
        while is_service && stop.reason().is_none() {
            let scheduled = tracker.schedule(fixture_pool);
            if scheduled.is_empty() {
                break;
            }
            tracker.add(runner.run(scheduled, AttemptSummary::of, || ()).await);
        }
        let findings = tracker.finish();
        let Changes { fixtures, restored_later } = runner.settle().await;
        let later = restored_later.iter();
        let traces = findings.earlier.iter().chain(&findings.traces).chain(later);
        let (contract, scenarios) = (&self.suite.contract, &self.suite.scenarios);
        let restored = restored_records(contract, scenarios, traces, fixtures);
        let last_looks = self.look_again(&runner, restored, &stop).await;
        runner.finish();
        FinishedRun {
            findings,
            restored_later,
            last_looks,
            interrupted: stop.is_interrupted(),
            fault: stop.fault(),
            preflight: Preflight::default(),
        }
    }

    /// Looks at the restored records once more. Reads those that differ again after a pause, because reads may lag behind
    /// writes.
    async fn look_again(
        &self,
        runner: &Runner,
        records: Vec<RestoredRecord>,
        stop: &StopSignal,
    ) -> Vec<(RestoredRecord, LastLook)> {
        let mut looks: Vec<_> =
            records.into_iter().map(|record| (record, LastLook::Nothing)).collect();
        for look in 0..MAX_LOOKS {
            let differs = |(_, look): &(_, LastLook)| matches!(look, LastLook::Differs(_));
            if stop.reason().is_some() || look > 0 && !looks.iter().any(differs) {
                break;
            }
            if look > 0 && !self.settings.skip_retry_pauses {
                sleep(LOOK_PAUSE).await;
            }
            for one in looks.iter_mut().filter(|one| look == 0 || differs(one)) {
                if let Ok(response) = runner.read(&one.0.read).await {
                    one.1 = one.0.look(&response);
                }
            }
        }
        looks
    }

    /// Judges a finished run. Fails with [`HarnessFault`] when the verdicts do not add up to all
    /// clauses.
    pub fn report<'r>(&'r self, run: &'r FinishedRun) -> Result<Report<'r>, HarnessFault> {
        let suite = self.suite;
        let findings = &run.findings;
        let mut verdicts = verdicts(&suite.clauses, self.plan, &findings.judgement.findings)?;
        let traces = run.traces().chain(&run.restored_later);
        let mut leftovers = leftovers_of_traces(&suite.contract, &suite.scenarios, traces);
        // What is seen at the end counts for more than the responses to restoring calls.
        for (record, look) in &run.last_looks {
            if *look != LastLook::Nothing {
                leftovers.retain(|left| !record.decides(left));
            }
            if let LastLook::Differs(left) = look {
                leftovers.push(left.clone());
            }
        }
        let survey = &findings.survey;
        let refused_keys = match run.preflight.untested_cause {
            Some(_) => run.preflight.refused_keys.clone(),
            None => survey.refused_keys(&suite.contract, &self.info.key_sources),
        };
        let cause = self.untested_cause(run, &refused_keys);
        if cause.as_ref().is_some_and(|cause| cause.is_only(ResponseKind::WebPage)) {
            // Pages say nothing of the service that the document describes, and so of no record.
            verdicts.iter_mut().for_each(|clause| clause.withdraw(Reason::NotAsDocumented));
            leftovers.clear();
        }
        let is_untested =
            cause.as_ref().is_some_and(UntestedCause::prevents_testing) || !is_tested(&verdicts);
        let exit = if run.interrupted {
            Exit::Interrupted
        } else {
            Exit::for_run(&verdicts, &leftovers, &self.info.allowed, is_untested)
        };
        Ok(Report {
            suite,
            plan: self.plan,
            run: self.info.clone(),
            repeat: Repeat::Run(format!("--base-url {}", self.info.base_url)),
            verdicts,
            observations: findings.judgement.observations.clone(),
            repeated: Cow::Borrowed(&findings.retried),
            leftovers,
            traces: Cow::Borrowed(&findings.traces),
            refused_keys,
            untested_cause: cause,
            unimplemented: Unimplemented::find(survey),
            notes: survey.peculiarities().notes(),
            exit,
            verbose: false,
        })
    }

    /// What explains all results: the reads before the run, or its own responses.
    fn untested_cause(
        &self,
        run: &FinishedRun,
        refused_keys: &[RefusedKey],
    ) -> Option<UntestedCause> {
        let usual = usual_key(&self.suite.contract);
        let of_run = || {
            UntestedCause::of(
                &self.info.base_url,
                &run.findings.traces,
                run.fault.as_ref(),
                refused_keys.iter().find(|key| Some(key.kind.as_str()) == usual),
                &run.findings.survey,
                &self.redactor,
            )
        };
        run.preflight.untested_cause.clone().or_else(of_run)
    }
}
