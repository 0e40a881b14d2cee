//! Judges the attempts of a run again, without sending anything.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::{Attempt, AttemptSummary, Conditions, Retried, RetryReason, RetryTracker, RunFindings};
use crate::exchange::ScenarioTrace;
use crate::plan::Plan;
use crate::run::Settings;
use crate::suite::Suite;

impl RunFindings {
    /// Judges the traces of all attempts of a run round by round, as the run did. Traces of unknown scenarios are
    /// ignored.
    pub fn of_traces(
        suite: &Suite,
        plan: &Plan,
        settings: &Settings,
        traces: Vec<ScenarioTrace>,
    ) -> Self {
        let mut rounds: BTreeMap<usize, Vec<Attempt>> = BTreeMap::new();
        for trace in traces {
            if let Some(scenario) = suite.scenario(&trace.scenario) {
                let summary = AttemptSummary::of(&suite.contract, scenario, &trace, None);
                let round = rounds.entry(trace.round).or_default();
                round.push(Attempt { trace, summary, duration: Duration::ZERO });
            }
        }
        let mut tracker = RetryTracker::new(suite, plan, settings);
        for attempts in rounds.into_values() {
            let is_first = |attempt: &Attempt| tracker.latest(&attempt.trace.scenario).is_none();
            let (first, again): (Vec<_>, Vec<_>) = attempts.into_iter().partition(is_first);
            if !first.is_empty() {
                tracker.add_first(first);
            }
            if !again.is_empty() {
                tracker.note_retries(&again);
                tracker.add(again);
            }
        }
        tracker.finish()
    }
}

impl RetryTracker<'_> {
    /// Records the retries, as `schedule` does during a run.
    fn note_retries(&mut self, attempts: &[Attempt]) {
        for attempt in attempts {
            let id = &attempt.trace.scenario;
            let first = self.latest(id).map(Conditions::of);
            self.retried.entry(id.clone()).or_insert_with(|| Retried {
                reason: RetryReason::Changed,
                conditions: first.into_iter().collect(),
                used: BTreeSet::new(),
            });
        }
    }
}
