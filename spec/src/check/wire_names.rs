//! Members of a JSON object have different wire names.
//!
//! Members that also have the same name in code are reported by another check.

use super::prelude::*;

/// Wire name, name in code, and span.
type Member<'c> = (&'c str, &'c str, Span);

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for record in contract.records() {
        let fields = record.fields.iter();
        differ(fields.map(|field| (field.wire.as_str(), field.name.as_str(), field.span)), out);
    }
    for operation in contract.operations() {
        let inputs = operation.body.iter();
        differ(inputs.map(|input| (input.wire.as_str(), input.name.as_str(), input.span)), out);
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
