//! Derives the level that a scenario needs from its calls.

use spec::{Contract, InputPart, Operation};

use super::{Reference, Scenario, Step, Value};
use crate::contract;
use crate::level::Level;

/// `read` without writes, `full` if an existing record is changed, otherwise `own`.
///
/// Creating a record below an existing one does not change the latter, unless it consumes it.
pub(super) fn derived(scenario: &Scenario, contract: &Contract) -> Level {
    let levels = scenario.all_steps().map(|step| of_step(scenario, step, contract));
    levels.max().unwrap_or(Level::Read)
}

fn of_step(scenario: &Scenario, step: &Step, contract: &Contract) -> Level {
    let Some(operation) = contract.operation(&step.call) else {
        return Level::Full;
    };
    if operation.method.is_safe() {
        return Level::Read;
    }
    let origin = Origin { scenario, contract };
    let changes = contract::changed_record(operation).is_some() || operation.removes.is_some();
    let changed = contract::target_input(operation).filter(|_| changes);
    let changes_found = changed.is_some_and(|(input, _)| {
        let mut values = step.forms().filter_map(|inputs| inputs.set.get(&input));
        values.any(|value| origin.is_found(value, scenario.steps.len()))
    });
    if changes_found || origin.consumes(step) { Level::Full } else { Level::Own }
}

/// Determines where the records named by a scenario come from.
struct Origin<'a> {
    scenario: &'a Scenario,
    contract: &'a Contract,
}

impl Origin<'_> {
    /// Whether a value identifies an existing record. Ignores steps from `end` on, because they
    /// cannot be referred to yet.
    fn is_found(&self, value: &Value, end: usize) -> bool {
        value.references().any(|reference| match reference {
            Reference::Fixture { .. } => true,
            Reference::Sent { step, input } => self.asks(step, end, |step, operation, at| {
                let made = input.part == InputPart::Body && operation.creates.is_some();
                let value = step.inputs.set.get(input);
                !made && value.is_some_and(|value| self.is_found(value, at))
            }),
            Reference::Response { step, .. } => self.asks(step, end, |step, operation, at| {
                let named = step.inputs.set.iter().filter(|(at, _)| at.part == InputPart::Path);
                let mut named = named.map(|(_, value)| value);
                operation.creates.is_none()
                    && (operation.lists.is_some() || named.any(|value| self.is_found(value, at)))
            }),
            _ => false,
        })
    }

    fn asks(&self, name: &str, end: usize, ask: impl Fn(&Step, &Operation, usize) -> bool) -> bool {
        self.scenario.step_among(end, name).is_some_and(|(at, step)| {
            let operation = self.contract.operation(&step.call);
            operation.is_some_and(|operation| ask(step, operation, at))
        })
    }

    /// Whether the step names a fixture that calls consume.
    fn consumes(&self, step: &Step) -> bool {
        step.references().any(|reference| match reference {
            Reference::Fixture { need, .. } => {
                let need = self.scenario.needs.iter().find(|known| known.name == *need);
                let kind = need.and_then(|need| contract::fixture(self.contract, &need.kind));
                kind.is_some_and(|kind| kind.consumed)
            }
            _ => false,
        })
    }
}
