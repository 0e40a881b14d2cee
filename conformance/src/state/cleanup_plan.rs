//! What is still to be tidied up after a run that ended before it could: told from its journal.
//!
//! What the run had promised to put back is put back; what it made is removed where the contract has
//! an operation for it. The rest can only be told. Nothing here sends anything.

use std::collections::{BTreeMap, BTreeSet};

use spec::{Contract, InputPart, InputRef, Operation};

use crate::contract;
use crate::exchange::Request;
use crate::json::Json;
use crate::parsed::SentInputs;
use crate::request_path::request_path;
use crate::residue::{Residue, WriteCall, left_by};
use crate::state::journal::{Journal, JournalEntry, WriteRequest};
use crate::write_outcome::WriteOutcome;

/// A call that tidies up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CleanupTask {
    /// The scenario that it tidies up after.
    pub scenario: String,
    /// Number of the exchange that it will be.
    pub exchange: u32,
    /// What is sent.
    pub write: WriteRequest,
}

/// What is still to be done: what was promised, in its order, then what was made, the last first.
#[must_use]
pub fn cleanup_tasks(contract: &Contract, journal: &Journal) -> Vec<CleanupTask> {
    let mut tasks = Vec::new();
    for (scenario, deeds) in by_scenario(contract, journal) {
        // Nothing was done, so that there is nothing to put back.
        if !deeds.done.iter().any(WriteRecord::may_be_done) {
            continue;
        }
        let removals = deeds
            .done
            .iter()
            .rev()
            .filter_map(|deed| removal(contract, deed));
        let mut known = BTreeSet::new();
        let wanted = deeds.promised.into_iter().cloned().chain(removals);
        let wanted = wanted.filter(|write| known.insert(key_of(write)));
        let is_over = |write: &WriteRequest| {
            let mut done = deeds.done.iter();
            done.any(|deed| deed.settles(write) || deed.outdates(contract, write))
        };
        let open = wanted.filter(|write| !is_over(write));
        let next = (deeds.highest + 1)..;
        tasks.extend(next.zip(open).map(|(exchange, write)| CleanupTask {
            scenario: scenario.to_owned(),
            exchange,
            write,
        }));
    }
    tasks
}

/// Everything that the run left behind, as far as its journal tells.
#[must_use]
pub fn leftovers(contract: &Contract, journal: &Journal) -> Vec<Residue> {
    let mut left = Vec::new();
    for (scenario, deeds) in by_scenario(contract, journal) {
        let promised = !deeds.promised.is_empty();
        let calls = deeds.done.into_iter().filter_map(WriteRecord::call);
        let calls: Vec<_> = calls.collect();
        left.extend(left_by(contract, scenario, &calls, promised));
    }
    left
}

/// What a scenario did, and what it was to put back.
#[derive(Default)]
struct ScenarioWrites<'a> {
    done: Vec<WriteRecord<'a>>,
    promised: Vec<&'a WriteRequest>,
    /// The highest number that an exchange has.
    highest: u32,
}

/// A write that may have arrived.
struct WriteRecord<'a> {
    operation: &'a Operation,
    write: &'a WriteRequest,
    sent: SentInputs,
    /// `None` if nobody knows.
    received: Option<WriteOutcome>,
    made: Option<&'a str>,
    last: bool,
}

impl<'a> WriteRecord<'a> {
    /// Whether it may have changed something.
    fn may_be_done(&self) -> bool {
        use WriteOutcome::{Accepted, Failed};
        matches!(self.received, None | Some(Accepted | Failed))
    }

    /// Whether the write needs not be sent any more, as this was it: sent to tidy up and answered for
    /// good, or sent by a step and removed what it names.
    fn settles(&self, write: &WriteRequest) -> bool {
        let settled = match self.received {
            Some(WriteOutcome::Accepted) => self.last || self.removes(),
            // It may be as it was already.
            Some(WriteOutcome::Refused) => self.last,
            _ => self.removes(),
        };
        settled && key_of(self.write) == key_of(write)
    }

    /// Whether the write is of no use any more, as this took away what it changes.
    fn outdates(&self, contract: &Contract, write: &WriteRequest) -> bool {
        let changed = contract.operation(&write.operation).and_then(|operation| {
            let sent = SentInputs::parse(operation, &write.request(Vec::new())?);
            let (record, name) = acted_on(operation, &sent)?;
            (contract::changed_record(operation) == Some(record)).then_some((record, name))
        });
        let removed = acted_on(self.operation, &self.sent);
        let removed =
            removed.filter(|(record, _)| self.operation.removes.as_deref() == Some(*record));
        self.removes() && changed.is_some() && changed == removed
    }

    /// Whether it removed what it names, or that was not there any more.
    fn removes(&self) -> bool {
        use WriteOutcome::{Accepted, NotFound};
        self.operation.removes.is_some() && matches!(self.received, Some(Accepted | NotFound))
    }

