//! Finds operations that the service does not seem to implement: every call was answered 404 or
//! 405.

use std::collections::{BTreeMap, BTreeSet};

use spec::Operation;

use crate::contract;
use crate::exchange::{Exchange, ScenarioTrace};
use crate::parsed;
use crate::suite::Suite;

/// Operations that do not seem to be implemented.
#[derive(Clone, Debug, Default)]
pub struct Absent {
    /// Their statuses, by id.
    statuses: BTreeMap<String, BTreeSet<u16>>,
    /// Whether these are all operations that were called, and more than one.
    all: bool,
}

/// How the calls of an operation were answered.
#[derive(Default)]
struct Calls<'p> {
    /// Distinct answers, by status and body.
    answered: BTreeMap<(u16, &'p [u8]), &'p Exchange>,
    /// Statuses of the calls that should have been accepted.
    statuses: BTreeSet<u16>,
}

impl Absent {
    /// An operation is absent if each call that should have been accepted was answered 404 or 405, and no call
    /// with a documented message of the operation.
    pub(crate) fn of(suite: &Suite, traces: &[ScenarioTrace]) -> Self {
        let contract = &suite.contract;
        let mut calls = calls(suite, traces);
        calls.retain(|_, calls| !calls.statuses.is_empty());
        let asked = calls.len();
        let absent = calls.into_iter().filter(|(id, calls)| {
            let is_known = contract.operation(id).is_some_and(|operation| {
                calls.answered.values().any(|exchange| is_known_to(suite, operation, exchange))
            });
            !is_known && calls.statuses.iter().all(|status| matches!(status, 404 | 405))
        });
        let statuses: BTreeMap<_, _> =
            absent.map(|(id, calls)| (id.to_owned(), calls.statuses)).collect();
        Self { all: asked > 1 && statuses.len() == asked, statuses }
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

/// The calls of each operation.
fn calls<'p>(suite: &'p Suite, traces: &'p [ScenarioTrace]) -> BTreeMap<&'p str, Calls<'p>> {
    let mut calls: BTreeMap<&str, Calls<'_>> = BTreeMap::new();
    for trace in traces {
        let Some(scenario) = suite.scenario(&trace.scenario) else {
            continue;
        };
        for (step, step_trace) in scenario.steps.iter().zip(&trace.steps) {
            let known = calls.entry(&step.call).or_default();
            for exchange in step_trace.attempts.iter().flat_map(|attempt| &attempt.exchanges) {
                let Ok(answer) = &exchange.outcome else {
                    continue;
                };
                let seen = (answer.status, answer.body.as_slice());
                known.answered.entry(seen).or_insert(exchange);
                if step.wants_acceptance() {
                    known.statuses.insert(answer.status);
                }
            }
        }
    }
    calls
}

/// Whether an answer shows that the operation is there: it was accepted, or refused as documented for this operation.
fn is_known_to(suite: &Suite, operation: &Operation, exchange: &Exchange) -> bool {
    let contract = &suite.contract;
    let summary = parsed::summarize_answer(contract, operation, exchange);
    let message = summary.message.as_deref();
    let case = message.and_then(|message| contract::case_for_message(contract, operation, message));
    summary.accepted || case.is_some_and(|case| !contract::is_about_key(case))
}
