//! Playing scenarios: the only room that opens a socket.
//!
//! A run only makes exchanges; what they mean is judged elsewhere.

mod bindings;
mod circuit_breaker;
mod cleanup;
mod execute;
mod http;
mod minimal_value;
mod probe;
mod rate_limiter;
mod request_builder;
mod request_sender;
mod schedule;
mod stop_signal;
mod transport;

use std::collections::BTreeMap;
use std::fmt;
use std::future::{Future, poll_fn};
use std::panic::resume_unwind;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use spec::Contract;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::exchange::ScenarioTrace;
use crate::parsed::ParsedTrace;
use crate::redact::Redactor;
use crate::scenario::Scenario;
use crate::state::{FixtureLocks, JournalWriter};
use crate::suite::Suite;
use crate::target::{EmailDomain, TargetFixture};

pub(crate) use bindings::hash;
pub(crate) use request_builder::path;
pub(crate) use schedule::schedule;

pub use cleanup::{CleanupResult, send_cleanup};
pub use http::{HttpClientError, HttpOptions, HttpTransport};
pub use probe::{Probe, ProbeAnswer, send_probes};
pub use rate_limiter::RateLimiter;
pub use request_sender::RequestSender;
pub use stop_signal::StopSignal;
pub use transport::{ResponseFuture, Transport};

/// What a run needs to know beside its plan.
#[derive(Clone)]
pub struct Settings {
    /// Text that marks everything this run creates.
    pub run_id: String,
    /// The domain of the addresses that this run makes.
    pub email_domain: EmailDomain,
    /// The start of the run, from which points in time are counted.
    pub now: Timestamp,
    /// How many scenarios are played at once.
    pub jobs: usize,
    /// The keys, by kind.
    pub keys: BTreeMap<String, String>,
    /// Whether somebody vouches that no earlier run used up the fixtures.
    pub fresh_fixtures: bool,
    /// Whether somebody vouches that nobody else changes what the run is given: then what is seen of it is believed at
    /// once.
    pub exclusive: bool,
    /// Whether something is tried again without a pause before; for servers that nobody else knows of.
    pub skip_retry_pauses: bool,
}

/// Without the keys.
impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: Vec<_> = self.keys.keys().collect();
        f.debug_struct("Settings")
            .field("run_id", &self.run_id)
            .field("email_domain", &self.email_domain)
            .field("now", &self.now)
            .field("jobs", &self.jobs)
            .field("keys", &kinds)
            .field("fresh_fixtures", &self.fresh_fixtures)
            .field("exclusive", &self.exclusive)
            .field("skip_retry_pauses", &self.skip_retry_pauses)
            .finish()
    }
}

/// Everything that the scenarios of a run share.
pub(crate) struct RunContext {
    pub(crate) contract: Arc<Contract>,
    pub(crate) settings: Settings,
    pub(crate) redactor: Redactor,
    pub(crate) sender: RequestSender,
    pub(crate) journal: JournalWriter,
    /// When the run began, on the clock that `settings.now` is of.
    began: Instant,
}

impl RunContext {
    /// The time from which a try counts: for the first, the start of the run.
    fn now(&self, attempt: u32) -> Timestamp {
        let start = self.settings.now;
        if attempt == 1 {
            return start;
        }
        let elapsed = SignedDuration::try_from(self.began.elapsed()).unwrap_or_default();
        start.checked_add(elapsed).unwrap_or(start)
    }
}

/// A scenario that is to be played.
#[derive(Clone, Debug)]
pub(crate) struct ScheduledScenario {
    /// Its place among those of the suite.
    pub(crate) scenario: usize,
    /// By name of the need.
    pub(crate) fixtures: Arc<BTreeMap<String, TargetFixture>>,
    /// Which try it is, from 1.
    pub(crate) attempt: u32,
    /// How long nothing is done before.
    pub(crate) pause: Duration,
}

impl ScheduledScenario {
    fn first(scenario: usize, fixtures: Arc<BTreeMap<String, TargetFixture>>) -> Self {
        Self {
            scenario,
            fixtures,
            attempt: 1,
            pause: Duration::ZERO,
        }
    }
}

/// What came of an act.
#[derive(Clone, Debug)]
pub(crate) struct CompletedScenario {
    /// Holds no secret.
    pub(crate) trace: ScenarioTrace,
    /// What its exchanges say.
    pub(crate) readings: ParsedTrace,
    /// How long it took, without its pause.
    pub(crate) took: Duration,
}

