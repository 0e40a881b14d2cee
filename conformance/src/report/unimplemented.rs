//! Finds operations that the service does not seem to implement: every call was answered 404 or
//! 405.

use std::collections::{BTreeMap, BTreeSet};

use spec::Operation;

use crate::contract;
use crate::exchange::{Exchange, PackedTrace, ScenarioTrace, StoredTrace as _};
use crate::parsed;
use crate::scenario::Step;
use crate::suite::Suite;

/// Operations that do not seem to be implemented.
#[derive(Clone, Debug, Default)]
pub struct Unimplemented {
    /// Their statuses, by id.
    statuses: BTreeMap<String, BTreeSet<u16>>,
    /// Whether these are all operations that were called, and more than one.
    all: bool,
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
        let count = statuses.len();
        statuses.retain(|_, statuses| statuses.iter().all(|status| matches!(status, 404 | 405)));
        for trace in traces {
            if statuses.is_empty() {
                break;
            }
            let trace = trace.trace();
            for (step, exchange) in calls(suite, &trace) {
                let operation = suite.contract.operation(&step.call);
                if operation.is_some_and(|operation| is_known_to(suite, operation, exchange)) {
                    statuses.remove(&*step.call);
                }
            }
        }
        Self {
            all: statuses.len() > 1 && statuses.len() == count,
            statuses: statuses.into_iter().map(|(id, all)| (id.to_owned(), all)).collect(),
        }
    }

    /// One note per absent operation. If all are absent, a single note suggests that the base URL is wrong.
    pub(super) fn notes(&self) -> Vec<String> {
        if self.all {
            let all = "every call of every operation was answered 404 or 405: check the base URL";
            return vec![all.to_owned()];
        }
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

/// Whether an answer shows that the operation is there: it was accepted, or refused as documented for this operation.
fn is_known_to(suite: &Suite, operation: &Operation, exchange: &Exchange) -> bool {
    let contract = &suite.contract;
    let summary = parsed::summarize_answer(contract, operation, exchange);
    let message = summary.message.as_deref();
    let case = message.and_then(|message| contract::case_for_message(contract, operation, message));
    summary.accepted || case.is_some_and(|case| !contract::is_about_key(case))
}
