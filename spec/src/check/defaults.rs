//! A default is one of the documented values.

use reader::{Diagnostic, Diagnostics};

use super::common::suggest;
use crate::model::Contract;

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    let parameters = contract.operations().flat_map(|operation| &operation.query);
    for parameter in parameters {
        let names: Vec<&str> = parameter.values.iter().map(|value| value.wire.as_str()).collect();
        let Some(default) = &parameter.default else {
            continue;
        };
        if names.is_empty() || names.contains(&default.as_str()) {
            continue;
        }
        let span = contract.places.value(parameter.span, &["default"]);
        let span = contract.places.word(span, default);
        let message = format!("`{default}` is not a documented value of `{}`", parameter.name);
        let found = Diagnostic::error("unknown-default", message, span, "not among its values");
        out.push(suggest(found, span, default, "values", &names));
    }
}
