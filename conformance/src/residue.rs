//! Leftovers: what a run created or changed and did not undo, derived from its traces.

use std::collections::BTreeMap;

use spec::{Contract, InputPart, Operation};

use crate::contract;
use crate::exchange::{Exchange, Fault, ScenarioTrace};
use crate::json::Json;
use crate::parsed::SentInputs;
use crate::scenario::Scenario;
use crate::write_outcome::WriteOutcome;

/// A record that a run created or changed and did not restore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Residue {
    /// Name of the record type.
    pub record: String,
    /// The effect on the record.
    pub done: Effect,
    /// Identifying inputs of the request.
    pub known_by: String,
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
pub fn residue<'p>(
    contract: &Contract,
    scenarios: &[Scenario],
    traces: impl IntoIterator<Item = &'p ScenarioTrace>,
) -> Vec<Residue> {
    // A later attempt may have removed what an earlier one could not.
    let mut by_scenario: BTreeMap<&str, (&Scenario, Vec<WriteCall<'_>>)> =
        scenarios.iter().map(|scenario| (&*scenario.id, (scenario, Vec::new()))).collect();
    for trace in traces {
        if let Some((scenario, calls)) = by_scenario.get_mut(&*trace.scenario) {
            calls.extend(write_calls(contract, scenario, trace));
        }
    }
    by_scenario
        .into_iter()
        .flat_map(|(id, (scenario, calls))| {
            leftovers_of(contract, id, &calls, !scenario.finally.is_empty())
        })
        .collect()
}

/// The leftovers of one scenario. `promised` says whether it had `finally` calls.
pub(crate) fn leftovers_of(
    contract: &Contract,
    scenario: &str,
    calls: &[WriteCall<'_>],
    promised: bool,
) -> Vec<Residue> {
    let mut left = Vec::new();
    for (index, call) in calls.iter().enumerate() {
        let (earlier, later) = (&calls[..index], &calls[index..]);
        let undone = later.iter().any(|after| after.removes(call) || after.restores(call))
            || later.iter().skip(1).any(|after| after.supersedes(call));
        let of_own = earlier.iter().any(|before| before.created_target_of(call));
        let promised = promised && !call.last;
        let perhaps_gone = later.iter().any(|after| after.was_refused_removal_of(call));
        if let Some(mut residue) = of(contract, call, scenario, promised)
            && !undone
            && !of_own
        {
            if perhaps_gone {
                (residue.done, residue.unavoidable) = (Effect::Perhaps, true);
            }
            left.push(residue);
        }
    }
    left
}

/// A call that may have had an effect.
pub(crate) struct WriteCall<'a> {
    pub(crate) operation: &'a Operation,
    pub(crate) sent: SentInputs,
    /// How the service received it; `None` without an answer, when the outcome is unknown.
    pub(crate) received: Option<WriteOutcome>,
    /// The answer.
    pub(crate) answer: Option<Json>,
    /// Other identifiers of the record it created, from later calls that found it.
    pub(crate) found_as: Vec<String>,
    /// Whether it is a `finally` call.
    pub(crate) last: bool,
}

/// The calls of a trace that may have had an effect.
fn write_calls<'a>(
    contract: &'a Contract,
    scenario: &Scenario,
    trace: &ScenarioTrace,
) -> Vec<WriteCall<'a>> {
    let steps = scenario.steps.iter().zip(&trace.steps);
    let finally = scenario.finally.iter().zip(&trace.finally);
    let steps = steps.map(|step| (step, false)).chain(finally.map(|step| (step, true)));
    let mut calls = Vec::new();
    for ((step, step_trace), last) in steps {
        let Some(operation) = contract.operation(&step.call) else {
            continue;
        };
        let exchanges = step_trace.attempts.iter().flat_map(|attempt| &attempt.exchanges);
        let mut found = exchanges.map(|exchange| call(contract, operation, exchange, last));
        // Most operations only read.
        let writes = operation.creates.is_some()
            || operation.removes.is_some()
            || contract::changed_record(operation).is_some();
        if step.finds {
            if let Some(Some(found)) = found.next() {
                found.names(&mut calls);
            }
        } else if writes {
            calls.extend(found.flatten());
        }
    }
    calls
}

/// The call of an exchange; `None` if it cannot have had an effect.
fn call<'a>(
    contract: &Contract,
    operation: &'a Operation,
    exchange: &Exchange,
    last: bool,
) -> Option<WriteCall<'a>> {
    let answer = exchange.outcome.as_ref();
    // The status alone decides most cases, so that the body need not be parsed.
    let is_refused = answer.is_ok_and(|answer| !answer.is_success());
    if is_refused && operation.removes.is_none() {
        return None;
    }
    let received = WriteOutcome::classify(contract, operation, exchange);
    let counts = match received {
        Some(WriteOutcome::Accepted) => true,
        // A record to be removed may be gone already.
        Some(WriteOutcome::NotFound | WriteOutcome::Refused) => operation.removes.is_some(),
        Some(WriteOutcome::KeyRefused | WriteOutcome::Failed) => false,
        None => answer.is_err_and(Fault::may_have_arrived),
    };
    counts.then(|| WriteCall {
        operation,
        sent: SentInputs::parse(operation, &exchange.request),
        received,
        answer: answer.ok().and_then(|answer| Json::parse(&answer.body)),
        found_as: Vec::new(),
        last,
    })
}

