//! The state of a record before a step, where contract and scenario determine it.

use spec::{Contract, Fixture, InputPart, InputRef, Operation, Transition};

use crate::contract;
use crate::scenario::{Expectation, Reference, Scenario, Step, Template, Value};

/// The state of a record before a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateBefore<'a> {
    /// Its name in the contract.
    pub state: &'a str,
    /// The index of the step that moved the record to it; `None` for a record that was not moved.
    pub reached_by: Option<usize>,
}

/// The record that a step names in its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Named<'a> {
    /// A fixture, by the name of its need.
    Fixture(&'a str),
    /// A record that a step of this name created, or showed under another identifier.
    Step(&'a str),
    Unknown,
}

impl<'a> StateBefore<'a> {
    /// The state of a record of this type before the step with this index; `None` if it is not determined.
    pub fn of(
        contract: &'a Contract,
        scenario: &'a Scenario,
        step: usize,
        record: &str,
    ) -> Option<Self> {
        let steps = Steps { contract, scenario, record };
        let named = steps.named(scenario.steps.get(step)?)?;
        for (index, earlier) in scenario.steps.iter().enumerate().take(step).rev() {
            if steps.moves_by_state(earlier) {
                return None;
            }
            let Some(transition) = steps.transition(earlier) else { continue };
            let moved = steps.named(earlier)?;
            if moved == named {
                let is_certain = earlier.expect == Expectation::Accepted && !earlier.may_be_refused;
                let state = transition.to.stated().filter(|_| is_certain)?;
                return Some(Self { state, reached_by: Some(index) });
            }
            // Under another identifier it may be the same record.
            if moved != Named::Unknown && !(steps.is_identity(moved) && steps.is_identity(named)) {
                return None;
            }
        }
        Some(Self { state: steps.first_state(named)?, reached_by: None })
    }
}

/// Whether the last transition of a record before a step was one to a state that the document does not name.
pub fn is_in_unnamed_state(
    contract: &Contract,
    scenario: &Scenario,
    step: usize,
    record: &str,
) -> bool {
    let steps = Steps { contract, scenario, record };
    let named = |step| steps.named(step).filter(|named| *named != Named::Unknown);
    let Some(wanted) = scenario.steps.get(step).and_then(named) else { return false };
    let earlier = scenario.steps.iter().take(step).rev();
    let mut made = earlier.filter(|earlier| named(earlier) == Some(wanted));
    let last = made.find_map(|earlier| steps.transition(earlier));
    last.is_some_and(|transition| transition.to.stated().is_none())
}

/// The steps of a scenario, as they concern records of one type.
struct Steps<'s, 'a> {
    contract: &'a Contract,
    scenario: &'a Scenario,
    record: &'s str,
}

impl<'a> Steps<'_, 'a> {
    fn operation(&self, step: &Step) -> Option<&'a Operation> {
        self.contract.operation(&step.call)
    }

    /// Whether the transition that a step makes depends on the state of the record.
    fn moves_by_state(&self, step: &Step) -> bool {
        self.operation(step).is_some_and(|operation| {
            operation.has_transitions_by_state() && !step.expects_refusal()
        })
    }

    /// The transition that a step requests, if it may be made.
    fn transition(&self, step: &Step) -> Option<&'a Transition> {
        let requested = self.operation(step)?.transitions.iter().find(|transition| {
            transition.record == self.record
                && transition.trigger.as_ref().is_none_or(|trigger| {
                    let sent = step.inputs.set.get(&trigger.input).and_then(Value::text);
                    sent.and_then(Template::literal) == Some(trigger.value.value.as_str())
                })
        });
        requested.filter(|_| !step.expects_refusal())
    }

    /// The record in the path; `None` if the scenario does not show which one it is.
    fn named(&self, step: &'a Step) -> Option<Named<'a>> {
        let mut parameters = self.operation(step)?.path_parameters.iter();
        let parameter = parameters.find(|parameter| parameter.record == self.record)?;
        let sent = step.inputs.set.get(&InputRef::new(InputPart::Path, &parameter.name))?;
        match sent.text()?.single_reference()? {
            Reference::Fixture { need, .. } => Some(Named::Fixture(need)),
            Reference::Sent { step, .. } | Reference::Response { step, .. } => {
                Some(Named::Step(step))
            }
            Reference::Unknown(_) => Some(Named::Unknown),
            _ => None,
        }
    }

    /// Whether no other name in the scenario means the same record.
    fn is_identity(&self, named: Named<'_>) -> bool {
        match named {
            Named::Fixture(_) => true,
            Named::Step(name) => self.creates(name),
            Named::Unknown => false,
        }
    }

    fn creates(&self, name: &str) -> bool {
        let step = self.scenario.step(name).and_then(|index| self.scenario.steps.get(index));
        let operation = step.and_then(|step| self.operation(step));
        operation.is_some_and(|operation| operation.creates.as_deref() == Some(self.record))
    }

    /// The state of a record that was not moved.
    fn first_state(&self, named: Named<'_>) -> Option<&'a str> {
        match named {
            Named::Fixture(name) => {
                let need = self.scenario.needs.iter().find(|need| need.name == name)?;
                state_of_fixture(self.contract, contract::fixture(self.contract, &need.kind)?)
            }
            Named::Step(name) if self.creates(name) => {
                let lifecycle = self.contract.record(self.record)?.lifecycle.as_ref()?;
                lifecycle.initial.stated().map(String::as_str)
            }
            Named::Step(_) | Named::Unknown => None,
        }
    }
}

/// The state that the record of a fixture shows, or from which the transition starts that the fixture is for.
fn state_of_fixture<'a>(contract: &'a Contract, fixture: &'a Fixture) -> Option<&'a str> {
    let shown_in = contract.record(&fixture.record)?.lifecycle.as_ref()?.shown_in.stated();
    let mut shown = fixture.discriminated_by.iter();
    let shown = shown.find(|shown| Some(&shown.member) == shown_in);
    shown.map(|shown| shown.value.value.as_str()).or_else(|| needed_state(contract, fixture))
}

fn needed_state<'a>(contract: &'a Contract, fixture: &'a Fixture) -> Option<&'a str> {
    let transitions = contract
        .operations()
        .flat_map(|operation| operation.transitions.iter().map(move |made| (operation, made)));
    let mut needed = transitions.filter(|(operation, transition)| {
        let kind = spec::ClauseKind::TransitionAllowed { transition: transition.name.clone() };
        let id = spec::id::clause(Some(&operation.id), &kind);
        transition.record == fixture.record
            && fixture.clauses.iter().any(|glob| match glob.value.strip_suffix('*') {
                Some(start) => id.starts_with(start),
                None => id == glob.value,
            })
    });
    needed.find_map(|(_, transition)| transition.states_before().first().map(String::as_str))
}
