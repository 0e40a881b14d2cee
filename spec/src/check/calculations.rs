//! What is calculated with are whole numbers: inputs, and members of records that the request names.

use serde_json::Value;

use super::prelude::*;
use super::scale::Scale;
use crate::model::{
    Condition, ErrorCase, Field, Given, MemberConstant, MemberEffect, MemberRelation, Sum, Type,
    ValueSource,
};

/// The conditions of error cases calculate with records that the request names, and with inputs that are numbers.
pub(super) fn conditions(contract: &Contract, out: &mut Diagnostics) {
    let of_service = &contract.service.errors;
    for operation in contract.operations() {
        let own = operation.errors.iter();
        // An operation repeats the condition of the service's case.
        let is_own = |case: &&ErrorCase| {
            of_service.iter().all(|other| other.when.value() != case.when.value())
        };
        own.filter(is_own).for_each(|case| condition(contract, operation, case, out));
    }
    for case in of_service {
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
        operand(contract, operation, source, fact.span, out);
    }
}

/// A source of a sum is a member of the body that is a whole number, or of a record that the request names.
fn operand(
    contract: &Contract,
    operation: &Operation,
    source: &ValueSource,
    span: Span,
    out: &mut Diagnostics,
) {
    let at = Spanned::new(source.to_string(), span);
    match source {
        ValueSource::Input(input) if input.part == InputPart::Body => {
            // An input that is not declared is reported by its own rule.
            if let Some(field) = operation.body_field(&input.name) {
                number(contract, (&field.ty, field.span), &at, out);
            }
        }
        ValueSource::Input(input) => {
            let message = format!("`{input}` is no member of the body");
            let found = Diagnostic::error("bad-operand", message, span, "not in the body");
            out.push(found.with_help("calculate with members of the body and of records"));
        }
        ValueSource::Record { record, .. } => named(contract, operation, record, &at, out),
    }
}

/// The effects of operations are on records that the request names or creates, and of the type of the member.
pub(super) fn effects(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        for effect in &operation.effects {
            let at = Spanned::new(format!("{}.{}", effect.record, effect.field), effect.span);
            if operation.creates.as_ref() != Some(&effect.record) {
                named(contract, operation, &effect.record, &at, out);
            }
            if let Some(field) = contract.member(&effect.record, &effect.field) {
                values(contract, operation, (effect, field), out);
            }
        }
    }
}

/// Constants are on records that the request names or creates, and of the type of the member.
pub(super) fn constants(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        for constant in &operation.constants {
            let MemberConstant { record, field, value, span, .. } = constant;
            let at = Spanned::new(format!("{record}.{field}"), *span);
            if operation.creates.as_ref() != Some(record) {
                named(contract, operation, record, &at, out);
            }
            let Some(field) = contract.member(record, field) else { continue };
            if !is_given_to(field, value) {
                let message = format!("{} is no value of `{at}`", value.in_words());
                let found = Diagnostic::error("bad-effect", message, *span, "given here");
                out.push(
                    found
                        .with_label(field.ty_span, "the type of the member")
                        .with_help("write a value of that type, or `null` where it may be null"),
                );
            }
        }
    }
}

fn is_given_to(field: &Field, given: &Given) -> bool {
    match given {
        Given::CallTime => matches!(field.ty, Type::Timestamp(_) | Type::UnixTime),
        Given::Value(Value::Null) => field.nullable.stated() != Some(&false),
        Given::Value(value) => match (&field.ty, value) {
            (Type::Enumeration(words), Value::String(text)) => words.contains(text),
            (Type::Text(_) | Type::Timestamp(_) | Type::Date, Value::String(_))
            | (Type::Boolean, Value::Bool(_))
            | (Type::Number, Value::Number(_))
            | (Type::Unknown(_) | Type::Json, _) => true,
            (Type::Integer | Type::UnixTime, Value::Number(number)) => number.is_i64(),
            _ => false,
        },
    }
}

fn values(
    contract: &Contract,
    operation: &Operation,
    (effect, field): (&MemberEffect, &Field),
    out: &mut Diagnostics,
) {
    for value in &effect.values {
        if let Some(copied) = value.single() {
            let ty = match copied {
                ValueSource::Input(input) if input.part != InputPart::Body => {
                    operand(contract, operation, copied, effect.span, out);
                    continue;
                }
                ValueSource::Input(input) => operation.body_field(&input.name).map(|it| &it.ty),
                ValueSource::Record { record, field } => {
                    if operation.creates.as_ref() != Some(record) {
                        let at = Spanned::new(copied.to_string(), effect.span);
                        named(contract, operation, record, &at, out);
                    }
                    contract.member(record, field).map(|field| &field.ty)
                }
            };
            let Some(ty) = ty.filter(|ty| **ty != field.ty) else { continue };
            let message =
                format!("`{copied}` is not of the type of `{}.{}`", effect.record, field.wire);
            let label = if *ty == Type::Integer { "a whole number" } else { "another type" };
            let found = Diagnostic::error("bad-effect", message, effect.span, label);
            out.push(
                found
                    .with_label(field.ty_span, "the type of the member")
                    .with_help("copy a member of the same type"),
            );
            continue;
        }
        number(
            contract,
            (&field.ty, field.ty_span),
            &Spanned::new(field.wire.clone(), effect.span),
            out,
        );
        for source in value.sources() {
            // Members of the created record are set by the request.
            let is_created = |record| operation.creates.as_ref() == Some(record);
            if !matches!(source, ValueSource::Record { record, .. } if is_created(record)) {
                operand(contract, operation, source, effect.span, out);
            }
        }
    }
}

/// The relations of records are between whole numbers, or two members that are compared alike.
pub(super) fn relations(contract: &Contract, out: &mut Diagnostics) {
    for record in contract.records() {
        for relation in &record.relations {
            related(contract, record, relation, out);
        }
    }
}

fn related(contract: &Contract, record: &Record, relation: &MemberRelation, out: &mut Diagnostics) {
    let field = |source: &ValueSource| match source {
        ValueSource::Record { field, .. } => contract.member(&record.name, field),
        ValueSource::Input(_) => None,
    };
    let single = |sum: &Sum| field(sum.single()?).and_then(|field| Scale::of(&field.ty));
    let comparison = &relation.comparison;
    if let [(_, right)] = comparison.tests.as_slice()
        && let (Some(left), Some(right)) = (single(&comparison.left), single(right))
        && left == right
    {
        return;
    }
    // Members that are not declared are reported by their own rule.
    if !comparison.sources().all(|source| field(source).is_some()) {
        return;
    }
    for source in comparison.sources() {
        if let Some(field) = field(source) {
            let at = Spanned::new(field.wire.clone(), relation.span);
            number(contract, (&field.ty, field.ty_span), &at, out);
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
            .with_help(
                "write `type: integer`, or `\"prose: TEXT\"` for a condition on other values",
            ),
    );
}
