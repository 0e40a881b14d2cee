//! Of two cases of an operation with the same message, one takes precedence.
//!
//! A literal message takes precedence over a template, and a template with more text over one with less. Clients
//! cannot distinguish two that are equal in this.

use super::prelude::*;
use crate::Template;

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    let of_service = &contract.service.errors;
    pairs(of_service, &[], out);
    for operation in contract.operations() {
        let own = &operation.errors;
        // A case of the service that an operation repeats is the same case.
        let others = of_service.iter();
        let others = others.filter(|case| !own.iter().any(|known| known.id == case.id));
        pairs(own, &others.collect::<Vec<_>>(), out);
    }
}

/// Compares cases with each other, and with others that are compared elsewhere.
fn pairs(cases: &[ErrorCase], others: &[&ErrorCase], out: &mut Diagnostics) {
    for (index, case) in cases.iter().enumerate() {
        for other in cases[..index].iter().chain(others.iter().copied()) {
            if is_ambiguous(&case.message, &other.message) {
                out.push(ambiguous(case, other));
            }
        }
    }
}

fn is_ambiguous(case: &Template, other: &Template) -> bool {
    let precedence = |message: &Template| (message.is_literal(), message.literal_len());
    // A message that could not be read is reported already.
    let are_read = !case.parts.is_empty() && !other.parts.is_empty();
    are_read && precedence(case) == precedence(other) && case.overlaps(other)
}

fn ambiguous(case: &ErrorCase, other: &ErrorCase) -> Diagnostic {
    let can = if case.message.is_literal() { "" } else { "can " };
    let text = format!("`{}` and `{}` {can}have the same message", other.id, case.id);
    Diagnostic::error("ambiguous-messages", text, case.message_span, "ambiguous")
        .with_label(other.message_span, "with this one")
        .with_help("literal messages take precedence over templates, and longer literal text over shorter; these two are equal")
}
