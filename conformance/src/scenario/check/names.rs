//! Checks names: references must resolve, and every name must be used.

use std::collections::BTreeSet;

use reader::{Diagnostic, Diagnostics};
use spec::{Contract, Operation, Type};

use crate::contract;
use crate::scenario::{Reference, Scenario};

/// Why a reference is invalid, if it is.
pub(super) fn reference_error(
    reference: &Reference,
    scenario: &Scenario,
    contract: &Contract,
) -> Option<String> {
    match reference {
        Reference::Fixture { need, fact, less } => {
            let need = scenario.needs.iter().find(|known| known.name == *need)?;
            let kind = contract::fixture(contract, &need.kind)?;
            let declared = kind.facts.iter().find(|known| known.name == *fact);
            let kind = &kind.kind;
            match declared {
                None if fact != "id" => {
                    Some(format!("a fixture of kind `{kind}` has no fact `{fact}`"))
                }
                declared if *less > 0 && declared.is_none_or(|fact| fact.ty != Type::Integer) => {
                    Some(format!(
                        "the fact `{fact}` of a fixture of kind `{kind}` is not an integer"
                    ))
                }
                _ => None,
            }
        }
        Reference::Sent { step, input } => {
            let operation = operation_of(step, scenario, contract)?;
            let known = contract::inputs(operation).iter().any(|(known, _)| known == input);
            (!known).then(|| format!("`{}` has no input `{input}`", operation.id))
        }
        Reference::Answer { step, place } => {
            let operation = operation_of(step, scenario, contract)?;
            let stated = place.stated_field(contract, operation).is_some();
            let place = place.shown();
            (!stated)
                .then(|| format!("the answer of `{}` has no documented `{place}`", operation.id))
        }
        Reference::Run
        | Reference::Scenario
        | Reference::Unique
        | Reference::EmailDomain
        | Reference::Unknown(_)
        | Reference::Ago { .. }
        | Reference::Item(_) => None,
    }
}

fn operation_of<'c>(
    step: &str,
    scenario: &Scenario,
    contract: &'c Contract,
) -> Option<&'c Operation> {
    let step = scenario.steps.get(scenario.step(step)?)?;
    contract.operation(&step.call)
}

/// Every deployment would have to provide a fixture that no step uses.
pub(super) fn unused_names(scenario: &Scenario, out: &mut Diagnostics) {
    let mut used = BTreeSet::new();
    for step in scenario.all_steps() {
        for reference in step.all_references() {
            match reference {
                Reference::Fixture { need: name, .. }
                | Reference::Sent { step: name, .. }
                | Reference::Answer { step: name, .. } => used.insert(name.clone()),
                _ => false,
            };
        }
        used.extend(step.same_as.clone());
        used.extend(step.repeats.clone());
    }
    let steps = scenario.steps.iter().filter_map(|step| Some((step.name.as_ref()?, step.span)));
    let needs = scenario.needs.iter().map(|need| (&need.name, scenario.span));
    for (name, span) in needs.chain(steps).filter(|(name, _)| !used.contains(*name)) {
        let message = format!("`{name}` is never used");
        let found = Diagnostic::error("unused-name", message, span, "named here");
        out.push(found.with_help("use it or remove it"));
    }
}
