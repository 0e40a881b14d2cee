//! A run from its plan to what it showed, over any transport.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use spec::Contract;
use tokio::time::sleep;

use crate::exchange::{Fault, ScenarioTrace};
use crate::leftovers::{LastLook, Leftover, RestoredRecord, leftovers_of_traces, restored_records};
use crate::plan::Plan;
use crate::preflight::Preflight;
use crate::redact::Redactor;
use crate::retry::{
    AttemptSummary, FixturePool, OwnJudge, OwnResult, RetriedScenario, RetryTracker, RunFindings,
};
use crate::run::{
    Changes, CompletedScenario, OnComplete, RequestSender, Runner, Settings, StopSignal, Summarize,
    Transport, schedule,
};
use crate::scenario::Scenario;
use crate::state::JournalWriter;
use crate::suite::Suite;

/// How often restored records that differ are read.
const MAX_LOOKS: usize = 3;
/// The pause before they are read again.
const LOOK_PAUSE: Duration = Duration::from_secs(1);

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
    /// What its attempts show.
    pub findings: RunFindings,
    /// What it created or changed and did not undo.
    pub leftovers: Vec<Leftover>,
    /// Whether it was interrupted.
    pub interrupted: bool,
    /// The last fault, if the run was given up for lack of responses.
    pub fault: Option<Fault>,
    /// Why the journal is not whole.
    pub journal_failure: Option<String>,
    /// What was read before the run.
    pub preflight: Preflight,
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
}

/// An attempt of a scenario that has ended.
#[derive(Clone, Copy, Debug)]
pub struct EndedScenario<'r> {
    /// What was sent and answered.
    pub trace: &'r ScenarioTrace,
    /// How long it took.
    pub duration: Duration,
    /// The result of the attempt on its own; empty unless [`Settings::judge_each`] is set.
    pub own: &'r OwnResult,
}

/// Runs the planned scenarios and retries those that other clients may have disturbed. Calls `on_complete` after each
/// attempt of a scenario.
pub async fn run(
    suite: &Suite,
    plan: &Plan,
    settings: &Settings,
    redactor: &Redactor,
    io: RunIo<'_>,
    on_complete: impl Fn(EndedScenario<'_>) + Send + Sync + 'static,
) -> FinishedRun {
    let RunIo { transport, rate, stop, journal, fixture_pool } = io;
    let sender = RequestSender::new(transport, rate, stop.clone());
    let mut runner = Runner::new(suite, settings.clone(), redactor.clone(), sender, journal);
    let (contract, on_complete) = (Arc::clone(&suite.contract), Arc::new(on_complete));
    let judge = settings.judges_each().then(|| OwnJudge::new(suite, plan));
    let summarize: Summarize<AttemptSummary> = Arc::new(move |scenario, trace| {
        AttemptSummary::of(&contract, scenario, trace, judge.as_ref())
    });
    let mut waiting = schedule(&suite.scenarios, plan);
    let mut tracker = RetryTracker::new(suite, plan, settings);
    while !waiting.is_empty() {
        // The others wait until a retry has shown whether a failure is a violation.
        let on_first = report_to(&on_complete, settings.fail_fast.clone());
        let first = runner.run(waiting.clone(), Arc::clone(&summarize), on_first).await;
        let done: BTreeSet<_> =
            first.iter().filter_map(|it| suite.index_of(&it.trace.scenario)).collect();
        if done.is_empty() {
            break;
        }
        waiting.retain(|scheduled| !done.contains(&scheduled.scenario));
        tracker.add_first(first);
        // If no call got a documented response, other clients cannot be the cause.
        let is_service = tracker.survey().responses().is_none();
        while is_service && stop.reason().is_none() {
            let scheduled = tracker.schedule(fixture_pool);
            if scheduled.is_empty() {
                break;
            }
            let on_retry = report_to(&on_complete, None);
            tracker.add(runner.run(scheduled, Arc::clone(&summarize), on_retry).await);
        }
        if settings.fail_fast.as_ref().is_some_and(|except| tracker.has_violation(except)) {
            stop.give_up(Fault::FailedFast, None);
        }
    }
    stop.go_on_after_violation();
    let findings = tracker.finish();
    let Changes { fixtures, restored_later } = runner.settle().await;
    let traces = findings.earlier.iter().chain(&findings.traces).chain(&restored_later);
    let (contract, scenarios) = (&suite.contract, &suite.scenarios);
    let restored = restored_records(contract, scenarios, traces.clone(), fixtures);
    let looks = look_again(&runner, restored, settings, &stop).await;
    let leftovers = leftovers(contract, scenarios, traces, &looks);
    FinishedRun {
        leftovers,
        findings,
        journal_failure: runner.finish(),
        interrupted: stop.is_interrupted(),
        fault: stop.fault(),
        preflight: Preflight::default(),
    }
}

/// Reports each attempt. If `fail_fast` is set, returns `false` after a clause failed that is not in it.
fn report_to(
    on_complete: &Arc<impl Fn(EndedScenario<'_>) + Send + Sync + 'static>,
    fail_fast: Option<Arc<BTreeSet<String>>>,
) -> OnComplete<AttemptSummary> {
    let on_complete = Arc::clone(on_complete);
    Arc::new(move |ended| {
        let CompletedScenario { trace, duration, summary } = ended;
        let own = &summary.own;
        on_complete(EndedScenario { trace, duration: *duration, own });
        let ends = |except: &BTreeSet<String>| own.failed.iter().any(|it| !except.contains(&it.id));
        !fail_fast.as_deref().is_some_and(ends)
    })
}

/// Looks at the restored records once more. Reads those that differ again after a pause, because reads may lag behind
/// writes.
async fn look_again(
    runner: &Runner,
    records: Vec<RestoredRecord>,
    settings: &Settings,
    stop: &StopSignal,
) -> Vec<(RestoredRecord, LastLook)> {
    let mut looks: Vec<_> = records.into_iter().map(|record| (record, LastLook::Nothing)).collect();
    for look in 0..MAX_LOOKS {
        let differs = |(_, look): &(_, LastLook)| matches!(look, LastLook::Differs(_));
        if stop.reason().is_some() || look > 0 && !looks.iter().any(differs) {
            break;
        }
        if look > 0 && !settings.skip_retry_pauses {
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

/// The leftovers of the traces. What is seen at the end counts for more than the responses to restoring calls.
fn leftovers<'t>(
    contract: &Contract,
    scenarios: &[Scenario],
    traces: impl Iterator<Item = &'t ScenarioTrace>,
    looks: &[(RestoredRecord, LastLook)],
) -> Vec<Leftover> {
    let mut leftovers = leftovers_of_traces(contract, scenarios, traces);
    for (record, look) in looks {
        if *look != LastLook::Nothing {
            leftovers.retain(|left| !record.decides(left));
        }
        if let LastLook::Differs(left) = look {
            leftovers.push(left.clone());
        }
    }
    leftovers
}
