//! What the tasks of a run share, and what each of them runs.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use conformance_model::key_place;
use jiff::{SignedDuration, Timestamp};
use spec::Contract;
use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::response_memory::KeptResponses;
use super::writes::Writes;
use super::{RequestSender, Settings};
use crate::exchange::{Fault, Response};
use crate::leftovers::RecordRead;
use crate::redact::Redactor;
use crate::scenario::Scenario;
use crate::state::JournalWriter;
use crate::target::TargetFixture;

/// Pause after each accepted write in a retry that tells a lag from a failure. Replicas seldom lag behind that far, and
/// search indexes show new records after a second.
pub(crate) const LAG: Duration = Duration::from_millis(1500);

/// Pause before a call that must be made in another second than the one before, by a clock that may run slower.
pub(super) const SECOND: Duration = Duration::from_millis(1050);

/// What the scenarios of a run share.
pub(super) struct RunContext {
    pub(super) contract: Arc<Contract>,
    pub(super) scenarios: Arc<Vec<Scenario>>,
    pub(super) settings: Settings,
    pub(super) redactor: Redactor,
    pub(super) sender: RequestSender,
    pub(super) journal: JournalWriter,
    pub(super) writes: Writes,
    pub(super) kept_responses: KeptResponses,
    /// For the scenarios that send at the same time.
    pub(super) permits: Arc<Semaphore>,
    /// Held by the next scenario to start, of those that did not wait for a lock.
    pub(super) next: Mutex<()>,
    /// The monotonic counterpart of `settings.now`.
    pub(super) started: Instant,
}

impl RunContext {
    /// Waits until a scenario may start. One that had to wait for its locks starts before the rest of the queue.
    /// Otherwise the scenarios with the same fixtures would run one after the other at the end.
    pub(super) async fn permit_to_start(&self, has_waited: bool) -> Option<OwnedSemaphorePermit> {
        // Permits are given in the order of the requests. With the mutex, one scenario that did not wait asks at a time.
        let _next = if has_waited { None } else { Some(self.next.lock().await) };
        self.permit().await
    }

    /// Waits until a scenario may send. The semaphore is never closed, so this always yields a permit.
    pub(super) async fn permit(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.permits).acquire_owned().await.ok()
    }

    /// Reads a record, with the key of its account.
    pub(super) async fn read(&self, read: &RecordRead) -> Result<Response, Fault> {
        let key = read.key.as_ref().and_then(|kind| self.settings.keys.get(kind));
        let mut request = read.request.clone();
        if let Some((place, key)) = self.contract.service.key_place().zip(key) {
            key_place::put(place, key, &mut request);
        }
        self.sender.send_until_answered(&request).await
    }

    /// The reference for relative times: the start of the run, or of the retry by the clock of the server, if that is
    /// behind. A server may ignore times that are in the future for it.
    pub(super) fn now(&self, attempt: usize) -> Timestamp {
        let start = self.settings.now;
        if attempt == 1 {
            return start;
        }
        let elapsed = SignedDuration::try_from(self.started.elapsed()).unwrap_or_default();
        start.checked_add(elapsed - self.sender.clock_lag()).unwrap_or(start)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct ScheduledScenario {
    /// Its index in the suite.
    pub(crate) scenario: usize,
    /// By name of the need.
    pub(crate) fixtures: Arc<BTreeMap<String, TargetFixture>>,
    /// Number of the attempt, from 1.
    pub(crate) attempt: usize,
    /// How long to wait before.
    pub(crate) delay: Duration,
    /// Whether to pause after each accepted write.
    pub(crate) pauses: bool,
}
