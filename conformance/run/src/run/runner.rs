//! Runs scheduled scenarios concurrently, each in a task of its own.

use std::future::{Future, poll_fn};
use std::panic::resume_unwind;
use std::path::Path;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::changed_fixtures::{ChangedFixtures, Changes};
use super::context::{RunContext, ScheduledScenario};
use super::execute::execute;
use super::response_memory::KeptResponses;
use super::writes::Writes;
use super::{RequestSender, Settings};
use crate::exchange::{Fault, Response, ScenarioTrace};
use crate::leftovers::RecordRead;
use crate::redact::Redactor;
use crate::scenario::Scenario;
use crate::state::{FixtureLocks, JournalWriter};
use crate::suite::Suite;

/// Creates the summary that is kept with a trace, while other scenarios wait for their responses.
pub(crate) type Summarize<S> = Arc<dyn Fn(&Scenario, &ScenarioTrace) -> S + Send + Sync>;
/// Called after each scenario, in the task of the scenario. After it returns `false`, no further scenario starts.
pub(crate) type OnComplete<S> = Arc<dyn Fn(&CompletedScenario<S>) -> bool + Send + Sync>;

#[derive(Clone, Debug)]
pub(crate) struct CompletedScenario<S> {
    pub(crate) trace: ScenarioTrace,
    pub(crate) summary: S,
    /// Without the delay.
    pub(crate) duration: Duration,
}

pub(crate) struct Runner {
    context: Arc<RunContext>,
    changed: Arc<ChangedFixtures>,
    locks: FixtureLocks,
}

impl Runner {
    pub(crate) fn new(
        suite: &Suite,
        settings: Settings,
        redactor: Redactor,
        sender: RequestSender,
        journal: JournalWriter,
    ) -> Self {
        Self {
            changed: Arc::default(),
            locks: FixtureLocks::shared_in(journal.path().and_then(Path::parent)),
            context: Arc::new(RunContext {
                permits: Arc::new(Semaphore::new(settings.jobs.max(1))),
                next: Mutex::default(),
                contract: Arc::clone(&suite.contract),
                scenarios: Arc::clone(&suite.scenarios),
                settings,
                redactor,
                sender,
                journal,
                writes: Writes::default(),
                kept_responses: KeptResponses::default(),
                started: Instant::now(),
            }),
        }
    }

    /// Runs scenarios and returns them in order of id, without those that did not start.
    pub(crate) async fn run<S: Send + 'static>(
        &mut self,
        scheduled: Vec<ScheduledScenario>,
        summarize: Summarize<S>,
        on_complete: OnComplete<S>,
    ) -> Vec<CompletedScenario<S>> {
        let admissions: Vec<_> =
            scheduled.iter().map(|scheduled| Box::pin(self.admission(scheduled))).collect();
        let admissions = scheduled.into_iter().zip(admissions).collect();
        // In a task: a future outside of the runtime's threads is woken through the system for each scenario.
        let mut all = JoinSet::new();
        let shared = (Arc::clone(&self.context), Arc::clone(&self.changed));
        all.spawn(run_all(shared, admissions, summarize, on_complete));
        match all.join_next().await {
            Some(Ok(completed)) => completed,
            Some(Err(error)) if error.is_panic() => resume_unwind(error.into_panic()),
            Some(Err(_)) | None => Vec::new(),
        }
    }

    /// Resolves when a scenario may start. The locks it returns are held until the scenario ends, the permit while it
    /// sends.
    fn admission(
        &mut self,
        scheduled: &ScheduledScenario,
    ) -> impl Future<Output = (Option<OwnedSemaphorePermit>, impl Send + use<>)> + Send + use<>
    {
        let context = Arc::clone(&self.context);
        let scenario = self.context.scenarios.get(scheduled.scenario);
        let request = scenario.map(|scenario| self.locks.request(scenario, &scheduled.fixtures));
        let delay = scheduled.delay;
        async move {
            let acquire = async {
                // Even a sleep of zero length lasts until the next tick of the timer.
                if !delay.is_zero() {
                    sleep(delay).await;
                }
                match request {
                    Some(request) => Some(request.acquire().await),
                    None => None,
                }
            };
            let mut acquire = pin!(acquire);
            let mut has_waited = false;
            let acquire = poll_fn(|cx| {
                let polled = acquire.as_mut().poll(cx);
                has_waited |= polled.is_pending();
                polled
            });
            // A stopped run sends nothing, so it waits neither for delays nor for locks.
            let locks = tokio::select! {
                biased;
                locks = acquire => locks,
                _ = context.sender.stop.requested() => None,
            };
            (context.permit_to_start(has_waited).await, locks)
        }
    }

    /// Sends the restoring calls once more that were not answered. Returns the fixtures that the scenarios changed, as they
    /// were before, and the calls that were answered at last.
    pub(crate) async fn settle(&self) -> Changes {
        self.changed.settle(&self.context).await
    }

    pub(crate) async fn read(&self, read: &RecordRead) -> Result<Response, Fault> {
        self.context.read(read).await
    }

    /// Records in the journal that the run ended. Returns why the journal is not whole. A sweep looks at such a one again.
    pub(crate) fn finish(&self) -> Option<String> {
        let journal = &self.context.journal;
        if journal.failure().is_none() && !self.context.sender.stop.is_halted() {
            journal.mark_ended();
        }
        journal.failure().map(str::to_owned)
    }
}

