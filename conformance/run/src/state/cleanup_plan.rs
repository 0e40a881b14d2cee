//! Derives the cleanup tasks of an interrupted run from its journal.
//!
//! First the recorded `finally` calls, then the removal of created records where the contract has an operation
//! for it. Everything else is only reported. Sends nothing.

use std::collections::{BTreeMap, BTreeSet};

use spec::{Contract, InputPart, InputRef, Operation};

use crate::contract;
use crate::exchange::{ResponseBody, is_unavailable};
use crate::json::Json;
use crate::leftovers::{
    Leftover, WriteCall, acted_on, creates_numbered, leftovers_of, may_have_effect,
};
use crate::parsed::SentInputs;
use crate::redact::Redactor;
use crate::request_path::bare_request;
use crate::state::journal::{Journal, JournalEntry, WriteRequest};
use crate::write_outcome::WriteOutcome;

/// A call that cleans up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CleanupTask {
    pub(crate) scenario: String,
    /// Number of the exchange in the journal.
    pub exchange: u32,
    /// The call.
    pub write: WriteRequest,
}

/// The open tasks: recorded `finally` calls in order, then removals of created records, newest first.
pub fn cleanup_tasks(contract: &Contract, journal: &Journal) -> Vec<CleanupTask> {
    let mut tasks = Vec::new();
    for (scenario, writes) in by_scenario(contract, journal) {
        // No write arrived, so there is nothing to undo.
        if !writes.done.iter().any(WriteRecord::may_be_done) {
            continue;
        }
        let removals = writes.done.iter().rev().filter_map(|done| removal(contract, done));
        let mut seen = BTreeSet::new();
        let needed = writes.finally.iter().copied().filter(|write| writes.needs(contract, write));
        let wanted = needed.cloned().chain(removals);
        let open = wanted.filter(|write| {
            let is_over =
                |done: &WriteRecord<'_>| done.settles(write) || done.outdates(contract, write);
            seen.insert(key_of(write)) && !writes.done.iter().any(is_over)
        });
        tasks.extend(((writes.highest + 1)..).zip(open).map(|(exchange, write)| CleanupTask {
            scenario: scenario.to_owned(),
            exchange,
            write,
        }));
    }
    tasks
}

/// Requests that read the records of changes without a response, with the scenario and number of the change: a record that is
/// not there was not changed.
pub(crate) fn unanswered_changes(contract: &Contract, journal: &Journal) -> Vec<CleanupTask> {
    let mut reads = Vec::new();
    for (scenario, writes) in by_scenario(contract, journal) {
        let unanswered = writes.done.iter().filter(|done| done.received.is_none() && !done.last);
        reads.extend(unanswered.filter_map(|done| {
            let record = contract::changed_record(done.operation)?;
            let (_, name) =
                acted_on(done.operation, &done.sent).filter(|(target, _)| *target == record)?;
            let reading = contract::reading_operation(contract, record)?;
            let request = bare_request(reading, |_| Some(name.to_owned()))?;
            let write = WriteRequest::new(&reading.id, done.write.key.as_deref(), &request);
            Some(CleanupTask { scenario: scenario.to_owned(), exchange: done.exchange, write })
        }));
    }
    reads
}

/// Everything that the run did not clean up, according to its journal.
pub(crate) fn leftovers(contract: &Contract, journal: &Journal) -> Vec<Leftover> {
    let mut left = Vec::new();
    for (scenario, mut writes) in by_scenario(contract, journal) {
        let has_finally = !writes.finally.is_empty();
        writes.settle_unanswered();
        let calls: Vec<_> =
            writes.done.into_iter().filter_map(|done| done.call(contract)).collect();
        left.extend(leftovers_of(contract, scenario, &calls, has_finally));
    }
    left
}

/// The writes of a scenario, and its `finally` calls.
#[derive(Default)]
struct ScenarioWrites<'a> {
    done: Vec<WriteRecord<'a>>,
    finally: Vec<&'a WriteRequest>,
    /// The highest exchange number in use.
    highest: u32,
}

