//! Every state that is named is one of its record's lifecycle.
//!
//! An overlay may name others, where the document does not say that its list is complete.

use reader::{Diagnostic, Diagnostics, Span};

use super::common::suggest;
use crate::model::{Condition, Contract, ErrorCase, Lifecycle, Record, Slot};

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for record in contract.records() {
        if let Some(lifecycle) = &record.lifecycle {
            let span = contract
                .places
                .value(record.span, &["lifecycle", "initial"]);
            slot(contract, record, &lifecycle.initial, span, out);
        }
    }
    conditions(contract, &contract.service.errors, out);
    for operation in contract.operations() {
        conditions(contract, &operation.errors, out);
        let Some(transition) = &operation.transition else {
            continue;
        };
        let Some(record) = contract.record(&transition.record) else {
            continue;
        };
        if let Some(from) = &transition.from {
            let span = contract
                .places
                .value(operation.span, &["transition", "from"]);
            state(contract, record, from, span, out);
        }
        let span = contract.places.value(operation.span, &["transition", "to"]);
        slot(contract, record, &transition.to, span, out);
    }
}

fn conditions(contract: &Contract, cases: &[ErrorCase], out: &mut Diagnostics) {
    for case in cases {
        if let Condition::NotInState {
            record,
            state: name,
        } = &case.when
            && let Some(record) = contract.record(record)
        {
            let span = contract.places.value(case.span, &["when"]);
            state(contract, record, name, span, out);
        }
    }
}

fn slot(
    contract: &Contract,
    record: &Record,
    slot: &Slot<String>,
    span: Span,
    out: &mut Diagnostics,
) {
    let is_closed = |lifecycle: &Lifecycle| lifecycle.complete.known() == Some(&true);
    match slot {
        Slot::Silent(_) => {}
        Slot::Stated(fact) => state(contract, record, &fact.value, span, out),
        Slot::Answered { fact, .. } => {
            if record.lifecycle.as_ref().is_none_or(is_closed) {
                state(contract, record, &fact.value, fact.span, out);
            }
        }
    }
}

fn state(contract: &Contract, record: &Record, name: &str, span: Span, out: &mut Diagnostics) {
    let span = contract.places.word(span, name);
    let Some(lifecycle) = &record.lifecycle else {
        let message = format!("`{}` has no states, so none is `{name}`", record.name);
        out.push(
            Diagnostic::error("unknown-state", message, span, "no such state")
                .with_label(record.span, "has no `lifecycle`")
                .with_help(format!("declare it: `lifecycle: {{ states: [{name}] }}`")),
        );
        return;
    };
    if lifecycle.states.iter().any(|state| state == name) {
        return;
    }
    let message = format!("`{}` has no state `{name}`", record.name);
    let states = contract.places.value(record.span, &["lifecycle", "states"]);
    let found = Diagnostic::error("unknown-state", message, span, "no such state")
        .with_label(states, "its states");
    let names: Vec<&str> = lifecycle.states.iter().map(String::as_str).collect();
    out.push(suggest(found, span, name, "states", &names));
}
