//! The refusal of a transition is declared.

use reader::{Diagnostic, Diagnostics, Span};

use super::common::suggest;
use crate::model::{Contract, Operation};

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        for transition in &operation.transitions {
            if let Some(otherwise) = &transition.refused_with
                && contract.error_case(operation, otherwise).is_none()
            {
                let span = contract.places.inside(transition.span, &["refused_with"]);
                out.push(no_such_case(contract, operation, otherwise, span));
            }
        }
    }
}

fn no_such_case(
    contract: &Contract,
    operation: &Operation,
    otherwise: &str,
    span: Span,
) -> Diagnostic {
    let span = contract.places.word(span, otherwise);
    let message = format!("`{}` has no error case `{otherwise}`", operation.id);
    let found = Diagnostic::error("unknown-error-case", message, span, "not among its errors");
    let names: Vec<&str> = operation.errors.iter().map(|case| case.id.as_str()).collect();
    suggest(found, span, otherwise, "error cases", &names)
}
