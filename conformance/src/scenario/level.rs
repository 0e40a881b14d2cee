//! The level a scenario needs, from what its calls do.

use spec::{Contract, InputPart};

use super::{Reference, Scenario, Step, Value};
use crate::level::Level;

/// Only reads: `read`. A write to a thing the target supplied: `full`. Any other write: `own`.
///
/// A call that creates something below a supplied thing does not change that thing.
pub(super) fn derived(scenario: &Scenario, contract: &Contract) -> Level {
    scenario
        .steps
        .iter()
        .map(|step| of_step(step, contract))
        .max()
        .unwrap_or(Level::Read)
}

fn of_step(step: &Step, contract: &Contract) -> Level {
    let Some(operation) = contract.operation(&step.call) else {
        return Level::Full;
    };
    if operation.method.is_safe() {
        Level::Read
    } else if operation.creates.is_none() && addresses_fixture(step) {
        Level::Full
    } else {
        Level::Own
    }
}

fn addresses_fixture(step: &Step) -> bool {
    let inputs = std::iter::once(&step.inputs).chain(&step.alternatives);
    let path = inputs
        .flat_map(|inputs| &inputs.set)
        .filter(|(at, _)| at.part == InputPart::Path);
    path.flat_map(|(_, value)| Value::references(value))
        .any(|reference| matches!(reference, Reference::Fixture { .. }))
}
