//! The refusal that answers when a record cannot make a move is declared.

use reader::{Diagnostic, Diagnostics};

use super::common::suggest;
use crate::model::Contract;

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        let transition = operation.transition.as_ref();
        let Some(otherwise) = transition.and_then(|it| it.otherwise.as_deref()) else {
            continue;
        };
        if contract.error_case(operation, otherwise).is_some() {
            continue;
        }
        let keys = ["transition", "otherwise"];
        let span = contract.places.value(operation.span, &keys);
        let span = contract.places.word(span, otherwise);
        let message = format!("`{}` has no error case `{otherwise}`", operation.id);
        let found = Diagnostic::error("unknown-error-case", message, span, "not among its errors");
        let names: Vec<&str> = operation
            .errors
            .iter()
            .map(|case| case.id.as_str())
            .collect();
        out.push(suggest(found, span, otherwise, "error cases", &names));
    }
}