/// Plays acts, each in a task of its own as soon as it is admitted.
async fn all_played<A>(
    context: Arc<RunContext>,
    scenarios: Arc<Vec<Scenario>>,
    admitted: Vec<(ScheduledScenario, Pin<Box<A>>)>,
    ended: impl Fn(),
) -> Vec<CompletedScenario>
where
    A: Future<Output: Send> + Send + 'static,
{
    let mut running = JoinSet::new();
    for (scheduled, mut admission) in admitted {
        // Asked for here, as tasks do not begin in the order in which they are made.
        let asked = poll_fn(|context| Poll::Ready(admission.as_mut().poll(context))).await;
        let (context, scenarios) = (Arc::clone(&context), Arc::clone(&scenarios));
        running.spawn(async move {
            let admission = match asked {
                Poll::Ready(admission) => admission,
                Poll::Pending => admission.await,
            };
            let scenario = scenarios.get(scheduled.scenario)?;
            Some(played(&context, scenario, &scheduled, admission).await)
        });
    }
    let (mut done, mut panicked) = (Vec::new(), None);
    while let Some(joined) = running.join_next().await {
        match joined {
            Ok(Some(completed)) => {
                ended();
                done.push(completed);
            }
            Err(failed) if failed.is_panic() => panicked = Some(failed.into_panic()),
            Ok(None) | Err(_) => {}
        }
    }
    // Not before the others have put back what they changed.
    if let Some(panic) = panicked {
        resume_unwind(panic);
    }
    done.sort_by(|a: &CompletedScenario, b| a.trace.scenario.cmp(&b.trace.scenario));
    done
}

/// Plays an act, and reads what came of it. What it was admitted with is held until its last answer.
async fn played<A>(
    context: &RunContext,
    scenario: &Scenario,
    scheduled: &ScheduledScenario,
    admission: A,
) -> CompletedScenario {
    let start = Instant::now();
    let trace = execute::execute(context, scenario, scheduled).await;
    let took = start.elapsed();
    drop(admission);
    let trace = context.redactor.redact_trace(trace);
    let readings = ParsedTrace::parse(&context.contract, scenario, &trace);
    CompletedScenario {
        trace,
        readings,
        took,
    }
}

/// Those who play the scenarios of a run.
pub(crate) struct Runner {
    context: Arc<RunContext>,
    scenarios: Arc<Vec<Scenario>>,
    free: Arc<Semaphore>,
    locks: FixtureLocks,
}

impl Runner {
    /// Plays over a courier, and notes the writes in a ledger.
    pub(crate) fn new(
        suite: &Suite,
        settings: Settings,
        redactor: Redactor,
        sender: RequestSender,
        journal: JournalWriter,
    ) -> Self {
        let jobs = settings.jobs.max(1);
        Self {
            locks: FixtureLocks::shared_in(journal.path().and_then(Path::parent)),
            free: Arc::new(Semaphore::new(jobs)),
            scenarios: Arc::clone(&suite.scenarios),
            context: Arc::new(RunContext {
                contract: Arc::clone(&suite.contract),
                settings,
                redactor,
                sender,
                journal,
                began: Instant::now(),
            }),
        }
    }

    /// Plays the acts, and calls `ended` as each of them ends.
    ///
    /// What comes back is in order of scenario, whatever order it ended in, and read: that is done while others still
    /// wait for answers.
    pub(crate) async fn run(
        &mut self,
        scheduled: Vec<ScheduledScenario>,
        ended: impl Fn() + Send + 'static,
    ) -> Vec<CompletedScenario> {
        let admitted = scheduled.into_iter().map(|scheduled| {
            let admission = Box::pin(self.admission(&scheduled));
            (scheduled, admission)
        });
        let admitted = admitted.collect();
        let (context, scenarios) = (Arc::clone(&self.context), Arc::clone(&self.scenarios));
        // In a task: whoever waits outside of the runtime is woken by the system, and that for each scenario.
        let mut whole = JoinSet::new();
        whole.spawn(all_played(context, scenarios, admitted, ended));
        match whole.join_next().await {
            Some(Ok(done)) => done,
            Some(Err(failed)) if failed.is_panic() => resume_unwind(failed.into_panic()),
            Some(Err(_)) | None => Vec::new(),
        }
    }

    /// Waits until an act may begin; what comes back is held as long as it lasts.
    fn admission(
        &mut self,
        scheduled: &ScheduledScenario,
    ) -> impl Future<Output = impl Send + use<>> + Send + use<> {
        let (context, free) = (Arc::clone(&self.context), Arc::clone(&self.free));
        let scenario = self.scenarios.get(scheduled.scenario);
        let wanted = scenario.map(|scenario| self.locks.wanted(scenario, &scheduled.fixtures));
        let pause = scheduled.pause;
        async move {
            let locks = async {
                // A sleep of no length lasts until the next tick of the runtime's clock.
                if !pause.is_zero() {
                    sleep(pause).await;
                }
                match wanted {
                    Some(wanted) => Some(wanted.take().await),
                    None => None,
                }
            };
            // Neither a pause nor what another run holds is waited for once this one is to end: it
            // sends nothing then.
            let held = tokio::select! {
                biased;
                held = locks => held,
                _ = context.sender.stopped() => None,
            };
            // The semaphore is never closed, so a permit always comes.
            (free.acquire_owned().await, held)
        }
    }

    /// Notes that the run is over.
    pub(crate) fn end(&self) {
        if !self.context.sender.is_halted() {
            // A journal that cannot be written says less than it could; the run is over all the same.
            let _ = self.context.journal.mark_ended();
        }
    }
}
