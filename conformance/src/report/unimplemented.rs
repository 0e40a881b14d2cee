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
pub struct Unimplemented {
    /// Their statuses, by id.
    statuses: BTreeMap<String, BTreeSet<u16>>,
    /// Whether these are all operations that were called, and more than one.
    all: bool,
}

impl Unimplemented {
    /// An operation is absent if each call that should have been accepted was answered 404 or 405, and no call
    /// with a documented message of the operation.
    pub(crate) fn find(suite: &Suite, traces: &[ScenarioTrace]) -> Self {
        // The answers to each operation, with the status if the call should have been accepted.
        let mut answers: BTreeMap<&str, Vec<(Option<u16>, &Exchange)>> = BTreeMap::new();
        for trace in traces {
            let steps =
                suite.scenario(&trace.scenario).into_iter().flat_map(|scenario| &scenario.steps);
            for (step, step_trace) in steps.zip(&trace.steps) {
                let exchanges = step_trace.attempts.iter().flat_map(|attempt| &attempt.exchanges);
                answers.entry(&step.call).or_default().extend(exchanges.filter_map(|exchange| {
                    let status = exchange.outcome.as_ref().ok()?.status;
                    Some((step.wants_acceptance().then_some(status), exchange))
                }));
            }
        }
        let statuses = answers.into_iter().filter_map(|(id, answers)| {
            let statuses: BTreeSet<u16> =
                answers.iter().filter_map(|(status, _)| *status).collect();
            let is_missing = statuses.iter().all(|status| matches!(status, 404 | 405));
            let is_known = |operation| {
                answers.iter().any(|(_, exchange)| is_known_to(suite, operation, exchange))
            };
            let is_absent = is_missing && !suite.contract.operation(id).is_some_and(is_known);
            (!statuses.is_empty()).then(|| (id.to_owned(), statuses, is_absent))
        });
        let (absent, others): (Vec<_>, Vec<_>) = statuses.partition(|(.., is_absent)| *is_absent);
        Self {
            all: absent.len() > 1 && others.is_empty(),
            statuses: absent.into_iter().map(|(id, statuses, _)| (id, statuses)).collect(),
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

/// Whether an answer shows that the operation is there: it was accepted, or refused as documented for this operation.
fn is_known_to(suite: &Suite, operation: &Operation, exchange: &Exchange) -> bool {
    let contract = &suite.contract;
    let summary = parsed::summarize_answer(contract, operation, exchange);
    let message = summary.message.as_deref();
    let case = message.and_then(|message| contract::case_for_message(contract, operation, message));
    summary.accepted || case.is_some_and(|case| !contract::is_about_key(case))
}
