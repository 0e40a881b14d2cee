//! Every state that is named belongs to the lifecycle of its record.
//!
//! An overlay may add others if the document does not state that its list is complete.

use reader::{Diagnostic, Diagnostics, Span};

use super::common::{condition, own_cases, suggest};
use crate::model::{Condition, Contract, ErrorCase, Lifecycle, Record, Slot};

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for record in contract.records() {
        if let Some(lifecycle) = &record.lifecycle {
            let span = contract.places.value(record.span, &["lifecycle", "initial"]);
            slot(contract, record, &lifecycle.initial, span, out);
            for it in &lifecycle.external_transitions {
                for (key, name) in [("from", &it.from), ("to", &it.to)] {
                    let span = contract.places.value(it.span, &[key]);
                    // An empty name is a missing key, which is reported already.
                    if !name.is_empty() {
                        state(contract, record, name, span, out);
                    }
                }
            }
        }
    }
    conditions(contract, contract.service.errors.iter(), out);
    for operation in contract.operations() {
        conditions(contract, own_cases(contract, operation), out);
        for transition in &operation.transitions {
            let Some(record) = contract.record(&transition.record) else {
                continue;
            };
            let place = |key| contract.places.inside(transition.span, &[key]);
            if let Some(from) = &transition.from {
                state(contract, record, from, place("from"), out);
            }
            slot(contract, record, &transition.to, place("to"), out);
        }
    }
}

fn conditions<'c>(
    contract: &Contract,
    cases: impl Iterator<Item = &'c ErrorCase>,
    out: &mut Diagnostics,
) {
    for case in cases {
        if let Some((
            Condition::NotInState { record, state: of } | Condition::InState { record, state: of },
            span,
        )) = condition(case)
            && let Some(record) = contract.record(record)
        {
            state(contract, record, of, span, out);
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
    let is_closed = |lifecycle: &Lifecycle| lifecycle.complete.value() == Some(&true);
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
        let message = format!("`{}` has no lifecycle, so no state `{name}`", record.name);
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
