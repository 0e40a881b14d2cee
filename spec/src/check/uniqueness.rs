//! The condition `taken` applies to unique inputs only.

use reader::{Diagnostic, Diagnostics};

use super::common::condition;
use crate::model::{Condition, Contract, InputPart, InputRef, Operation};

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        for case in &operation.errors {
            let Some((Condition::Taken(input), span)) = condition(case) else {
                continue;
            };
            let message = format!("`{input}` cannot be taken: it is not unique");
            let found = Diagnostic::error("taken-but-not-unique", message, span, "taken");
            match field(operation, input) {
                Field::Unique | Field::NotThere => {}
                Field::Shared(declared) => out.push(
                    found
                        .with_label(declared, "not declared unique")
                        .with_help("add `unique: true` if the value must be unique"),
                ),
                Field::NotOfTheBody => {
                    out.push(found.with_help("only members of the body can be unique"));
                }
            }
        }
    }
}

/// The declaration of an input with the condition `taken`.
enum Field {
    /// Declared as unique.
    Unique,
    /// Declared without `unique`.
    Shared(reader::Span),
    /// An input of the path or the query.
    NotOfTheBody,
    /// Not declared, which is reported by its own rule.
    NotThere,
}

fn field(operation: &Operation, input: &InputRef) -> Field {
    if input.part != InputPart::Body {
        return Field::NotOfTheBody;
    }
    match operation.body.iter().find(|field| field.wire == input.name) {
        Some(field) if field.unique => Field::Unique,
        Some(field) => Field::Shared(field.span),
        None => Field::NotThere,
    }
}
