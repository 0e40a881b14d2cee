//! Operations, records and fixture kinds are each declared once in the whole contract.
//!
//! The reader checks duplicates within a map.

use super::prelude::*;

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    let operations = contract.operations().map(|operation| (operation.id.as_str(), operation.span));
    once(operations, "duplicate-operation", "operation", out);
    let records = contract.records().map(|record| (record.name.as_str(), record.span));
    once(records, "duplicate-record", "record", out);
    let fixtures = contract.service.fixtures.iter();
    let fixtures = fixtures.map(|fixture| (fixture.kind.as_str(), fixture.span));
    once(fixtures, "duplicate-fixture", "kind of fixture", out);
}

fn once<'c>(
    declarations: impl Iterator<Item = (&'c str, Span)>,
    code: &'static str,
    what: &str,
    out: &mut Diagnostics,
) {
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for (name, span) in declarations {
        if let Some(first) = seen.get(name) {
            let message = format!("the {what} `{name}` is declared twice");
            out.push(
                Diagnostic::error(code, message, span, "declared again here")
                    .with_label(*first, "declared first here")
                    .with_help("rename one: names are unique in the contract"),
            );
        } else {
            seen.insert(name, span);
        }
    }
}
