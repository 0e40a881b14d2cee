//! Records and states that are named are declared, and records are finite.

use std::collections::BTreeSet;

use super::prelude::*;
use crate::model::{Field, Type};

/// Every record that is named is declared.
pub(super) fn records(contract: &Contract, out: &mut Diagnostics) {
    let names: Vec<&str> = contract.records().map(|record| record.name.as_str()).collect();
    for name in &contract.references.records {
        if contract.record(name).is_none() {
            let span = name.word(name);
            let message = format!("unknown record `{name}`");
            let found = Diagnostic::error("unknown-record", message, span, "not declared");
            out.push(suggest(found, span, name, "records", &names));
        }
    }
}

/// Every state that is named belongs to the lifecycle of its record.
///
/// An overlay may add others if the document does not state that its list is complete.
pub(super) fn states(contract: &Contract, out: &mut Diagnostics) {
    for reference in &contract.references.states {
        // A record that is not declared is reported by its own rule.
        let Some(record) = contract.record(&reference.record) else {
            continue;
        };
        let lifecycle = record.lifecycle.as_ref();
        let is_open = lifecycle.is_some_and(|known| known.complete.value() != Some(&true));
        // States that could not be read are reported already.
        let is_unread = lifecycle.is_some_and(|known| out.mention(known.states.span));
        if !(is_unread || reference.is_answer && is_open) {
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

/// No record always contains itself: no finite response could contain it.
pub(super) fn endless(contract: &Contract, out: &mut Diagnostics) {
    for record in contract.records() {
        let Some(field) = record.fields.iter().find(|field| leads_back(contract, record, field))
        else {
            continue;
        };
        let message = format!("every `{}` contains another one, without end", record.name);
        out.push(
            Diagnostic::error("endless-record", message, field.ty_span, "leads back to the record")
                .with_help("make a member on the cycle optional or nullable, or a list"),
        );
    }
}

/// Whether the record of this member always contains the first record.
fn leads_back(contract: &Contract, first: &Record, field: &Field) -> bool {
    let mut seen = BTreeSet::new();
    let mut open: Vec<&str> = always_held(field).into_iter().collect();
    while let Some(name) = open.pop() {
        if name == first.name {
            return true;
        }
        if seen.insert(name)
            && let Some(record) = contract.record(name)
        {
            open.extend(record.fields.iter().filter_map(always_held));
        }
    }
    false
}

/// The record that a member always contains.
fn always_held(field: &Field) -> Option<&str> {
    let always = field.present.stated() == Some(&true) && field.nullable.stated() == Some(&false);
    match &field.ty {
        Type::Record(name) if always => Some(name),
        _ => None,
    }
}
