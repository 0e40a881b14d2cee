//! Members of one JSON object have different names on the wire.
//!
//! Those that have the same name in code as well are reported by the rule for that.

use std::collections::BTreeMap;

use reader::{Diagnostic, Diagnostics, Span};

use crate::model::Contract;

/// Name on the wire, name in code, and place.
type Member<'c> = (&'c str, &'c str, Span);

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for record in contract.records() {
        let fields = record.fields.iter();
        differ(
            fields.map(|field| (field.wire.as_str(), field.name.as_str(), field.span)),
            out,
        );
    }
    for operation in contract.operations() {
        let inputs = operation.body.iter();
        differ(
            inputs.map(|input| (input.wire.as_str(), input.name.as_str(), input.span)),
            out,
        );
    }
}

fn differ<'c>(members: impl Iterator<Item = Member<'c>>, out: &mut Diagnostics) {
    let mut seen: BTreeMap<&str, (&str, Span)> = BTreeMap::new();
    for (wire, name, span) in members {
        let (first, place) = *seen.entry(wire).or_insert((name, span));
        if first != name {
            let message = format!("`{first}` and `{name}` are both `{wire}` on the wire");
            out.push(
                Diagnostic::error("clashing-wire-names", message, span, "this one")
                    .with_label(place, "and this one")
                    .with_help("a JSON object has each member once"),
            );
        }
    }
}
