//! Headers of successes lead to operations whose paths are known, and keys have places of their own.

use super::prelude::*;
use crate::model::{KeyPlace, PageSelection, ResponseHeader};

/// No input has the place of the key of the service.
pub(super) fn key_places(contract: &Contract, out: &mut Diagnostics) {
    let Some(place) = contract.service.key_place() else { return };
    for operation in contract.operations() {
        if let Some(keys) = &operation.idempotency
            && place.header().is_some_and(|header| header.eq_ignore_ascii_case(&keys.header))
        {
            let message = format!("`{}` cannot carry a second key", keys.header);
            let label = "carries the key of the service";
            out.push(
                Diagnostic::error("bad-header", message, keys.header_span, label)
                    .with_help("use another header: `Idempotency-Key`"),
            );
        }
        let KeyPlace::Query(key) = place else { continue };
        let query = operation.query.iter().map(|query| (query.key(), query.wire_span));
        let pages = operation.page_selection().into_iter().flat_map(PageSelection::parameters);
        let pages = pages.map(|page| (page.wire.clone(), page.span));
        for (name, span) in query.chain(pages).filter(|(name, _)| name == key) {
            let message = format!("the query parameter `{name}` carries the key of the service");
            out.push(
                Diagnostic::error("clashing-wire-names", message, span, "another input")
                    .with_help("a query has each parameter once: remove this one, or correct the `query` of `key`"),
            );
        }
    }
}

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