impl WriteCall<'_> {
    /// The identifier of the record that is updated or removed.
    fn named(&self) -> Option<&str> {
        let (input, _) = contract::target_input(self.operation)?;
        self.sent.get(&input)?.text()
    }

    fn is_accepted(&self) -> bool {
        self.received == Some(WriteOutcome::Accepted)
    }

    fn is_refused(&self) -> bool {
        matches!(self.received, Some(WriteOutcome::NotFound | WriteOutcome::Refused))
    }

    /// Whether it removed the record that another call created.
    fn removes(&self, made: &WriteCall<'_>) -> bool {
        let gone = self.received == Some(WriteOutcome::NotFound);
        (self.is_accepted() || gone) && self.is_removal_of(made)
    }

    /// Whether the removal of a record that another call created was refused for an unknown reason.
    /// The record may be gone.
    fn was_refused_removal_of(&self, made: &WriteCall<'_>) -> bool {
        self.received == Some(WriteOutcome::Refused) && self.is_removal_of(made)
    }

    fn is_removal_of(&self, made: &WriteCall<'_>) -> bool {
        self.operation.removes.is_some()
            && self.operation.removes == made.operation.creates
            && self.named().is_some_and(|named| made.mentions(named))
    }

    /// Whether it was accepted and restored what another call changed.
    fn restores(&self, change: &WriteCall<'_>) -> bool {
        let changed = contract::changed_record(change.operation);
        self.last
            && !change.last
            && self.is_accepted()
            && changed
                .is_some_and(|record| contract::changed_record(self.operation) == Some(record))
            && change.operation.creates.is_none()
            && self.named() == change.named()
    }

    /// Whether it was accepted and changed the state again after another call. Only the last change
    /// is left over.
    fn supersedes(&self, change: &WriteCall<'_>) -> bool {
        let moved = |call: &WriteCall<'_>| {
            // An update may change other fields than the state.
            let moved = call.operation.transitions.first();
            let moved = moved.filter(|_| call.operation.updates.is_none());
            moved.map(|moved| moved.record.clone())
        };
        let record = moved(self).filter(|_| self.is_accepted());
        record.is_some() && record == moved(change) && self.named() == change.named()
    }

    /// Whether it created the record that another call changed, and which is listed already.
    fn created_target_of(&self, change: &WriteCall<'_>) -> bool {
        self.operation.creates.is_some()
            && self.operation.creates.as_deref() == contract::changed_record(change.operation)
            && change.operation.creates.is_none()
            && self.is_accepted()
            && change.named().is_some_and(|named| self.mentions(named))
    }

    /// Adds the identifiers by which this call found records that other calls created.
    fn names(&self, others: &mut [WriteCall<'_>]) {
        let record = contract::target_input(self.operation).map(|(_, record)| record);
        let (Some(named), Some(shown)) = (self.named(), &self.answer) else {
            return;
        };
        let made = others.iter_mut().filter(|other| other.operation.creates.as_deref() == record);
        for other in made.filter(|other| other.is_shown_in(shown)) {
            other.found_as.push(named.to_owned());
        }
    }

    /// Whether an answer contains an identifier of the record that this call created.
    fn is_shown_in(&self, answer: &Json) -> bool {
        let mut unique = self.operation.body.iter().filter(|field| field.unique);
        unique.any(|field| {
            let sent = self.sent.body(&field.wire).and_then(Json::text);
            sent.is_some_and(|sent| answer.holds_text(sent))
        })
    }

    /// Whether the text is in the request, the answer or the identifiers of the created record.
    fn mentions(&self, text: &str) -> bool {
        let answer = self.answer.as_ref();
        answer.is_some_and(|answer| answer.holds_text(text))
            || self.sent.holds(text)
            || self.found_as.iter().any(|name| name == text)
    }
}

/// The leftover of a call, if any. `promised` says whether the scenario had `finally` calls.
fn of(
    contract: &Contract,
    call: &WriteCall<'_>,
    scenario: &str,
    promised: bool,
) -> Option<Residue> {
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
        Effect::Changed => promised && operation.updates.is_some(),
        Effect::Created | Effect::Perhaps => contract::can_be_removed(contract, record),
    };
    Some(Residue {
        record: record.to_owned(),
        done: if call.is_accepted() { done } else { Effect::Perhaps },
        known_by: known_by(operation, &call.sent),
        operation: operation.id.clone(),
        members: members(done, &call.sent),
        scenario: scenario.to_owned(),
        unavoidable: !can_be_undone,
    })
}

/// The changed fields.
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
fn known_by(operation: &Operation, sent: &SentInputs) -> String {
    let mut identifying: Vec<_> = sent
        .iter()
        .filter(|(input, _)| match input.part {
            InputPart::Body => operation
                .body_field(&input.name)
                .is_some_and(|field| field.unique || field.record.is_some()),
            InputPart::Path => true,
            InputPart::Query => false,
        })
        .map(|(input, value)| format!("{}={value}", input.name))
        .collect();
    identifying.sort();
    identifying.join(" ")
}
