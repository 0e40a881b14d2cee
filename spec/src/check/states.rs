//! Every state that is named belongs to the lifecycle of its record.
//!
//! An overlay may add others if the document does not state that its list is complete.

use super::prelude::*;

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for reference in &contract.references.states {
        // A record that is not declared is reported by its own rule.
        let Some(record) = contract.record(&reference.record) else {
            continue;
        };
        let lifecycle = record.lifecycle.as_ref();
        let is_open = lifecycle.is_some_and(|known| known.complete.value() != Some(&true));
        if !(reference.is_answer && is_open) {
            state(record, &reference.state, out);
        }
    }
}

fn state(record: &Record, name: &Spanned<String>, out: &mut Diagnostics) {
    let span = name.word(name);
    let Some(lifecycle) = &record.lifecycle else {
        let message = format!("`{}` has no lifecycle, so no state `{name}`", record.name);
        out.push(
            Diagnostic::error("unknown-state", message, span, "no such state")
                .with_label(record.span, "has no `lifecycle`")
                .with_help(format!("declare it: `lifecycle: {{ states: [{name}] }}`")),
        );
        return;
    };
    if !lifecycle.states.contains(&name.value) {
        let message = format!("`{}` has no state `{name}`", record.name);
        let found = Diagnostic::error("unknown-state", message, span, "no such state")
            .with_label(lifecycle.states.span, "its states");
        let names: Vec<&str> = lifecycle.states.iter().map(String::as_str).collect();
        out.push(suggest(found, span, name, "states", &names));
    }
}
