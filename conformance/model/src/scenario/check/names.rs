//! Checks names: references must resolve, and every name must be used.

use std::collections::BTreeSet;

use reader::Diagnostics;
use spec::{Operation, Type};

use super::{Check, error};
use crate::contract;
use crate::scenario::{Reference, Scenario, Step};

impl Check<'_> {
    /// Why a reference is invalid, if it is.
    pub(super) fn reference_error(&self, reference: &Reference) -> Option<String> {
        match reference {
            Reference::Fixture { need, fact, less } => {
                let need = self.scenario.needs.iter().find(|known| known.name == *need)?;
                let kind = contract::fixture(self.contract, &need.kind)?;
                let declared = kind.facts.iter().find(|known| known.name == *fact);
                let is_integer = declared.is_some_and(|fact| fact.ty == Type::Integer);
                let kind = &kind.kind;
                if declared.is_none() && fact != "id" {
                    Some(format!("a fixture of kind `{kind}` has no fact `{fact}`"))
                } else {
                    (*less > 0 && !is_integer).then(|| {
                        format!("the fact `{fact}` of a fixture of kind `{kind}` is not an integer")
                    })
                }
            }
            Reference::Sent { step, input } => {
                let operation = self.operation_of(step)?;
                let known = contract::inputs(operation).iter().any(|(known, _)| known == input);
                (!known).then(|| format!("`{}` has no input `{input}`", operation.id))
            }
            Reference::Response { step, place, more } => {
                let operation = self.operation_of(step)?;
                let Some(field) = place.stated_field(self.contract, operation) else {
                    let id = &operation.id;
                    return Some(format!("the response of `{id}` has no documented `{place}`"));
                };
                let is_counted = matches!(
                    field.ty,
                    Type::Integer | Type::Number | Type::UnixTime | Type::Timestamp(_) | Type::Date
                );
                (*more != 0 && !is_counted)
                    .then(|| format!("`{place}` is neither a number nor a time"))
            }
            _ => None,
        }
    }

    fn operation_of(&self, step: &str) -> Option<&Operation> {
        self.contract.operation(&self.scenario.step_among(usize::MAX, step)?.1.call)
    }
}

/// Every deployment would have to provide a fixture that no step uses.
pub(super) fn unused_names(scenario: &Scenario, out: &mut Diagnostics) {
    let used: BTreeSet<_> = scenario.all_steps().flat_map(Step::names).collect();
    let steps = scenario.steps.iter().filter_map(|step| Some((step.name.as_ref()?, step.span)));
    let needs = scenario.needs.iter().map(|need| (&need.name, scenario.span));
    for (name, span) in needs.chain(steps).filter(|(name, _)| !used.contains(name.as_str())) {
        let message = format!("`{name}` is never used");
        let found = error("unused-name", message, span, "named here");
        out.push(found.with_help("use it or remove it"));
    }
}