/// Runs scenarios, each in a task of its own as soon as it is admitted.
async fn run_all<S, A, L>(
    (context, changed): (Arc<RunContext>, Arc<ChangedFixtures>),
    admissions: Vec<(ScheduledScenario, Pin<Box<A>>)>,
    summarize: Summarize<S>,
    on_complete: OnComplete<S>,
) -> Vec<CompletedScenario<S>>
where
    A: Future<Output = (Option<OwnedSemaphorePermit>, L)> + Send + 'static,
    L: Send + 'static,
    S: Send + 'static,
{
    let mut tasks = JoinSet::new();
    let ended = Arc::new(AtomicBool::new(false));
    for (scheduled, mut admission) in admissions {
        // Polled here, because tasks do not start in the order in which they are spawned.
        let polled = poll_fn(|context| Poll::Ready(admission.as_mut().poll(context))).await;
        let (context, changed) = (Arc::clone(&context), Arc::clone(&changed));
        let (summarize, on_complete) = (Arc::clone(&summarize), Arc::clone(&on_complete));
        let ended = Arc::clone(&ended);
        tasks.spawn(async move {
            let (permit, locks) = match polled {
                Poll::Ready(admission) => admission,
                Poll::Pending => admission.await,
            };
            if ended.load(Ordering::Relaxed) {
                return None;
            }
            let scenario = context.scenarios.get(scheduled.scenario)?;
            let start = Instant::now();
            let trace = execute((&context, &changed), scenario, &scheduled, permit).await;
            let duration = start.elapsed();
            drop(locks);
            let summary = summarize(scenario, &trace);
            let completed = CompletedScenario { trace, summary, duration };
            if !on_complete(&completed) {
                ended.store(true, Ordering::Relaxed);
            }
            Some(completed)
        });
    }
    let (mut completed, mut panicked) = (Vec::new(), None);
    while let Some(joined) = tasks.join_next().await {
        match joined {
            Ok(Some(scenario)) => completed.push(scenario),
            Err(error) if error.is_panic() => panicked = Some(error.into_panic()),
            Ok(None) | Err(_) => {}
        }
    }
    // Only after the other scenarios have cleaned up.
    if let Some(panic) = panicked {
        resume_unwind(panic);
    }
    completed.sort_by(|a: &CompletedScenario<S>, b| a.trace.scenario.cmp(&b.trace.scenario));
    completed
}
