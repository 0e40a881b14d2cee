//! The condition `taken` applies to unique inputs only.

use super::prelude::*;
use crate::model::{Condition, Fact};

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        for case in &operation.errors {
            let Some(Fact { value: Condition::Taken(input), span, .. }) = case.when.fact() else {
                continue;
            };
            let message = format!("`{input}` cannot be taken: it is not unique");
            let found = Diagnostic::error("taken-but-not-unique", message, *span, "taken");
            if input.part != InputPart::Body {
                out.push(found.with_help("only members of the body can be unique"));
            } else if let Some(field) = operation.body.iter().find(|field| field.wire == input.name)
                && !field.unique
            {
                out.push(
                    found
                        .with_label(field.span, "not declared unique")
                        .with_help("add `unique: true` if the value must be unique"),
                );
            }
        }
    }
}
