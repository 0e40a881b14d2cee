//! Every input in a condition, an echo, a placeholder or a transition is declared by its operation.

use super::common::inputs;
use super::prelude::*;
use crate::model::InputRef;

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
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
