//! A list is ordered by something that is known of its things: what creation is given, or what the
//! record shows.

use reader::{Diagnostic, Diagnostics};

use super::common::suggest;
use crate::model::{Contract, Operation};

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        let order = operation.order.as_ref().and_then(|order| order.known());
        let by = order.and_then(|order| order.by.as_deref());
        if let (Some(by), Some(record)) = (by, &operation.lists) {
            known(contract, operation, by, record, out);
        }
    }
}

fn known(
    contract: &Contract,
    operation: &Operation,
    by: &str,
    record: &str,
    out: &mut Diagnostics,
) {
    let creating = contract.operations();
    let creating = creating.filter(|it| it.creates.as_deref() == Some(record));
    let inputs = creating
        .flat_map(|it| &it.body)
        .map(|field| field.wire.as_str());
    let record = contract.record(record);
    let fields = record.into_iter().flat_map(|it| &it.fields);
    let fields = fields.map(|field| field.wire.as_str());
    let mut names: Vec<&str> = inputs.chain(fields).chain(["creation"]).collect();
    names.sort_unstable();
    names.dedup();
    // A record that is not declared is reported by its own rule.
    let Some(record) = record.filter(|_| !names.contains(&by)) else {
        return;
    };
    let span = contract.places.value(operation.span, &["order", "by"]);
    let span = contract.places.word(span, by);
    let message = format!("nothing is known of a `{by}` of `{}`", record.name);
    let found = Diagnostic::error(
        "unknown-order",
        message,
        span,
        "no input of its creation and no member",
    )
    .with_label(record.span, "declared here");
    out.push(suggest(found, span, by, "known are", &names));
}
