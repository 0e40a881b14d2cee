//! Cases that the document does not distinguish are declared, and both can be returned.

use reader::{Diagnostic, Diagnostics};

use super::common::suggest;
use crate::model::{Contract, ErrorCase};

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    let of_service = &contract.service.errors;
    // The cases of the service are checked once, without an operation.
    check_beside(contract, of_service, &[], out);
    for operation in contract.operations() {
        check_beside(contract, &operation.errors, of_service, out);
    }
}

fn check_beside(
    contract: &Contract,
    cases: &[ErrorCase],
    others: &[ErrorCase],
    out: &mut Diagnostics,
) {
    let known: Vec<&ErrorCase> = cases.iter().chain(others).collect();
    for case in cases {
        for other in &case.indistinct_from {
            if *other == case.id || known.iter().all(|known| known.id != *other) {
                out.push(unknown(contract, case, other, &known));
            }
        }
    }
}

fn unknown(contract: &Contract, case: &ErrorCase, other: &str, known: &[&ErrorCase]) -> Diagnostic {
    let span = contract.places.value(case.span, &["indistinct_from"]);
    let span = contract.places.word(span, other);
    let message = format!("no other error case is named `{other}` next to `{}`", case.id);
    let found = Diagnostic::error("unknown-error-case", message, span, "not among the others");
    let names: Vec<&str> =
        known.iter().map(|case| case.id.as_str()).filter(|id| *id != case.id).collect();
    suggest(found, span, other, "error cases", &names)
}
