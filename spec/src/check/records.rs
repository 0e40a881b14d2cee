//! Every record that is named is declared.

use super::prelude::*;

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
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
