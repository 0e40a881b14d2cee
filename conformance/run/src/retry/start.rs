//! The state in which an attempt found the fixtures that its scenario changes.
//!
//! A breach may change a fixture for good. A later attempt with the same fixture then begins from another state, and its
//! result says nothing about the earlier one.

use std::collections::{BTreeMap, BTreeSet};

use spec::{Contract, InputPart};

use crate::contract;
use crate::exchange::{ScenarioTrace, StepTrace};
use crate::field_location::FieldLocation;
use crate::json::Json;
use crate::redact::{Quote, Redactor};
use crate::scenario::{Reference, Scenario, Step, Value};

/// The fixtures of an attempt, by name of the need.
pub(super) type Starts = BTreeMap<String, Start>;

/// A fixture before an attempt changed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Start {
    id: String,
    state: FixtureState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum FixtureState {
    /// The scenario neither reads nor changes it.
    Unchanged,
    /// The values that the first read of it shows, of those that the scenario refers to.
    Read(BTreeMap<String, Json>),
    /// The scenario changes it and has not read it before.
    Unknown,
}

/// How the starting states of two attempts compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    /// The same state was read, or another fixture was used, or the attempt created its own records.
    Same,
    /// Another state of the same fixture was read.
    Different,
    /// The state was not read.
    Unknown,
}

/// A value of a fixture that two attempts read differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedStart {
    /// Name of the need, and path of the field in the response.
    pub field: String,
    /// The value that the attempt with the failure read.
    pub before: Quote,
    /// The value that the other attempt read.
    pub after: Quote,
}

/// The state of each fixture before the attempt changed it.
pub(super) fn starts(contract: &Contract, scenario: &Scenario, trace: &ScenarioTrace) -> Starts {
    let fixtures = trace.fixtures.iter();
    fixtures
        .map(|(need, fixture)| {
            let state = state(contract, scenario, trace, need);
            (need.clone(), Start { id: fixture.id.clone(), state })
        })
        .collect()
}

fn state(
    contract: &Contract,
    scenario: &Scenario,
    trace: &ScenarioTrace,
    need: &str,
) -> FixtureState {
    for (step, step_trace) in scenario.steps.iter().zip(&trace.steps) {
        if !names(step, need) {
            continue;
        }
        if changes(contract, scenario, step, need) {
            return FixtureState::Unknown;
        }
        let read = read_values(scenario, step, step_trace);
        if !read.is_empty() {
            return FixtureState::Read(read);
        }
    }
    FixtureState::Unchanged
}

/// Whether the path of the step names the fixture.
fn names(step: &Step, need: &str) -> bool {
    let inputs = step.inputs.set.iter().filter(|(input, _)| input.part == InputPart::Path);
    inputs.flat_map(|(_, value)| value.references()).any(|reference| is_fixture(reference, need))
}

fn is_fixture(reference: &Reference, wanted: &str) -> bool {
    matches!(reference, Reference::Fixture { need, .. } if need == wanted)
}

pub(super) fn changes_fixture(contract: &Contract, scenario: &Scenario, need: &str) -> bool {
    let mut steps = scenario.all_steps();
    steps.any(|step| names(step, need) && changes(contract, scenario, step, need))
}

/// Whether the step changes or removes the record of the fixture, and not another one that belongs to it.
fn changes(contract: &Contract, scenario: &Scenario, step: &Step, need: &str) -> bool {
    let kind = scenario.needs.iter().find(|known| known.name == need).map(|need| &*need.kind);
    let record = kind.and_then(|kind| contract::fixture(contract, kind)).map(|kind| &*kind.record);
    contract.operation(&step.call).is_some_and(|operation| {
        let changed = contract::changed_record(operation).or(operation.removes.as_deref());
        !operation.method.is_safe() && changed.is_some() && changed == record
    })
}

