//! Inputs that are named are declared, and so are values that trigger transitions.

use super::common::inputs;
use super::prelude::*;
use crate::model::{Condition, InputRef};

/// Every input in a condition, an echo, a placeholder or a transition is declared by its operation.
pub(super) fn declared(contract: &Contract, out: &mut Diagnostics) {
    for input in &contract.references.service_inputs {
        let message = format!("the service has no input `{input}`");
        out.push(
            Diagnostic::error("unknown-input", message, input.span, "an error case of the whole service")
                .with_help("error cases of the service concern the key; declare this one in the operations with the input"),
        );
    }
    for operation in contract.operations() {
        for input in &operation.inputs {
            named(operation, input, out);
        }
    }
}

fn named(operation: &Operation, input: &Spanned<InputRef>, out: &mut Diagnostics) {
    let (part, names) = (input.part.name(), inputs(operation, input.part));
    if names.contains(&input.name.as_str()) {
        return;
    }
    let message = format!("`{}` has no input `{input}`", operation.id);
    let found = Diagnostic::error("unknown-input", message, input.span, "no such input");
    let known: Vec<String> = names.iter().map(|name| format!("{part}.{name}")).collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let what = format!("inputs in the {part}");
    out.push(suggest(found, input.span, &input.to_string(), &what, &known));
}

/// A refusal is about what a header can be: a request may leave it out, and it identifies nothing.
pub(super) fn headers(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        for case in &operation.errors {
            let Some(when) = case.when.fact() else { continue };
            let (word, input) = match &when.value {
                Condition::Missing(input) => ("missing", input),
                Condition::Taken(input) => ("taken", input),
                Condition::Unknown(input) => ("unknown", input),
                _ => continue,
            };
            if input.part == InputPart::Header {
                let message = format!("`{input}` cannot be `{word}`");
                let (label, help) = match word {
                    "missing" => (
                        "can be left out",
                        "remove the case, or describe it: `when: \"prose: TEXT\"`",
                    ),
                    _ => {
                        ("a key of the client's choice", "write `malformed`, `breaks` or `invalid`")
                    }
                };
                let found = Diagnostic::error("bad-condition", message, when.span, label);
                out.push(found.with_help(help));
            }
        }
    }
}

/// The value that triggers a transition is one of the documented values of its input.
pub(super) fn triggers(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        let of_transitions =
            operation.transitions.iter().flat_map(|transition| &transition.trigger);
        let of_transitions = of_transitions.map(|trigger| (&trigger.input, &trigger.value));
        let of_statuses = operation.success.further_statuses.iter().flat_map(|it| &it.when);
        let of_constants = operation.constants.iter().flat_map(|it| &it.when);
        let conditions = of_statuses.chain(of_constants);
        let conditions = conditions.filter_map(|it| Some((&it.input, it.value.as_ref()?)));
        for (input, value) in of_transitions.chain(conditions) {
            let names = documented_values(operation, input);
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
fn documented_values<'c>(operation: &'c Operation, input: &InputRef) -> Vec<&'c str> {
    let name = &input.name;
    match input.part {
        InputPart::Path | InputPart::Header => Vec::new(),
        InputPart::Query => {
            let parameters = operation.query.iter().filter(|parameter| parameter.name == *name);
            parameters.flat_map(|query| &query.values).map(|value| value.wire.as_str()).collect()
        }
        InputPart::Body => {
            let member = operation.body_field(name);
            member.map(|member| member.ty.values()).unwrap_or_default()
        }
    }
}
