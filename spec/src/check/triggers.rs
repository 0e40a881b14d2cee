//! The value that triggers a transition is one of the documented values of its input.

use super::prelude::*;
use crate::model::TransitionTrigger;

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        for trigger in operation.transitions.iter().flat_map(|transition| &transition.trigger) {
            let TransitionTrigger { input, value, .. } = trigger;
            let names = documented_values(operation, trigger);
            if !names.is_empty() && !names.contains(&value.as_str()) {
                let message = format!("`{input}` has no value `{value}`");
                let label = "not among its values";
                let found = Diagnostic::error("unknown-value", message, value.span, label);
                out.push(suggest(found, value.span, value, "values", &names));
            }
        }
    }
}

/// Empty if any value is possible; another check reports undeclared inputs.
fn documented_values<'c>(operation: &'c Operation, trigger: &TransitionTrigger) -> Vec<&'c str> {
    let name = &trigger.input.name;
    match trigger.input.part {
        InputPart::Path => Vec::new(),
        InputPart::Query => {
            let parameters = operation.query.iter().filter(|parameter| parameter.name == *name);
            parameters.flat_map(|query| &query.values).map(|value| value.wire.as_str()).collect()
        }
        InputPart::Body => {
            let member = operation.body.iter().find(|member| member.wire == *name);
            member.map(|member| member.ty.values()).unwrap_or_default()
        }
    }
}
