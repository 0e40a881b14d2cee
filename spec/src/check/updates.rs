//! The inputs of an update are members of the record, or trigger a transition.

use super::prelude::*;

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        // A record that is not declared is reported by its own rule.
        let record = operation.updates.as_ref();
        if let Some(record) = record.and_then(|name| contract.record(name)) {
            members(operation, record, out);
        }
    }
}

fn members(operation: &Operation, record: &Record, out: &mut Diagnostics) {
    let names: Vec<&str> = record.fields.iter().map(|field| field.wire.as_str()).collect();
    for field in &operation.body {
        let name = field.wire.as_str();
        if names.contains(&name) || operation.is_triggered_by(InputPart::Body, name) {
            continue;
        }
        let span = field.wire_span;
        let message = format!("`{}` has no member `{name}` to update", record.name);
        let found = Diagnostic::error("unknown-member", message, span, "no such member")
            .with_label(record.span, "declared here");
        let found = suggest(found, span, name, "members", &names);
        out.push(found.with_help(
            "if the value changes the state, declare a transition that is `triggered_by` it",
        ));
    }
}
