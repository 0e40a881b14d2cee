//! What a run leaves behind, told from its plays.

use spec::{Contract, InputPart, InputRef, Method, Operation};

use crate::exchange::{Exchange, Play};
use crate::json::Json;
use crate::judge::Sent;
use crate::scenario::Scenario;

/// Something that a run created or changed and that is still so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Residue {
    /// The record, by name.
    pub record: String,
    /// What was done to it.
    pub done: Done,
    /// How to know it again: what the request said.
    pub known_by: String,
    /// The scenario that left it.
    pub scenario: String,
    /// Whether nothing in the contract could have removed it.
    pub unavoidable: bool,
}

/// What was done to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// It was created.
    Created,
    /// It was moved to another state.
    Changed,
    /// Whether anything was done is not known: there was no answer.
    Perhaps,
}

impl Done {
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

/// Everything that the plays left behind, in their order.
#[must_use]
pub fn residue(contract: &Contract, scenarios: &[Scenario], plays: &[Play]) -> Vec<Residue> {
    let mut left = Vec::new();
    for play in plays {
        let Some(scenario) = scenarios.iter().find(|known| known.id == play.scenario) else {
            continue;
        };
        let made = exchanges(contract, scenario, play);
        for (index, (operation, exchange)) in made.iter().enumerate() {
            let removed = made
                .iter()
                .skip(index)
                .any(|(later, removal)| removes(later, removal, operation, exchange));
            left.extend(of(contract, operation, exchange, play).filter(|_| !removed));
        }
    }
    left
}

/// The exchanges of a play with their operations.
fn exchanges<'a>(
    contract: &'a Contract,
    scenario: &Scenario,
    play: &'a Play,
) -> Vec<(&'a Operation, &'a Exchange)> {
    let mut made = Vec::new();
    for (step, played) in scenario.steps.iter().zip(&play.steps) {
        let Some(operation) = contract.operation(&step.call) else {
            continue;
        };
        let exchanges = played.ways.iter().flat_map(|way| &way.exchanges);
        made.extend(exchanges.map(|exchange| (operation, exchange)));
    }
    made
}

/// Whether an accepted deletion names, last in its path, something that the creation was answered.
fn removes(
    later: &Operation,
    removal: &Exchange,
    creation: &Operation,
    created: &Exchange,
) -> bool {
    let Some(last) = later.path_parameters.last() else {
        return false;
    };
    let same = later.method == Method::Delete && creation.creates.as_ref() == Some(&last.of);
    let input = InputRef {
        part: InputPart::Path,
        name: last.name.clone(),
    };
    let named = Sent::read(later, &removal.request)
        .get(&input)
        .and_then(|id| id.text().map(str::to_owned));
    let answer = created
        .outcome
        .as_ref()
        .ok()
        .and_then(|answer| Json::parse(&answer.body));
    same && is_accepted(removal)
        && named
            .zip(answer)
            .is_some_and(|(named, answer)| answer.holds_text(&named))
}

fn is_accepted(exchange: &Exchange) -> bool {
    exchange
        .outcome
        .as_ref()
        .is_ok_and(|answer| (200..300).contains(&answer.status))
}

fn of(
    contract: &Contract,
    operation: &Operation,
    exchange: &Exchange,
    play: &Play,
) -> Option<Residue> {
    let moved = operation
        .transition
        .as_ref()
        .map(|transition| &transition.record);
    let (record, done) = match (&operation.creates, moved) {
        (Some(record), _) => (record, Done::Created),
        (None, Some(record)) => (record, Done::Changed),
        (None, None) => return None,
    };
    let done = match &exchange.outcome {
        Ok(_) if is_accepted(exchange) => done,
        Err(fault) if fault.may_have_arrived() => Done::Perhaps,
        Ok(_) | Err(_) => return None,
    };
    Some(Residue {
        record: record.clone(),
        done,
        known_by: known_by(operation, &Sent::read(operation, &exchange.request)),
        scenario: play.scenario.clone(),
        unavoidable: done == Done::Changed || !can_be_deleted(contract, record),
    })
}

/// What must be unique tells a record best; else what it stands below.
fn known_by(operation: &Operation, sent: &Sent) -> String {
    let unique = |name: &str| {
        operation
            .body
            .iter()
            .any(|field| field.wire == name && field.unique)
    };
    let mut telling: Vec<_> = sent
        .iter()
        .filter(|(input, _)| match input.part {
            InputPart::Body => unique(&input.name),
            InputPart::Path => true,
            InputPart::Query => false,
        })
        .map(|(input, value)| format!("{}={value}", input.name))
        .collect();
    telling.sort();
    telling.join(" ")
}

fn can_be_deleted(contract: &Contract, record: &str) -> bool {
    contract.operations().any(|operation| {
        operation.method == Method::Delete
            && operation
                .path_parameters
                .last()
                .is_some_and(|last| last.of == record)
    })
}
