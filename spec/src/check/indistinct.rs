//! Cases that the document does not tell apart are declared, where both can be answered.

use reader::{Diagnostic, Diagnostics};

use super::common::suggest;
use crate::model::{Contract, ErrorCase};

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    let of_service = &contract.service.errors;
    let none = [];
    let operations = contract.operations().map(|operation| &operation.errors[..]);
    for own in std::iter::once(&none[..]).chain(operations) {
        let known: Vec<&ErrorCase> = own.iter().chain(of_service).collect();
        // Those of the service are looked at once, without an operation.
        let looked_at = if own.is_empty() { &of_service[..] } else { own };
        for case in looked_at {
            for other in &case.indistinct_from {
                if *other == case.id || known.iter().all(|known| known.id != *other) {
                    out.push(unknown(contract, case, other, &known));
                }
            }
        }
    }
}

fn unknown(contract: &Contract, case: &ErrorCase, other: &str, known: &[&ErrorCase]) -> Diagnostic {
    let span = contract.places.value(case.span, &["indistinct_from"]);
    let span = contract.places.word(span, other);
    let message = format!("`{}` has no other error case `{other}` beside it", case.id);
    let found = Diagnostic::error("unknown-error-case", message, span, "not among the others");
    let names: Vec<&str> = known
        .iter()
        .map(|it| it.id.as_str())
        .filter(|id| *id != case.id)
        .collect();
    suggest(found, span, other, "error cases", &names)
}