    /// As what may have left something behind; `None` if it was not done.
    fn call(self) -> Option<WriteCall<'a>> {
        let accepted = self.received == Some(WriteOutcome::Accepted);
        (accepted || self.received.is_none()).then(|| WriteCall {
            operation: self.operation,
            sent: self.sent,
            received: self.received,
            // Of the answer no more was kept than how it calls what was made.
            answer: self.made.map(|made| Json::Text(made.to_owned())),
            found_as: Vec::new(),
            last: self.last,
        })
    }
}

/// The record that a call acts on, and what the request calls the thing.
fn acted_on<'a>(operation: &'a Operation, sent: &SentInputs) -> Option<(&'a str, String)> {
    let (input, record) = contract::target_input(operation)?;
    Some((record, sent.get(&input)?.text()?.to_owned()))
}

/// What makes two writes one.
fn key_of(write: &WriteRequest) -> (String, String, Option<String>) {
    (
        write.method.clone(),
        write.target.clone(),
        write.body.clone(),
    )
}

fn by_scenario<'a>(
    contract: &'a Contract,
    journal: &'a Journal,
) -> BTreeMap<&'a str, ScenarioWrites<'a>> {
    let mut all: BTreeMap<&str, ScenarioWrites<'_>> = BTreeMap::new();
    for entry in &journal.entries {
        match entry {
            JournalEntry::Promised { scenario, write } => {
                all.entry(scenario).or_default().promised.push(write);
            }
            JournalEntry::Intended {
                scenario,
                exchange,
                write,
                last,
            } => {
                let end = end(journal, scenario, *exchange);
                let deed = end.and_then(|end| deed(contract, write, *last, &end));
                let deeds = all.entry(scenario).or_default();
                deeds.highest = deeds.highest.max(*exchange);
                deeds.done.extend(deed);
            }
            JournalEntry::Began(_)
            | JournalEntry::Completed { .. }
            | JournalEntry::Ended
            | JournalEntry::Swept => {}
        }
    }
    all
}

/// How an exchange ended, as far as anybody knows.
#[derive(Default)]
struct WriteEnd<'a> {
    received: Option<WriteOutcome>,
    made: Option<&'a str>,
}

/// How an exchange ended; `None` if the service cannot have got it.
fn end<'a>(journal: &'a Journal, of: &str, number: u32) -> Option<WriteEnd<'a>> {
    let noted = journal.entries.iter().find_map(|entry| match entry {
        JournalEntry::Completed {
            scenario,
            exchange,
            status,
            received,
            made,
            arrived,
            ..
        } if scenario == of && *exchange == number => {
            let made = made.as_deref();
            let received = received.or(status.map(WriteOutcome::from_status));
            Some(arrived.then_some(WriteEnd { received, made }))
        }
        _ => None,
    });
    // What is noted and never ended may have arrived.
    noted.unwrap_or_else(|| Some(WriteEnd::default()))
}

/// A write that was done; `None` if the contract does not know it.
fn deed<'a>(
    contract: &'a Contract,
    write: &'a WriteRequest,
    last: bool,
    end: &WriteEnd<'a>,
) -> Option<WriteRecord<'a>> {
    let operation = contract.operation(&write.operation)?;
    Some(WriteRecord {
        operation,
        write,
        sent: SentInputs::parse(operation, &write.request(Vec::new())?),
        received: end.received,
        made: end.made,
        last,
    })
}

/// The call that removes what a call made.
fn removal(contract: &Contract, deed: &WriteRecord<'_>) -> Option<WriteRequest> {
    let (made, record) = (deed.made?, deed.operation.creates.as_deref()?);
    let removing = contract
        .operations()
        .find(|operation| operation.removes.as_deref() == Some(record))?;
    let target = request_path(removing, |name| {
        let mut parameters = removing.path_parameters.iter();
        let parameter = parameters.find(|known| known.name == name)?;
        if parameter.record == record {
            return Some(made.to_owned());
        }
        named(deed.operation, &deed.sent, &parameter.record)
    })?;
    let request = Request {
        method: removing.method,
        target,
        headers: Vec::new(),
        body: None,
    };
    Some(WriteRequest::new(
        &removing.id,
        deed.write.key.as_deref(),
        &request,
    ))
}

/// What a request called a thing of a record.
fn named(operation: &Operation, sent: &SentInputs, record: &str) -> Option<String> {
    let input = |part, name: &str| InputRef {
        part,
        name: name.to_owned(),
    };
    let path = operation.path_parameters.iter();
    let path = path.filter(|known| known.record == record);
    let path = path.map(|known| input(InputPart::Path, &known.name));
    let body = operation.body.iter();
    let body = body.filter(|known| known.record.as_deref() == Some(record));
    let body = body.map(|known| input(InputPart::Body, &known.wire));
    let value = path.chain(body).find_map(|input| sent.get(&input))?;
    value.text().map(str::to_owned)
}
