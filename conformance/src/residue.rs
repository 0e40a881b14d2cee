//! What a run leaves behind, told from its plays.

use std::collections::BTreeMap;

use spec::{Contract, InputPart, Operation};

use crate::contract;
use crate::exchange::{Exchange, Fault, ScenarioTrace};
use crate::json::Json;
use crate::parsed::SentInputs;
use crate::scenario::Scenario;
use crate::write_outcome::WriteOutcome;

/// Something that a run created or changed and that is still so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Residue {
    /// The record, by name.
    pub record: String,
    /// What was done to it.
    pub done: Effect,
    /// How to know it again: what the request said.
    pub known_by: String,
    /// Id of the operation that did it.
    pub operation: String,
    /// The members of the body that it was changed by, in order.
    pub members: Vec<String>,
    /// The scenario that left it.
    pub scenario: String,
    /// Whether no operation could have removed it, or its removal was refused and it may be gone.
    pub unavoidable: bool,
}

/// What was done to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It was created.
    Created,
    /// It was changed, or moved to another state.
    Changed,
    /// Whether anything was done, or is still there, is not known.
    Perhaps,
}

impl Effect {
    /// The word used in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Changed => "changed",
            Self::Perhaps => "perhaps",
        }
    }
}

/// Everything that the plays left behind, in order of scenario.
#[must_use]
pub fn residue<'p>(
    contract: &Contract,
    scenarios: &[Scenario],
    traces: impl IntoIterator<Item = &'p ScenarioTrace>,
) -> Vec<Residue> {
    let by_id: BTreeMap<&str, &Scenario> = scenarios.iter().map(|it| (&*it.id, it)).collect();
    // What one try could not put back, a later one may have.
    let mut of_scenarios: BTreeMap<&str, Vec<WriteCall<'_>>> = BTreeMap::new();
    for trace in traces {
        if let Some(scenario) = by_id.get(&*trace.scenario) {
            let calls = calls(contract, scenario, trace);
            if !calls.is_empty() {
                let all = of_scenarios.entry(&scenario.id).or_default();
                all.extend(calls);
            }
        }
    }
    let mut left = Vec::new();
    for (id, calls) in of_scenarios {
        let promised = (by_id.get(id)).is_some_and(|scenario| !scenario.finally.is_empty());
        left.extend(left_by(contract, id, &calls, promised));
    }
    left
}

/// What the calls of one scenario left behind. `promised` says that it was to put back what it changed.
pub(crate) fn left_by(
    contract: &Contract,
    scenario: &str,
    calls: &[WriteCall<'_>],
    promised: bool,
) -> Vec<Residue> {
    let mut left = Vec::new();
    for (index, call) in calls.iter().enumerate() {
        let (earlier, later) = (&calls[..index], &calls[index..]);
        let undone = later
            .iter()
            .any(|after| after.removes(call) || after.puts_back(call))
            || later.iter().skip(1).any(|after| after.moves_on(call));
        let of_own = earlier
            .iter()
            .any(|before| before.made_what_is_changed_by(call));
        let promised = promised && !call.last;
        let perhaps_gone = later.iter().any(|after| after.finds_perhaps_gone(call));
        let leaves = of(contract, call, scenario, promised).filter(|_| !undone && !of_own);
        left.extend(leaves.map(|left| match perhaps_gone {
            true => Residue {
                done: Effect::Perhaps,
                unavoidable: true,
                ..left
            },
            false => left,
        }));
    }
    left
}

/// A call of a scenario that may have been done.
pub(crate) struct WriteCall<'a> {
    pub(crate) operation: &'a Operation,
    pub(crate) sent: SentInputs,
    /// How the service received it; `None` without an answer, when the outcome is unknown.
    pub(crate) received: Option<WriteOutcome>,
    /// What was answered.
    pub(crate) answer: Option<Json>,
    /// Other names of what it made, by which a later call found it.
    pub(crate) found_as: Vec<String>,
    /// Whether it was made to put something back.
    pub(crate) last: bool,
}

fn calls<'a>(
    contract: &'a Contract,
    scenario: &Scenario,
    trace: &'a ScenarioTrace,
) -> Vec<WriteCall<'a>> {
    let steps = scenario.steps.iter().zip(&trace.steps);
    let steps = steps.map(|(step, played)| (step, played, false));
    let last = scenario.finally.iter().zip(&trace.finally);
    let last = last.map(|(step, played)| (step, played, true));
    let mut calls = Vec::new();
    for (step, played, last) in steps.chain(last) {
        let Some(operation) = contract.operation(&step.call) else {
            continue;
        };
        let mut exchanges = played.attempts.iter().flat_map(|way| &way.exchanges);
        if step.finds {
            let found = exchanges.next();
            let found = found.and_then(|exchange| call(contract, operation, exchange, last));
            found.iter().for_each(|found| found.names(&mut calls));
            continue;
        }
        if !leaves_or_takes(operation) {
            continue;
        }
        calls.extend(exchanges.filter_map(|exchange| call(contract, operation, exchange, last)));
    }
    calls
}

/// Whether calls of an operation matter here at all: most only read.
fn leaves_or_takes(operation: &Operation) -> bool {
    operation.creates.is_some()
        || operation.removes.is_some()
        || contract::changed_record(operation).is_some()
}

