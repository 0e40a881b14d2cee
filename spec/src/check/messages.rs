//! Of two cases of an operation with the same message, one takes precedence.
//!
//! A literal message takes precedence over a template, and a template with more text over one with less. Clients
//! cannot distinguish two that are equal in this.

use reader::{Diagnostic, Diagnostics};

use crate::model::{Contract, ErrorCase};

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    let of_service = &contract.service.errors;
    pairs(contract, of_service, &[], out);
    for operation in contract.operations() {
        let own = &operation.errors;
        // A case of the service that an operation repeats is the same case.
        let others = of_service.iter();
        let others = others.filter(|case| !own.iter().any(|known| known.id == case.id));
        let others: Vec<&ErrorCase> = others.collect();
        pairs(contract, own, &others, out);
    }
}

/// Compares cases with each other, and with others that are compared elsewhere.
fn pairs(contract: &Contract, cases: &[ErrorCase], others: &[&ErrorCase], out: &mut Diagnostics) {
    for (index, case) in cases.iter().enumerate() {
        for other in cases[..index].iter().chain(others.iter().copied()) {
            if is_ambiguous(case, other) {
                out.push(ambiguous(contract, case, other));
            }
        }
    }
}

fn is_ambiguous(case: &ErrorCase, other: &ErrorCase) -> bool {
    let (case, other) = (&case.message, &other.message);
    let precedence = |message: &crate::Template| (message.is_literal(), message.literal_len());
    // A message that could not be read is reported already.
    let are_read = !case.parts.is_empty() && !other.parts.is_empty();
    let is_tie = precedence(case) == precedence(other);
    are_read && is_tie && case.overlaps(other)
}

fn ambiguous(contract: &Contract, case: &ErrorCase, other: &ErrorCase) -> Diagnostic {
    let text = match case.message.is_literal() {
        true => format!("`{}` and `{}` have the same message", other.id, case.id),
        false => format!("`{}` and `{}` can have the same message", other.id, case.id),
    };
    let here = contract.places.value(case.span, &["message"]);
    let there = contract.places.value(other.span, &["message"]);
    Diagnostic::error("ambiguous-messages", text, here, "ambiguous")
        .with_label(there, "with this one")
        .with_help("literal messages take precedence over templates, and longer literal text over shorter; these two are equal")
}
