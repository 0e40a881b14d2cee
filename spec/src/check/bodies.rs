//! A response with a body has a status that allows one.

use super::prelude::*;
use crate::model::{Fact, Slot};

/// Statuses without a body.
const WITHOUT: [u16; 3] = [204, 205, 304];

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    let of_service = contract.service.errors.iter();
    let of_operations = contract.operations().flat_map(|operation| &operation.errors);
    let mut statuses: Vec<&Fact<u16>> =
        of_service.chain(of_operations).filter_map(|case| without_body(&case.status)).collect();
    // Operations repeat the service's error cases.
    statuses.sort_by_key(|status| status.span);
    statuses.dedup_by_key(|status| status.span);
    for status in statuses {
        out.push(found(status).with_help("a refusal always has a body: correct its status"));
    }
    for (status, body) in contract.operations().filter_map(success) {
        let found = found(status).with_label(body.span, "the body");
        out.push(found.with_help("write `body: none`, or correct the status"));
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
