//! Finds operations that the service does not seem to implement: every call was answered 404 or
//! 405.

use std::collections::{BTreeMap, BTreeSet};

use crate::exchange::{Exchange, PackedTrace, ScenarioTrace, StoredTrace as _};
use crate::parsed;
use crate::scenario::Step;
use crate::suite::Suite;
use crate::untested::is_reached;

/// Operations that do not seem to be implemented.
#[derive(Clone, Debug, Default)]
pub struct Unimplemented {
    /// Their statuses, by id.
    statuses: BTreeMap<String, BTreeSet<u16>>,
}

impl Unimplemented {
    /// An operation is absent if each call that should have been accepted was answered 404 or 405, and no call
    /// with a documented message of the operation.
    pub(crate) fn find(suite: &Suite, traces: &[PackedTrace]) -> Self {
        let mut statuses: BTreeMap<&str, BTreeSet<u16>> = BTreeMap::new();
        for trace in traces {
            for (step, exchange) in calls(suite, &trace.bodiless) {
                if let Ok(answer) = &exchange.outcome
                    && step.wants_acceptance()
                {
                    statuses.entry(&step.call).or_default().insert(answer.status);
                }
            }
        }
        statuses.retain(|_, statuses| statuses.iter().all(|status| matches!(status, 404 | 405)));
        for trace in traces {
            if statuses.is_empty() {
                break;
            }
            let trace = trace.trace();
            for (step, exchange) in calls(suite, &trace) {
                let Some(operation) = suite.contract.operation(&step.call) else {
                    continue;
                };
                let summary = parsed::summarize_answer(&suite.contract, operation, exchange);
                if is_reached(&suite.contract, operation, &summary) {
                    statuses.remove(&*step.call);
                }
            }
        }
        let statuses = statuses.into_iter().map(|(id, all)| (id.to_owned(), all));
        Self { statuses: statuses.collect() }
    }

    /// One note per absent operation.
    pub(super) fn notes(&self) -> Vec<String> {
        self.statuses.keys().filter_map(|id| self.note(id)).collect()
    }

    /// The note for an operation, if it is absent.
    pub(super) fn note(&self, operation: &str) -> Option<String> {
        let statuses = self.statuses.get(operation)?;
        let statuses: Vec<_> = statuses.iter().map(u16::to_string).collect();
        Some(format!(
            "every call of {operation} was answered {}: if it is not implemented yet, answer 501",
            statuses.join(" or ")
        ))
    }
}

/// The exchanges of a trace, each with its step.
fn calls<'c>(
    suite: &'c Suite,
    trace: &'c ScenarioTrace,
) -> impl Iterator<Item = (&'c Step, &'c Exchange)> {
    let steps = suite.scenario(&trace.scenario).into_iter().flat_map(|scenario| &scenario.steps);
    steps.zip(&trace.steps).flat_map(|(step, trace)| {
        let exchanges = trace.attempts.iter().flat_map(|attempt| &attempt.exchanges);
        exchanges.map(move |exchange| (step, exchange))
    })
}
