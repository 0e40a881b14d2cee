//! No record always contains itself: no finite response could contain it.

use std::collections::BTreeSet;

use super::prelude::*;
use crate::model::{Field, Type};

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
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
