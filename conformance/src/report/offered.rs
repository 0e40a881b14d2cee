//! Operations that the service seems not to offer: every call was answered 404 or 405.

use std::collections::BTreeSet;

use spec::Operation;

use super::Report;
use crate::contract;
use crate::exchange::Exchange;
use crate::judge;
use crate::scenario::Step;

/// Says so for each such operation; where all are, the base URL is more likely to be wrong.
pub(super) fn notes(report: &Report<'_>) -> Vec<String> {
    let operations = report.suite.contract.operations();
    let asked = operations.filter(|operation| !statuses(report, operation).is_empty());
    let notes: Vec<_> = asked.map(|operation| note(report, operation)).collect();
    if notes.len() > 1 && notes.iter().all(Option::is_some) {
        let all = "every call of every operation was answered 404 or 405: see whether the base URL is right";
        return vec![all.to_owned()];
    }
    notes.into_iter().flatten().collect()
}

/// Says so of an operation if it is one: each call that should have been accepted was answered 404 or 405, and no call
/// with a documented message of the operation.
pub(super) fn note(report: &Report<'_>, operation: &Operation) -> Option<String> {
    let statuses = statuses(report, operation);
    let absent = !statuses.is_empty() && statuses.iter().all(|it| matches!(it, 404 | 405));
    if !absent || calls(report, operation).any(|(_, it)| is_known_to(report, operation, it)) {
        return None;
    }
    let statuses: Vec<_> = statuses.iter().map(u16::to_string).collect();
    Some(format!(
        "every call of {} was answered {}: if it is not offered yet, answer 501",
        operation.id,
        statuses.join(" or ")
    ))
}

/// How the calls of an operation were answered that should have been accepted.
fn statuses(report: &Report<'_>, operation: &Operation) -> BTreeSet<u16> {
    let wanted = calls(report, operation).filter(|(step, _)| step.wants_acceptance());
    let statuses = wanted.filter_map(|(_, it)| Some(it.outcome.as_ref().ok()?.status));
    statuses.collect()
}

/// The calls of an operation, each with its step.
fn calls<'r>(
    report: &'r Report<'_>,
    operation: &'r Operation,
) -> impl Iterator<Item = (&'r Step, &'r Exchange)> {
    let plays = report.plays.iter();
    let played = plays.filter_map(|play| Some((report.suite.scenario(&play.scenario)?, play)));
    let steps = played.flat_map(|(scenario, play)| scenario.steps.iter().zip(&play.steps));
    let steps = steps.filter(|(step, _)| step.call == operation.id);
    steps.flat_map(|(step, played)| {
        let exchanges = played.ways.iter().flat_map(|way| &way.exchanges);
        exchanges.map(move |exchange| (step, exchange))
    })
}

/// Whether an answer shows that the operation is there: it was accepted, or refused as documented for this operation.
fn is_known_to(report: &Report<'_>, operation: &Operation, exchange: &Exchange) -> bool {
    let contract = &report.suite.contract;
    let told = judge::told(contract, operation, exchange);
    let message = told.message.as_deref();
    let case = message.and_then(|message| contract::case_of(contract, operation, message));
    told.accepted || case.is_some_and(|case| !contract::is_about_key(case))
}