/// The values of the response to a step that the scenario refers to.
fn read_values(scenario: &Scenario, step: &Step, trace: &StepTrace) -> BTreeMap<String, Json> {
    let exchange = trace.attempts.first().and_then(|attempt| attempt.exchanges.first());
    let response = exchange.and_then(|exchange| exchange.outcome.as_ref().ok());
    let body = response.filter(|response| response.is_success());
    let body = body.and_then(|response| response.body.json());
    let (Some(name), Some(body)) = (&step.name, body) else {
        return BTreeMap::new();
    };
    let mut values = BTreeMap::new();
    for reference in scenario.all_steps().flat_map(references) {
        if let Reference::Response { step, place, .. } = reference
            && step == name
            && place.item.is_none()
        {
            let member = place.member.clone();
            let location = FieldLocation { member, item: None, field: place.field.clone() };
            if let Some(value) = location.find(body) {
                values.insert(place.to_string(), value.clone());
            }
        }
    }
    values
}

/// The references in what a step sends and expects.
fn references(step: &Step) -> impl Iterator<Item = &Reference> {
    let compared = step.equals.iter().chain(&step.differs).chain(&step.near);
    let values = step.inputs.set.values().chain(compared.map(|(_, value)| value));
    let texts = step.shows.iter().chain(&step.hides).chain(&step.adds);
    values.flat_map(Value::references).chain(texts.flat_map(|text| text.references()))
}

/// The needs that decide what a step shows: those that it names, also through earlier steps, or else those that the
/// scenario changes.
pub(super) fn deciding_needs<'s>(
    contract: &Contract,
    scenario: &'s Scenario,
    step: usize,
) -> BTreeSet<&'s str> {
    let mut needs = BTreeSet::new();
    if let Some(step) = scenario.steps.get(step) {
        collect_needs(scenario, step, &mut needs);
    }
    if needs.is_empty() {
        let all = scenario.needs.iter().map(|need| need.name.as_str());
        needs = all.filter(|need| changes_fixture(contract, scenario, need)).collect();
    }
    needs
}

fn collect_needs<'s>(scenario: &'s Scenario, step: &'s Step, needs: &mut BTreeSet<&'s str>) {
    for reference in step.inputs.set.values().flat_map(Value::references) {
        match reference {
            Reference::Fixture { need, .. } => {
                needs.insert(need);
            }
            // A step refers to earlier steps only.
            Reference::Sent { step, .. } | Reference::Response { step, .. } => {
                let named = scenario.step(step).and_then(|index| scenario.steps.get(index));
                if let Some(named) = named {
                    collect_needs(scenario, named, needs);
                }
            }
            _ => {}
        }
    }
}

/// How the starting state of an attempt compares with that of one that failed.
pub(super) fn compare(needs: &BTreeSet<&str>, failed: &Starts, other: &Starts) -> Comparison {
    let mut comparison = Comparison::Same;
    for need in needs {
        let (Some(before), Some(after)) = (failed.get(*need), other.get(*need)) else {
            continue;
        };
        if before.id != after.id {
            continue;
        }
        match (&before.state, &after.state) {
            (FixtureState::Unknown, _) | (_, FixtureState::Unknown) => {
                comparison = Comparison::Unknown;
            }
            (one, other) if one == other => {}
            (FixtureState::Read(one), FixtureState::Read(other)) if one.keys().eq(other.keys()) => {
                return Comparison::Different;
            }
            _ => comparison = Comparison::Unknown,
        }
    }
    comparison
}

/// The first value that differs between the starting states of two attempts.
pub(super) fn difference(
    needs: &BTreeSet<&str>,
    failed: &Starts,
    other: &Starts,
    redactor: &Redactor,
) -> Option<ChangedStart> {
    needs.iter().find_map(|need| {
        let (before, after) = (failed.get(*need)?, other.get(*need)?);
        let (FixtureState::Read(one), FixtureState::Read(two)) = (&before.state, &after.state)
        else {
            return None;
        };
        let (place, value) = one.iter().find(|(place, value)| two.get(*place) != Some(value))?;
        Some(ChangedStart {
            field: format!("{need}: {place}"),
            before: redactor.quote(value.to_string()),
            after: redactor.quote(two.get(place)?.to_string()),
        })
    })
}
