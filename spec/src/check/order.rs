//! The order of a list is by an input of the creation or by a member of the record.

use std::collections::BTreeMap;

use reader::{Diagnostic, Diagnostics};

use super::common::suggest;
use crate::model::{Contract, Operation};

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    let mut created: Created<'_> = BTreeMap::new();
    for operation in contract.operations() {
        if let Some(record) = &operation.creates {
            let inputs = operation.body.iter().map(|field| field.wire.as_str());
            created.entry(record).or_default().extend(inputs);
        }
    }
    for operation in contract.operations() {
        let order = operation.order.as_ref().and_then(|order| order.value());
        let by = order.and_then(|order| order.by.as_deref());
        if let (Some(by), Some(record)) = (by, &operation.lists) {
            known(contract, &created, operation, (by, record), out);
        }
    }
}

/// The inputs of the creation of each record.
type Created<'c> = BTreeMap<&'c str, Vec<&'c str>>;

fn known(
    contract: &Contract,
    created: &Created<'_>,
    operation: &Operation,
    (by, record): (&str, &str),
    out: &mut Diagnostics,
) {
    let inputs = created.get(record).into_iter().flatten().copied();
    let record = contract.record(record);
    let fields = record.into_iter().flat_map(|record| &record.fields);
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
    let message = format!("`{}` has no member `{by}` to sort by", record.name);
    let found = Diagnostic::error(
        "unknown-order",
        message,
        span,
        "neither an input of its creation nor a member",
    )
    .with_label(record.span, "declared here");
    out.push(suggest(found, span, by, "known are", &names));
}
