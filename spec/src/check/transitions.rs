//! The refusal of a transition is declared.

use super::prelude::*;

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        for case in operation.transitions.iter().flat_map(|transition| &transition.refused_with) {
            if contract.error_case(operation, case).is_none() {
                let span = case.word(case);
                let message = format!("`{}` has no error case `{case}`", operation.id);
                let label = "not among its errors";
                let found = Diagnostic::error("unknown-error-case", message, span, label);
                let names: Vec<&str> =
                    operation.errors.iter().map(|known| known.id.as_str()).collect();
                out.push(suggest(found, span, case, "error cases", &names));
            }
        }
    }
}
