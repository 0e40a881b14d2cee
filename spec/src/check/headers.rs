//! Headers of successes lead to operations whose paths are known.

use super::prelude::*;
use crate::model::ResponseHeader;

/// Every operation that a header leads to is declared, and the response says what its path is.
pub(super) fn leads_to(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        for header in &operation.success.headers {
            if let Some(target) = &header.leads_to {
                leads(contract, operation, (header, target), out);
            }
        }
    }
}

fn leads(
    contract: &Contract,
    operation: &Operation,
    (header, target): (&ResponseHeader, &Spanned<String>),
    out: &mut Diagnostics,
) {
    let Some(led) = contract.operation(target) else {
        let names: Vec<&str> = contract.operations().map(|known| known.id.as_str()).collect();
        let message = format!("there is no operation `{target}`");
        let found = Diagnostic::error("unknown-operation", message, target.span, "not declared");
        out.push(suggest(found, target.span, target, "operations", &names));
        return;
    };
    for segment in &led.path.segments {
        let Segment::Parameter(name) = segment else { continue };
        if contract.link_part(operation, led, name).is_some() {
            continue;
        }
        let message =
            format!("the response does not say what `{name}` in the path of `{target}` is");
        out.push(
            Diagnostic::error("unknown-target", message, target.span, "its path is not known")
                .with_label(header.span, "the header")
                .with_label(led.http, "the path")
                .with_help(
                    "the record of each parameter is in `success.body` with its identifier, or named in the path of the request: otherwise describe the header, without `leads_to`",
                ),
        );
        return;
    }
}
