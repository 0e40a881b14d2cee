//! A run from its plan to its report, over any transport: the entry point for programs.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use crate::contract::usual_key;
use crate::exchange::{Fault, PackedTrace, Response, ScenarioTrace};
use crate::exit::Exit;
use crate::plan::Plan;
use crate::preflight::Preflight;
use crate::reason::Reason;
use crate::redact::Redactor;
use crate::report::{Repeat, Report, RunInfo, Unimplemented};
use crate::residue::{Residue, RestoredRecord, residue, restored_records};
use crate::retry::{AttemptSummary, FixturePool, RetryPolicy, RetryTracker, RunFindings};
use crate::run::{RateLimiter, RequestSender, Runner, Settings, StopSignal, Transport, schedule};
use crate::state::JournalWriter;
use crate::suite::Suite;
use crate::untested::{AnswerKind, Barrier, RefusedKey, is_tested};
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
    /// Records that were restored and differ at the end of the run.
    not_restored: Vec<Residue>,
    /// Whether it was interrupted.
    pub interrupted: bool,
    /// The last fault, if the run was given up for lack of answers.
    fault: Option<Fault>,
    /// What was read before the run.
    preflight: Preflight,
}

impl FinishedRun {
    /// The traces of all attempts of all scenarios.
    pub fn traces(&self) -> impl Iterator<Item = ScenarioTrace> {
        self.packed_traces().map(PackedTrace::unpack)
    }

    /// The run with what was read before it.
    pub(crate) fn after(self, preflight: Preflight) -> Self {
        Self { preflight, ..self }
    }

    /// The traces of all attempts, without the bodies of responses.
    pub(crate) fn bodiless_traces(&self) -> impl Iterator<Item = &ScenarioTrace> + Clone {
        self.packed_traces().map(|trace| &trace.bodiless)
    }

    fn packed_traces(&self) -> impl Iterator<Item = &PackedTrace> + Clone {
        self.findings.earlier.iter().chain(&self.findings.traces)
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
        // If no call got a documented answer, no other client caused that.
        let is_service = tracker.survey().answers().is_none();
        while is_service && stop.reason().is_none() {
            let scheduled = tracker.schedule(fixture_pool);
            if scheduled.is_empty() {
                break;
            }
            tracker.add(runner.run(scheduled, AttemptSummary::of, || ()).await);
        }
        let findings = tracker.finish();
        let not_restored = self.look_again(&runner, &findings, &stop).await;
        runner.finish();
        FinishedRun {
            findings,
            not_restored,
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
        findings: &RunFindings,
        stop: &StopSignal,
    ) -> Vec<Residue> {
        let suite = self.suite;
        let traces = findings.earlier.iter().chain(&findings.traces).map(|trace| &trace.bodiless);
        let mut records = restored_records(&suite.contract, &suite.scenarios, traces);
        let mut differences = Vec::new();
        for look in 0..MAX_LOOKS {
            if records.is_empty() || stop.reason().is_some() {
                break;
            }
            if look > 0 && !self.settings.skip_retry_pauses {
                sleep(LOOK_PAUSE).await;
            }
            let mut reads = Vec::new();
            for record in &records {
                reads.push((record.request.clone(), record.key.clone()));
            }
            let answers = runner.read(reads).await;
            let difference = |(record, answer): (RestoredRecord, Result<Response, Fault>)| {
                let difference = record.difference(&answer.ok()?)?;
                Some((record, difference))
            };
            (records, differences) =
                records.into_iter().zip(answers).filter_map(difference).unzip();
        }
        differences
    }

    /// Judges a finished run. Fails with [`HarnessFault`] when the verdicts do not add up to all
    /// clauses.
    pub fn report<'r>(&'r self, run: &'r FinishedRun) -> Result<Report<'r>, HarnessFault> {
        let suite = self.suite;
        let findings = &run.findings;
        let mut verdicts = verdicts(&suite.clauses, self.plan, &findings.judgement.findings)?;
        let mut residue = residue(&suite.contract, &suite.scenarios, run.packed_traces());
        residue.extend(run.not_restored.iter().cloned());
        let survey = &findings.survey;
        let refused_keys = match run.preflight.barrier {
            Some(_) => run.preflight.refused_keys.clone(),
            None => survey.refused_keys(&suite.contract, &self.info.key_sources),
        };
        let barrier = self.barrier(run, &refused_keys);
        if barrier.as_ref().is_some_and(|barrier| barrier.is_only(AnswerKind::WebPage)) {
            // Pages say nothing of the service that the document describes, and so of no record.
            verdicts.iter_mut().for_each(|clause| clause.withdraw(Reason::NotAsDocumented));
            residue.clear();
        }
        let is_untested =
            barrier.as_ref().is_some_and(Barrier::prevents_testing) || !is_tested(&verdicts);
        let exit = if run.interrupted {
            Exit::Interrupted
        } else {
            Exit::for_run(&verdicts, &residue, &self.info.allowed, is_untested)
        };
        Ok(Report {
            suite,
            plan: self.plan,
            run: self.info.clone(),
            repeat: Repeat::Run(format!("--base-url {}", self.info.base_url)),
            verdicts,
            observations: findings.judgement.observations.clone(),
            repeated: Cow::Borrowed(&findings.retried),
            residue,
            traces: Cow::Borrowed(&findings.traces),
            refused_keys,
            barrier,
            unimplemented: Unimplemented::find(survey),
            notes: survey.peculiarities().notes(),
            exit,
            verbose: false,
        })
    }

    /// What explains all results: the reads before the run, or its own answers.
    fn barrier(&self, run: &FinishedRun, refused_keys: &[RefusedKey]) -> Option<Barrier> {
        let usual = usual_key(&self.suite.contract);
        let of_run = || {
            Barrier::of(
                &self.info.base_url,
                &run.findings.traces,
                run.fault.as_ref(),
                refused_keys.iter().find(|key| Some(key.kind.as_str()) == usual),
                &run.findings.survey,
                &self.redactor,
            )
        };
        run.preflight.barrier.clone().or_else(of_run)
    }
}
