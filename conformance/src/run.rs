//! Playing scenarios: the only room that opens a socket.
//!
//! A run only makes exchanges; what they mean is judged elsewhere.

mod bindings;
mod compose;
mod courier;
mod http;
mod ledger;
mod locks;
mod look;
mod minimal;
mod pace;
mod patience;
mod play;
mod queue;
mod stop;
mod tidy;
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

use crate::exchange::Play;
use crate::judge::ParsedTrace;
use crate::redact::Redactor;
use crate::scenario::Scenario;
use crate::suite::Suite;
use crate::target::{EmailDomain, Supplied};

use locks::Locks;

pub(crate) use bindings::hash;
pub(crate) use compose::path;
pub(crate) use queue::queue;

pub use courier::Courier;
pub use http::{HttpOptions, HttpTransport, Unbuildable};
pub use ledger::{Ledger, LedgerError};
pub use look::{Looked, Question, look};
pub use pace::Pace;
pub use stop::Stop;
pub use tidy::{End, tidy};
pub use transport::{Reply, Transport};

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
    pub alone: bool,
    /// Whether something is tried again without a pause before; for servers that nobody else knows of.
    pub hasty: bool,
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
            .field("alone", &self.alone)
            .field("hasty", &self.hasty)
            .finish()
    }
}

/// Everything that the scenarios of a run share.
pub(crate) struct Stage {
    pub(crate) contract: Arc<Contract>,
    pub(crate) settings: Settings,
    pub(crate) redactor: Redactor,
    pub(crate) courier: Courier,
    pub(crate) ledger: Ledger,
    /// When the run began, on the clock that `settings.now` is of.
    began: Instant,
}

impl Stage {
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
pub(crate) struct Act {
    /// Its place among those of the suite.
    pub(crate) scenario: usize,
    /// By name of the need.
    pub(crate) fixtures: Arc<BTreeMap<String, Supplied>>,
    /// Which try it is, from 1.
    pub(crate) attempt: u32,
    /// How long nothing is done before.
    pub(crate) pause: Duration,
}

impl Act {
    fn first(scenario: usize, fixtures: Arc<BTreeMap<String, Supplied>>) -> Self {
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
pub(crate) struct Acted {
    /// Holds no secret.
    pub(crate) play: Play,
    /// What its exchanges say.
    pub(crate) readings: ParsedTrace,
    /// How long it took, without its pause.
    pub(crate) took: Duration,
}

/// Plays acts, each in a task of its own as soon as it is admitted.
async fn all_played<A>(
    stage: Arc<Stage>,
    scenarios: Arc<Vec<Scenario>>,
    admitted: Vec<(Act, Pin<Box<A>>)>,
    ended: impl Fn(),
) -> Vec<Acted>
where
    A: Future<Output: Send> + Send + 'static,
{
    let mut running = JoinSet::new();
    for (act, mut admission) in admitted {
        // Asked for here, as tasks do not begin in the order in which they are made.
        let asked = poll_fn(|context| Poll::Ready(admission.as_mut().poll(context))).await;
        let (stage, scenarios) = (Arc::clone(&stage), Arc::clone(&scenarios));
        running.spawn(async move {
            let admission = match asked {
                Poll::Ready(admission) => admission,
                Poll::Pending => admission.await,
            };
            let scenario = scenarios.get(act.scenario)?;
            Some(played(&stage, scenario, &act, admission).await)
        });
    }
    let (mut done, mut panicked) = (Vec::new(), None);
    while let Some(joined) = running.join_next().await {
        match joined {
            Ok(Some(acted)) => {
                ended();
                done.push(acted);
            }
            Err(failed) if failed.is_panic() => panicked = Some(failed.into_panic()),
            Ok(None) | Err(_) => {}
        }
    }
    // Not before the others have put back what they changed.
    if let Some(panic) = panicked {
        resume_unwind(panic);
    }
    done.sort_by(|a: &Acted, b| a.play.scenario.cmp(&b.play.scenario));
    done
}

/// Plays an act, and reads what came of it. What it was admitted with is held until its last answer.
async fn played<A>(stage: &Stage, scenario: &Scenario, act: &Act, admission: A) -> Acted {
    let start = Instant::now();
    let play = play::play(stage, scenario, act).await;
    let took = start.elapsed();
    drop(admission);
    let play = stage.redactor.play(play);
    let readings = ParsedTrace::of(&stage.contract, scenario, &play);
    Acted {
        play,
        readings,
        took,
    }
}

/// Those who play the scenarios of a run.
pub(crate) struct Company {
    stage: Arc<Stage>,
    scenarios: Arc<Vec<Scenario>>,
    free: Arc<Semaphore>,
    locks: Locks,
}

impl Company {
    /// Plays over a courier, and notes the writes in a ledger.
    pub(crate) fn new(
        suite: &Suite,
        settings: Settings,
        redactor: Redactor,
        courier: Courier,
        ledger: Ledger,
    ) -> Self {
        let jobs = settings.jobs.max(1);
        Self {
            locks: Locks::shared_in(ledger.path().and_then(Path::parent)),
            free: Arc::new(Semaphore::new(jobs)),
            scenarios: Arc::clone(&suite.scenarios),
            stage: Arc::new(Stage {
                contract: Arc::clone(&suite.contract),
                settings,
                redactor,
                courier,
                ledger,
                began: Instant::now(),
            }),
        }
    }

    /// Plays the acts, and calls `ended` as each of them ends.
    ///
    /// What comes back is in order of scenario, whatever order it ended in, and read: that is done while others still
    /// wait for answers.
    pub(crate) async fn play(
        &mut self,
        acts: Vec<Act>,
        ended: impl Fn() + Send + 'static,
    ) -> Vec<Acted> {
        let admitted = acts.into_iter().map(|act| {
            let admission = Box::pin(self.admission(&act));
            (act, admission)
        });
        let admitted = admitted.collect();
        let (stage, scenarios) = (Arc::clone(&self.stage), Arc::clone(&self.scenarios));
        // In a task: whoever waits outside of the runtime is woken by the system, and that for each scenario.
        let mut whole = JoinSet::new();
        whole.spawn(all_played(stage, scenarios, admitted, ended));
        match whole.join_next().await {
            Some(Ok(done)) => done,
            Some(Err(failed)) if failed.is_panic() => resume_unwind(failed.into_panic()),
            Some(Err(_)) | None => Vec::new(),
        }
    }

    /// Waits until an act may begin; what comes back is held as long as it lasts.
    fn admission(&mut self, act: &Act) -> impl Future<Output = impl Send + use<>> + Send + use<> {
        let (stage, free) = (Arc::clone(&self.stage), Arc::clone(&self.free));
        let scenario = self.scenarios.get(act.scenario);
        let wanted = scenario.map(|scenario| self.locks.wanted(scenario, &act.fixtures));
        let pause = act.pause;
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
                _ = stage.courier.stopped() => None,
            };
            // The semaphore is never closed, so a permit always comes.
            (free.acquire_owned().await, held)
        }
    }

    /// Notes that the run is over.
    pub(crate) fn end(&self) {
        if !self.stage.courier.is_halted() {
            // A journal that cannot be written says less than it could; the run is over all the same.
            let _ = self.stage.ledger.end();
        }
    }
}
