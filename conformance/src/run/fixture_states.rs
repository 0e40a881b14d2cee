//! What a run keeps of the fixtures that its scenarios change and restore.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Mutex as AsyncMutex;

use crate::exchange::{Request, ScenarioTrace};
use crate::leftovers::RestoredRecord;

/// The fixtures that the scenarios of a run change and restore.
#[derive(Default)]
pub(super) struct ChangedFixtures {
    /// By id.
    pub(super) all: Mutex<BTreeMap<String, Arc<AsyncMutex<FixtureState>>>>,
    /// The restoring calls that were answered later, as traces of their scenarios.
    pub(super) restored_later: Mutex<Vec<ScenarioTrace>>,
}

/// What is known of a fixture.
#[derive(Default)]
pub(super) struct FixtureState {
    pub(super) is_read: bool,
    /// The fixture before the first change; `None` if no operation reads it.
    pub(super) former: Option<RestoredRecord>,
    /// The restoring calls without a response.
    pub(super) unanswered: Vec<RestoringCall>,
    /// How often they were repeated.
    pub(super) rounds: u32,
}

/// A restoring call without a response.
pub(super) struct RestoringCall {
    pub(super) scenario: String,
    /// Its index among the `finally` calls.
    pub(super) index: usize,
    pub(super) operation: String,
    pub(super) key: Option<String>,
    pub(super) request: Arc<Request>,
    /// Name of the execution in the journal.
    pub(super) label: String,
    /// The number of its next exchange there.
    pub(super) next_number: Arc<AtomicU32>,
}

impl ChangedFixtures {
    pub(super) fn state(&self, id: &str) -> Arc<AsyncMutex<FixtureState>> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry(id.to_owned()).or_default())
    }
}
