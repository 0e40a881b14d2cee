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

use jiff::Timestamp;
use spec::Contract;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::exchange::Play;
use crate::plan::{Decision, Plan};
use crate::redact::Redactor;
use crate::scenario::Scenario;
use crate::suite::Suite;
use crate::target::Supplied;

use locks::Locks;

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
}

/// Plays what the plan says, and tells of each play when it ends; none of them holds a secret.
///
/// The plays come back in the order of the plan, whatever order they ended in.
pub async fn run(
    suite: &Suite,
    plan: &Plan,
    settings: Settings,
    redactor: Redactor,
    courier: Courier,
    ledger: Ledger,
    ended: impl Fn(&Play),
) -> Vec<Play> {
    let jobs = settings.jobs.max(1);
    let stage = Arc::new(Stage {
        contract: Arc::clone(&suite.contract),
        settings,
        redactor,
        courier,
        ledger,
    });
    let free = Arc::new(Semaphore::new(jobs));
    let mut locks = Locks::shared_in(stage.ledger.path().and_then(Path::parent));
    let mut running = JoinSet::new();
    for (scenario, fixtures) in queue(&suite.scenarios, plan) {
        let (stage, free) = (Arc::clone(&stage), Arc::clone(&free));
        let wanted = locks.wanted(&scenario, &fixtures);
        running.spawn(async move {
            // What another run holds is not waited for once this one is to end: it sends nothing then.
            let held = tokio::select! {
                held = wanted.take() => Some(held),
                _ = stage.courier.stopped() => None,
            };
            // The semaphore is never closed, so a permit always comes.
            let permit = free.acquire().await;
            let play = play::play(&stage, &scenario, &fixtures).await;
            drop((permit, held));
            stage.redactor.play(play)
        });
    }
    let mut plays = Vec::new();
    while let Some(joined) = running.join_next().await {
        if let Ok(play) = joined {
            ended(&play);
            plays.push(play);
        }
    }
    if !stage.courier.is_halted() {
        // A journal that cannot be written says less than it could; the run is over all the same.
        let _ = stage.ledger.end();
    }
    plays.sort_by(|a, b| a.scenario.cmp(&b.scenario));
    plays
}

/// What is played. Who looks for an order of things it made comes first, while few others are made;
/// then the longest, as a long chain begun late would be waited for alone.
fn queue(scenarios: &[Scenario], plan: &Plan) -> Vec<(Scenario, BTreeMap<String, Supplied>)> {
    let mut queue: Vec<_> = scenarios
        .iter()
        .filter_map(|scenario| match &plan.entry(&scenario.id)?.decision {
            Decision::Play(fixtures) => Some((scenario.clone(), fixtures.clone())),
            Decision::Skip(..) => None,
        })
        .collect();
    queue.sort_by_key(|(scenario, _)| {
        let looks_for_order = scenario.steps.iter().any(|step| !step.order.is_empty());
        (!looks_for_order, Reverse(scenario.steps.len()))
    });
    queue
}
