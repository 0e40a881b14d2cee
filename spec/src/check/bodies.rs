//! A response with a body has a status that allows one. The body of a paged list has an envelope.

use super::prelude::*;
use crate::model::{Fact, Slot};

/// Statuses without a body.
const WITHOUT: [u16; 3] = [204, 205, 304];

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    let cases = contract.error_cases().filter(|case| !case.is_empty());
    let mut statuses: Vec<&Fact<u16>> =
        cases.filter_map(|case| without_body(&case.status)).collect();
    // Operations repeat the service's error cases.
    statuses.sort_by_key(|status| status.span);
    statuses.dedup_by_key(|status| status.span);
    for status in statuses {
        let help = match status.value {
            // Without a body, it could not be distinguished from a success.
            ..300 => "a refusal has another status: correct it",
            _ => "write `message: none`, or correct the status",
        };
        out.push(found(status).with_help(help));
    }
    contract.operations().for_each(|operation| bare_page(operation, out));
    for (status, body) in contract.operations().filter_map(success) {
        let found = found(status).with_label(body.span, "the body");
        out.push(found.with_help("write `body: none`, or correct the status"));
    }
}

/// A list without an envelope has no members that describe the page.
fn bare_page(operation: &Operation, out: &mut Diagnostics) {
    let paging = operation.paging.as_ref().and_then(Slot::fact);
    let paging = paging.filter(|paging| !paging.value.members.is_empty());
    if let (Some(paging), Some(Fact { value: Body::Bare(body), .. })) =
        (paging, operation.success.body.fact())
    {
        let message =
            format!("the body of `{}` has no members that describe its page", operation.id);
        out.push(
            Diagnostic::error("bare-page", message, body.span, "a body without an envelope")
                .with_label(paging.span, "the page")
                .with_help(
                    "write the members of the body: `body: { books: [Book] }`, or correct `paging`",
                ),
        );
    }
}

fn found(status: &Fact<u16>) -> Diagnostic {
    let message = format!("an answer with status {} has no body", status.value);
    let label = "does not allow a body";
    Diagnostic::error("body-without-place", message, status.span, label)
}

fn success(operation: &Operation) -> Option<(&Fact<u16>, &Fact<Body>)> {
    let body = operation.success.body.fact().filter(|body| body.value != Body::Empty);
    without_body(&operation.success.status).zip(body)
}

fn without_body(status: &Slot<u16>) -> Option<&Fact<u16>> {
    status.fact().filter(|status| WITHOUT.contains(&status.value))
}
