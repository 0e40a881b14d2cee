//! Cases that the document does not distinguish are declared, and both can be returned.

use super::prelude::*;

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    let of_service = &contract.service.errors;
    // The cases of the service are checked once, without an operation.
    check_beside(of_service, &[], out);
    for operation in contract.operations() {
        check_beside(&operation.errors, of_service, out);
    }
}

fn check_beside(cases: &[ErrorCase], others: &[ErrorCase], out: &mut Diagnostics) {
    for case in cases {
        let known = cases.iter().chain(others).map(|case| case.id.as_str());
        let known: Vec<&str> = known.filter(|id| *id != case.id).collect();
        for other in &case.indistinct_from {
            let span = other.word(other);
            // An operation repeats the list of the service's case.
            if !known.contains(&other.as_str()) && !out.mention(span) {
                let message =
                    format!("no other error case is named `{other}` next to `{}`", case.id);
                let label = "not among the others";
                let found = Diagnostic::error("unknown-error-case", message, span, label);
                out.push(suggest(found, span, other, "error cases", &known));
            }
        }
    }
}