impl ScenarioWrites<'_> {
    /// Whether a `finally` call has something to restore: a write that may have changed a record of its type.
    fn needs(&self, contract: &Contract, write: &WriteRequest) -> bool {
        let changed =
            |operation: &Operation| contract::changed_record(operation).map(str::to_owned);
        let record = contract.operation(&write.operation).and_then(changed);
        let may_change = |done: &WriteRecord<'_>| {
            done.may_be_done() && !done.last && changed(done.operation) == record
        };
        record.is_none() || self.done.iter().any(may_change)
    }

    /// If a restoring call was refused after a step had sent the same request and got no response, the first one restored the
    /// record.
    fn settle_unanswered(&mut self) {
        let refused: Vec<_> = self
            .done
            .iter()
            .filter(|done| done.last && done.received == Some(WriteOutcome::Refused))
            .map(|done| key_of(done.write))
            .collect();
        let is_settled = |done: &WriteRecord<'_>| {
            done.received.is_none() && !done.last && refused.contains(&key_of(done.write))
        };
        for done in self.done.iter_mut().filter(|done| is_settled(done)) {
            (done.received, done.last) = (Some(WriteOutcome::Accepted), true);
        }
    }
}

/// A write that may have arrived.
struct WriteRecord<'a> {
    operation: &'a Operation,
    write: &'a WriteRequest,
    /// Its number within the scenario.
    exchange: u32,
    sent: SentInputs,
    /// `None` if unknown.
    received: Option<WriteOutcome>,
    made: Option<&'a str>,
    /// Other identifiers of the record it created.
    found_as: Vec<String>,
    last: bool,
}

impl<'a> WriteRecord<'a> {
    /// Whether it may have changed something.
    fn may_be_done(&self) -> bool {
        use WriteOutcome::{Accepted, Failed};
        matches!(self.received, None | Some(Accepted | Failed))
    }

    /// Whether this makes sending `write` unnecessary: the same request, sent by cleanup with a final response,
    /// or sent by a step and its record is removed.
    fn settles(&self, write: &WriteRequest) -> bool {
        let settled = match self.received {
            Some(WriteOutcome::Accepted) => self.last || self.removes(),
            // A refusal is final for a cleanup call: the state may be restored already.
            Some(WriteOutcome::Refused) => self.last,
            _ => self.removes(),
        };
        settled && key_of(self.write) == key_of(write)
    }

    /// Whether `write` has no effect any more, because this removed the record it changes.
    fn outdates(&self, contract: &Contract, write: &WriteRequest) -> bool {
        let changed = contract.operation(&write.operation).and_then(|operation| {
            let sent = SentInputs::parse(contract, operation, &write.request()?);
            let (record, name) = acted_on(operation, &sent)?;
            let changes = contract::changed_record(operation) == Some(record);
            changes.then(|| (record, name.to_owned()))
        });
        let removed = acted_on(self.operation, &self.sent)
            .filter(|(record, _)| self.operation.removes.as_deref() == Some(*record))
            .map(|(record, name)| (record, name.to_owned()));
        self.removes() && changed.is_some() && changed == removed
    }

    /// Whether it created a record of this type with one of these unique values.
    fn has_created(&self, record: &str, values: &[String]) -> bool {
        let mut unique = self.operation.body.iter().filter(|field| field.unique);
        self.operation.creates.as_deref() == Some(record)
            && unique.any(|field| {
                let sent = self.sent.body(&field.wire).and_then(Json::text);
                sent.is_some_and(|sent| values.iter().any(|value| value == sent))
            })
    }

    /// Whether the record it names is removed or was not there.
    fn removes(&self) -> bool {
        use WriteOutcome::{Accepted, NotFound};
        self.operation.removes.is_some() && matches!(self.received, Some(Accepted | NotFound))
    }

    /// The call, to be examined for leftovers; `None` if it had no effect.
    fn call(self, contract: &Contract) -> Option<WriteCall<'a>> {
        may_have_effect(self.operation, self.received).then(|| WriteCall {
            operation: self.operation,
            sent: self.sent,
            received: self.received,
            // The journal only keeps the identifier of the created record.
            response: ResponseBody::default(),
            made: self.made.map(str::to_owned),
            is_numbered: creates_numbered(contract, self.operation),
            found_as: self.found_as,
            last: self.last,
            uses_up: self.write.uses_up,
            // The journal has no secrets.
            redactor: Redactor::default(),
        })
    }
}