/// An exchange whose request was done, as far as anybody can know.
fn call<'a>(
    contract: &Contract,
    operation: &'a Operation,
    exchange: &Exchange,
    last: bool,
) -> Option<WriteCall<'a>> {
    let answer = exchange.outcome.as_ref();
    // The status alone decides most calls; the body need not be parsed.
    let is_refused = answer.is_ok_and(|answer| !answer.is_success());
    if is_refused && operation.removes.is_none() {
        return None;
    }
    let received = WriteOutcome::classify(contract, operation, exchange);
    let counts = match received {
        Some(WriteOutcome::Accepted) => true,
        // What was to be removed may be gone already.
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
    /// What the request names as the thing that is changed or removed.
    fn named(&self) -> Option<&str> {
        let (input, _) = contract::target_input(self.operation)?;
        self.sent.get(&input)?.text()
    }

    fn is_accepted(&self) -> bool {
        self.received == Some(WriteOutcome::Accepted)
    }

    fn is_refused(&self) -> bool {
        matches!(
            self.received,
            Some(WriteOutcome::NotFound | WriteOutcome::Refused)
        )
    }

    /// Whether what another call made is gone after it.
    fn removes(&self, made: &WriteCall<'_>) -> bool {
        let gone = self.received == Some(WriteOutcome::NotFound);
        (self.is_accepted() || gone) && self.is_removal_of(made)
    }

    /// Whether the service refused to remove what another call made, for an unknown reason. It may be gone.
    fn finds_perhaps_gone(&self, made: &WriteCall<'_>) -> bool {
        self.received == Some(WriteOutcome::Refused) && self.is_removal_of(made)
    }

    fn is_removal_of(&self, made: &WriteCall<'_>) -> bool {
        self.operation.removes.is_some()
            && self.operation.removes == made.operation.creates
            && self.named().is_some_and(|named| made.tells(named))
    }

    /// Whether it was accepted and put back what another call changed.
    fn puts_back(&self, change: &WriteCall<'_>) -> bool {
        let changed = contract::changed_record(change.operation);
        self.last
            && !change.last
            && self.is_accepted()
            && changed
                .is_some_and(|record| contract::changed_record(self.operation) == Some(record))
            && change.operation.creates.is_none()
            && self.named() == change.named()
    }

    /// Whether it was accepted and moved the thing to another state after another call had: only the last is left.
    fn moves_on(&self, change: &WriteCall<'_>) -> bool {
        let moved = |call: &WriteCall<'_>| {
            // An update may change other things than the state.
            let moved = call.operation.transitions.first();
            let moved = moved.filter(|_| call.operation.updates.is_none());
            moved.map(|moved| moved.record.clone())
        };
        let record = moved(self).filter(|_| self.is_accepted());
        record.is_some() && record == moved(change) && self.named() == change.named()
    }

    /// Whether it made the thing that another call changes; that is listed already.
    fn made_what_is_changed_by(&self, change: &WriteCall<'_>) -> bool {
        self.operation.creates.is_some()
            && self.operation.creates.as_deref() == contract::changed_record(change.operation)
            && change.operation.creates.is_none()
            && self.is_accepted()
            && change.named().is_some_and(|named| self.tells(named))
    }

    /// Records the names by which this call found things that other calls made.
    fn names(&self, others: &mut [WriteCall<'_>]) {
        let record = contract::target_input(self.operation).map(|(_, record)| record);
        let (Some(named), Some(shown)) = (self.named(), &self.answer) else {
            return;
        };
        let made = others
            .iter_mut()
            .filter(|other| other.operation.creates.as_deref() == record);
        for other in made.filter(|other| other.is_shown_in(shown)) {
            other.found_as.push(named.to_owned());
        }
    }

    /// Whether an answer holds what tells the thing that this call made.
    fn is_shown_in(&self, answer: &Json) -> bool {
        let mut unique = self.operation.body.iter().filter(|field| field.unique);
        unique.any(|field| {
            let sent = self.sent.body(&field.wire).and_then(Json::text);
            sent.is_some_and(|sent| answer.holds_text(sent))
        })
    }

    /// Whether the text stands in what was sent or answered, or what was made was found by it.
    fn tells(&self, text: &str) -> bool {
        let answer = self.answer.as_ref();
        let mut sent = self.sent.iter();
        answer.is_some_and(|answer| answer.holds_text(text))
            || sent.any(|(_, value)| value.holds_text(text))
            || self.found_as.iter().any(|name| name == text)
    }
}

/// What a call left behind. `promised` says that the scenario was to put back what it changed.
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
    // To put back what was found is no change.
    let (record, done) = match (
        operation.creates.as_deref(),
        contract::changed_record(operation),
    ) {
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
        done: if call.is_accepted() {
            done
        } else {
            Effect::Perhaps
        },
        known_by: known_by(operation, &call.sent),
        operation: operation.id.clone(),
        members: members(done, &call.sent),
        scenario: scenario.to_owned(),
        unavoidable: !can_be_undone,
    })
}

/// What a change sent.
fn members(done: Effect, sent: &SentInputs) -> Vec<String> {
    if done != Effect::Changed {
        return Vec::new();
    }
    let inputs = sent.iter().map(|(input, _)| input);
    let members = inputs.filter(|input| input.part == InputPart::Body);
    let mut members: Vec<_> = members.map(|input| input.name.clone()).collect();
    members.sort();
    members
}

/// What must be unique tells a record best, and else what it belongs to.
fn known_by(operation: &Operation, sent: &SentInputs) -> String {
    let telling = |name: &str| {
        let mut body = operation.body.iter();
        let field = body.find(|field| field.wire == name);
        field.is_some_and(|field| field.unique || field.record.is_some())
    };
    let mut telling: Vec<_> = sent
        .iter()
        .filter(|(input, _)| match input.part {
            InputPart::Body => telling(&input.name),
            InputPart::Path => true,
            InputPart::Query => false,
        })
        .map(|(input, value)| format!("{}={value}", input.name))
        .collect();
    telling.sort();
    telling.join(" ")
}
