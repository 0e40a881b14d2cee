//! Leftovers: what a run created or changed and did not undo, derived from its traces.

mod record_read;
mod restored;
mod write_call;

use std::collections::BTreeMap;

use spec::{Contract, InputPart, Operation};

use crate::contract;
use crate::exchange::ScenarioTrace;
use crate::parsed::SentInputs;
use crate::redact::{Quote, Redactor};
use crate::scenario::Scenario;

pub(crate) use record_read::RecordRead;
pub(crate) use restored::{LastLook, RestoredRecord, restored_records};
pub(crate) use write_call::{WriteCall, acted_on, creates_numbered, may_have_effect};
use write_call::{may_have_written, write_calls};

/// A record that a run created or changed and did not restore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leftover {
    /// Name of the record type.
    pub record: String,
    /// The effect on the record.
    pub done: Effect,
    /// Identifying inputs of the request.
    pub known_by: Quote,
    /// Id of the operation that caused it.
    pub operation: String,
    /// The body fields that were changed, in order.
    pub members: Vec<String>,
    /// The scenario that caused it.
    pub scenario: String,
    /// Whether no operation could have removed it, or its removal was refused, so that it may be
    /// gone.
    pub unavoidable: bool,
}

/// Effect of a run on a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The record was created.
    Created,
    /// The record was updated, or moved to another state.
    Changed,
    /// The outcome of the write is unknown.
    Perhaps,
}

impl Effect {
    /// The word used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Changed => "changed",
            Self::Perhaps => "perhaps",
        }
    }
}

/// All leftovers of the traces, in order of scenario.
pub(crate) fn leftovers_of_traces<'t>(
    contract: &Contract,
    scenarios: &[Scenario],
    traces: impl IntoIterator<Item = &'t ScenarioTrace>,
) -> Vec<Leftover> {
    let mut by_scenario: BTreeMap<&str, Vec<&ScenarioTrace>> = BTreeMap::new();
    for trace in traces {
        by_scenario.entry(&trace.scenario).or_default().push(trace);
    }
    let is_reached = by_scenario.values().flatten().any(|trace| {
        let mut outcomes = trace.exchanges().map(|exchange| &exchange.outcome);
        outcomes.any(|outcome| outcome.as_ref().is_ok_and(|response| !response.is_unavailable()))
    });
    scenarios
        .iter()
        .flat_map(|scenario| {
            let traces = by_scenario.get(&*scenario.id).into_iter().flatten();
            let traces = traces.filter(|trace| may_have_written(contract, scenario, trace));
            // Together, because a later attempt may have removed what an earlier one could not.
            let calls: Vec<_> = traces
                .flat_map(|trace| write_calls(contract, scenario, trace, is_reached))
                .collect();
            leftovers_of(contract, &scenario.id, &calls, !scenario.finally.is_empty())
        })
        .collect()
}

/// The leftovers of one scenario. `has_finally` says whether it had `finally` calls.
pub(crate) fn leftovers_of(
    contract: &Contract,
    scenario: &str,
    calls: &[WriteCall<'_>],
    has_finally: bool,
) -> Vec<Leftover> {
    let mut left = Vec::new();
    for (index, call) in calls.iter().enumerate() {
        let (earlier, later) = (&calls[..index], &calls[index..]);
        let undone = later.iter().any(|after| after.removes(call) || after.restores(call))
            || later.iter().skip(1).any(|after| after.supersedes(call));
        let of_own = earlier.iter().any(|before| before.created_target_of(call));
        let can_be_restored = has_finally && !call.last;
        let perhaps_gone = later.iter().any(|after| after.was_refused_removal_of(call));
        if let Some(mut leftover) = leftover_of_call(contract, call, scenario, can_be_restored)
            && !undone
            && !of_own
        {
            if perhaps_gone {
                (leftover.done, leftover.unavoidable) = (Effect::Perhaps, true);
            }
            left.push(leftover);
        }
    }
    left
}

/// The leftover of a call, if any. `can_be_restored` says whether the scenario had `finally` calls
/// for it.
fn leftover_of_call(
    contract: &Contract,
    call: &WriteCall<'_>,
    scenario: &str,
    can_be_restored: bool,
) -> Option<Leftover> {
    let operation = call.operation;
    if call.is_refused() {
        return None;
    }
    // Restoring an existing record is not a change.
    let (record, done) = match (operation.creates.as_deref(), contract::changed_record(operation)) {
        (Some(record), _) => (record, Effect::Created),
        (None, Some(record)) if !call.last => (record, Effect::Changed),
        (None, _) => return None,
    };
    let can_be_undone = match done {
        Effect::Changed => can_be_restored && operation.updates.is_some() && !call.uses_up,
        Effect::Created | Effect::Perhaps => contract::can_be_removed(contract, record),
    };
    Some(Leftover {
        record: record.to_owned(),
        done: if call.is_accepted() { done } else { Effect::Perhaps },
        known_by: known_by(operation, &call.sent, &call.redactor),
        operation: operation.id.clone(),
        members: members(done, &call.sent),
        scenario: scenario.to_owned(),
        unavoidable: !can_be_undone,
    })
}

fn members(done: Effect, sent: &SentInputs) -> Vec<String> {
    if done != Effect::Changed {
        return Vec::new();
    }
    // In order, because the inputs are.
    sent.iter()
        .filter(|(input, _)| input.part == InputPart::Body)
        .map(|(input, _)| input.name.clone())
        .collect()
}

/// Unique inputs identify a record best, then the records that it belongs to.
fn known_by(operation: &Operation, sent: &SentInputs, redactor: &Redactor) -> Quote {
    let mut identifying: Vec<_> = sent
        .iter()
        .filter(|(input, _)| match input.part {
            InputPart::Body => operation
                .body_field(&input.name)
                .is_some_and(|field| field.unique || field.record.is_some()),
            InputPart::Path => true,
            InputPart::Query | InputPart::Header => false,
        })
        .map(|(input, value)| format!("{}={value}", input.name))
        .collect();
    identifying.sort();
    redactor.quote(identifying.join(" "))
}