/// Identifies a write: two writes with the same key are the same request.
fn key_of(write: &WriteRequest) -> (String, String, Option<String>) {
    (write.method.clone(), write.target.clone(), write.body.clone())
}

fn by_scenario<'a>(
    contract: &'a Contract,
    journal: &'a Journal,
) -> BTreeMap<&'a str, ScenarioWrites<'a>> {
    let mut all: BTreeMap<&str, ScenarioWrites<'_>> = BTreeMap::new();
    // If only a gateway answered, no write arrived.
    let is_reached = journal.entries.iter().any(|entry| {
        matches!(entry, JournalEntry::Completed { status: Some(status), .. } if !is_unavailable(*status))
    });
    for entry in &journal.entries {
        match entry {
            JournalEntry::FinallyCall { scenario, write } => {
                all.entry(scenario).or_default().finally.push(write);
            }
            JournalEntry::Intended { scenario, exchange, write, last } => {
                let of = (scenario.as_str(), *exchange);
                let record = write_record(contract, journal, of, write, (*last, is_reached));
                let writes = all.entry(scenario).or_default();
                writes.highest = writes.highest.max(*exchange);
                writes.done.extend(record);
            }
            JournalEntry::Found { scenario, record, identifier, shows } => {
                let writes = all.entry(scenario).or_default();
                for done in writes.done.iter_mut().filter(|done| done.has_created(record, shows)) {
                    done.found_as.push(identifier.clone());
                }
            }
            JournalEntry::Began(_)
            | JournalEntry::Completed { .. }
            | JournalEntry::Ended
            | JournalEntry::Swept => {}
        }
    }
    all
}

/// The record of a write, by scenario and number; `None` if the service cannot have received it, or the contract
/// has no such operation.
fn write_record<'a>(
    contract: &'a Contract,
    journal: &'a Journal,
    of: (&str, u32),
    write: &'a WriteRequest,
    (last, is_reached): (bool, bool),
) -> Option<WriteRecord<'a>> {
    // A sweep may have added what became of it.
    let completed = journal.entries.iter().rev().find_map(|entry| match entry {
        JournalEntry::Completed { scenario, exchange, status, received, made, arrived, .. }
            if (scenario.as_str(), *exchange) == of =>
        {
            let received = received.or(status.map(WriteOutcome::from_status));
            let is_unconfirmed = is_reached && status.is_some_and(is_unavailable);
            let received = received.filter(|_| !is_unconfirmed);
            Some((*arrived, received, made.as_deref()))
        }
        _ => None,
    });
    // A write with an intent but no end may have arrived.
    let (arrived, received, made) = completed.unwrap_or((true, None, None));
    let operation = contract.operation(&write.operation).filter(|_| arrived)?;
    let sent = SentInputs::parse(contract, operation, &write.request()?);
    Some(WriteRecord {
        operation,
        write,
        exchange: of.1,
        sent,
        received,
        made,
        found_as: Vec::new(),
        last,
    })
}

/// The call that removes the record that a call created.
fn removal(contract: &Contract, write_record: &WriteRecord<'_>) -> Option<WriteRequest> {
    let (made, record) = (write_record.made?, write_record.operation.creates.as_deref()?);
    let removing =
        contract.operations().find(|operation| operation.removes.as_deref() == Some(record))?;
    let request = bare_request(removing, |name| {
        let parameter = removing.path_parameters.iter().find(|known| known.name == name)?;
        if parameter.record == record {
            return Some(made.to_owned());
        }
        identifier_in_request(write_record.operation, &write_record.sent, &parameter.record)
    })?;
    Some(WriteRequest::new(&removing.id, write_record.write.key.as_deref(), &request))
}

/// The identifier that a request gives for a record type.
fn identifier_in_request(operation: &Operation, sent: &SentInputs, record: &str) -> Option<String> {
    let path = operation.path_parameters.iter().filter(|known| known.record == record);
    let path = path.map(|known| InputRef::new(InputPart::Path, &known.name));
    let body = operation.body.iter().filter(|known| known.record.as_deref() == Some(record));
    let body = body.map(|known| InputRef::new(InputPart::Body, &known.wire));
    let value = path.chain(body).find_map(|input| sent.get(&input))?;
    value.identifier().map(str::to_owned)
}
