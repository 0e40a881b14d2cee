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
mod stop;
mod tidy;
mod transport;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use spec::Contract;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::exchange::Play;
use crate::plan::{Decision, Plan};
use crate::redact::Redactor;
use crate::scenario::Scenario;
use crate::suite::Suite;
use crate::target::Supplied;

use locks::Locks;

pub(crate) use bindings::hash;
pub(crate) use compose::path;

pub use courier::Courier;
pub use http::{HttpOptions, HttpTransport, Unbuildable};
pub use ledger::{Ledger, LedgerError};
pub use look::{Looked, look};
pub use pace::Pace;
pub use stop::Stop;
pub use tidy::tidy;
pub use transport::{Reply, Transport};

/// What a run needs to know beside its plan.
#[derive(Clone)]
pub struct Settings {
    /// Text that marks everything this run creates.
    pub run_id: String,
    /// The start of the run, from which points in time are counted.
    pub now: Timestamp,
    /// How many scenarios are played at once.
    pub jobs: usize,
    /// The keys, by kind.
    pub keys: BTreeMap<String, String>,
    /// Whether somebody vouches that no earlier run used up the fixtures.
    pub fresh_fixtures: bool,
    /// Whether somebody vouches that nobody else uses the service, so that nothing is waited for
    /// before something is tried again.
    pub alone: bool,
}

/// Without the keys.
impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: Vec<_> = self.keys.keys().collect();
        f.debug_struct("Settings")
            .field("run_id", &self.run_id)
            .field("now", &self.now)
            .field("jobs", &self.jobs)
            .field("keys", &kinds)
            .field("fresh_fixtures", &self.fresh_fixtures)
            .field("alone", &self.alone)
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
    pub(crate) scenario: Scenario,
    /// By name of the need.
    pub(crate) fixtures: BTreeMap<String, Supplied>,
    /// Which try it is, from 1.
    pub(crate) attempt: u32,
    /// How long nothing is done before.
    pub(crate) pause: Duration,
}

/// What came of an act.
#[derive(Clone, Debug)]
pub(crate) struct Acted {
    /// Holds no secret.
    pub(crate) play: Play,
    /// How long it took, without its pause.
    pub(crate) took: Duration,
}

/// Those who play the scenarios of a run.
pub(crate) struct Company {
    stage: Arc<Stage>,
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
    /// What comes back is in order of scenario, whatever order it ended in.
    pub(crate) async fn play(&mut self, acts: Vec<Act>, ended: impl Fn()) -> Vec<Acted> {
        let mut running = JoinSet::new();
        for act in acts {
            let (stage, free) = (Arc::clone(&self.stage), Arc::clone(&self.free));
            let wanted = self.locks.wanted(&act.scenario, &act.fixtures);
            running.spawn(async move {
                // Neither a pause nor what another run holds is waited for once this one is to end: it
                // sends nothing then.
                let held = tokio::select! {
                    held = async { sleep(act.pause).await; wanted.take().await } => Some(held),
                    _ = stage.courier.stopped() => None,
                };
                // The semaphore is never closed, so a permit always comes.
                let permit = free.acquire().await;
                let start = Instant::now();
                let play = play::play(&stage, &act).await;
                let took = start.elapsed();
                drop((permit, held));
                let play = stage.redactor.play(play);
                Acted { play, took }
            });
        }
        let mut done = Vec::new();
        while let Some(joined) = running.join_next().await {
            if let Ok(acted) = joined {
                ended();
                done.push(acted);
            }
        }
        done.sort_by(|a, b| a.play.scenario.cmp(&b.play.scenario));
        done
    }

    /// Notes that the run is over.
    pub(crate) fn end(&self) {
        if !self.stage.courier.is_halted() {
            // A journal that cannot be written says less than it could; the run is over all the same.
            let _ = self.stage.ledger.end();
        }
    }
}

/// What is played. Who looks for an order of things it made comes first, while few others are made;
/// then the longest, as a long chain begun late would be waited for alone.
pub(crate) fn queue(scenarios: &[Scenario], plan: &Plan) -> Vec<Act> {
    let mut queue: Vec<_> = scenarios
        .iter()
        .filter_map(|scenario| match &plan.entry(&scenario.id)?.decision {
            Decision::Play(fixtures) => Some(Act {
                scenario: scenario.clone(),
                fixtures: fixtures.clone(),
                attempt: 1,
                pause: Duration::ZERO,
            }),
            Decision::Skip(..) => None,
        })
        .collect();
    queue.sort_by_key(|Act { scenario, .. }| {
        let looks_for_order = scenario.steps.iter().any(|step| !step.order.is_empty());
        (!looks_for_order, Reverse(scenario.steps.len()))
    });
    queue
}
