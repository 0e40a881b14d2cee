//! What is calculated with are whole numbers: inputs, and members of records that the request names.

use super::prelude::*;
use crate::model::{Condition, ErrorCase, Type, ValueSource};

/// The conditions of error cases calculate with records that the request names, and with inputs that are numbers.
pub(super) fn conditions(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        for case in &operation.errors {
            condition(contract, operation, case, out);
        }
    }
    for case in &contract.service.errors {
        if let Some(Condition::Compares(_)) = case.when.value() {
            let message = "the service has no record to compare";
            let span = case.when.span().unwrap_or(case.span);
            let found = Diagnostic::error("bad-operand", message, span, "in the whole service");
            out.push(found.with_help("declare the case in each operation that it is about"));
        }
    }
}

fn condition(contract: &Contract, operation: &Operation, case: &ErrorCase, out: &mut Diagnostics) {
    let Some(fact) = case.when.fact() else { return };
    let Condition::Compares(comparison) = &fact.value else { return };
    for source in comparison.sources() {
        let at = Spanned::new(source.to_string(), fact.span);
        match source {
            ValueSource::Input(input) if input.part == InputPart::Body => {
                // An input that is not declared is reported by its own rule.
                if let Some(field) = operation.body_field(&input.name) {
                    number(contract, (&field.ty, field.span), &at, out);
                }
            }
            ValueSource::Input(input) => {
                let message = format!("`{input}` is no member of the body");
                let found = Diagnostic::error("bad-operand", message, fact.span, "not in the body");
                out.push(found.with_help("calculate with members of the body and of records"));
            }
            ValueSource::Record { record, .. } => named(contract, operation, record, &at, out),
        }
    }
}

/// The request names one record of the type.
fn named(
    contract: &Contract,
    operation: &Operation,
    record: &str,
    at: &Spanned<String>,
    out: &mut Diagnostics,
) {
    if contract.record(record).is_none() || operation.naming(record).is_some() {
        return;
    }
    let message = format!("`{}` does not say which `{record}` is meant", operation.id);
    out.push(
        Diagnostic::error("bad-operand", message, at.span, "of which record?")
            .with_label(operation.http, "names none, or several")
            .with_help(format!("one input must name it, in the path or the body: `record: {record}`; or write `\"prose: TEXT\"`")),
    );
}

/// What is calculated with is a whole number.
pub(super) fn number(
    contract: &Contract,
    (ty, declared): (&Type, Span),
    at: &Spanned<String>,
    out: &mut Diagnostics,
) {
    // A type with reported errors may be a number.
    let is_unread = matches!(ty, Type::Unknown(gap) if contract.gap(gap).is_none());
    if is_unread || *ty == Type::Integer {
        return;
    }
    let message = format!("`{at}` is not a whole number");
    out.push(
        Diagnostic::error("bad-operand", message, at.span, "not an integer")
            .with_label(declared, "declared here")
            .with_help("write `type: integer`, or `\"prose: TEXT\"` for a condition on other values"),
    );
}
