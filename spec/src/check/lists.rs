//! Filters and sorts belong to lists and use comparable members of the listed record.

use reader::{Diagnostic, Diagnostics, Span};

use super::members::member_of;
use crate::model::{Contract, Filter, Operation, QueryParameter, Record, Type};

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        for parameter in &operation.query {
            for rule in rules(contract, parameter) {
                of_list(contract, operation, &rule, out);
            }
            if let Some(Filter::Above { .. }) = parameter.filter {
                number_sent(contract, parameter, out);
            }
        }
    }
}

/// A filter or a sort.
struct Rule<'c> {
    key: &'static str,
    /// The member it compares, if any.
    member: Option<&'c str>,
    span: Span,
}

fn rules<'c>(contract: &Contract, parameter: &'c QueryParameter) -> Vec<Rule<'c>> {
    let mut rules = Vec::new();
    if let Some(filter) = &parameter.filter {
        let (member, key) = match filter {
            Filter::Above { field } => (Some(field.as_str()), "above"),
            Filter::Meaning(_) => (None, "meaning"),
        };
        let span = contract.places.value(parameter.span, &["filter", key]);
        let key = "filter";
        rules.push(Rule { key, member, span });
    }
    for value in &parameter.values {
        if let Some(order) = &value.sorts {
            rules.push(Rule {
                key: "sorts",
                member: order.by.as_deref(),
                span: contract.places.value(value.span, &["sorts", "by"]),
            });
        }
    }
    rules
}

fn of_list(contract: &Contract, operation: &Operation, rule: &Rule<'_>, out: &mut Diagnostics) {
    let Some(listed) = &operation.lists else {
        let message = format!("`{}` only applies to lists", rule.key);
        let label = "not a list operation";
        out.push(
            Diagnostic::error("rule-without-list", message, rule.span, label)
                .with_help("declare what it lists: `lists: RECORD`"),
        );
        return;
    };
    // A record that is not declared is reported by its own rule.
    if let (Some(member), Some(record)) = (rule.member, contract.record(listed)) {
        member_of(contract, record, member, rule.span, out);
        comparable(contract, record, member, rule, out);
    }
}

fn comparable(
    contract: &Contract,
    record: &Record,
    member: &str,
    rule: &Rule<'_>,
    out: &mut Diagnostics,
) {
    let Some(field) = record.fields.iter().find(|field| field.wire == member) else {
        return;
    };
    let sorts = rule.key == "sorts";
    let is_comparable =
        is_number(contract, &field.ty) || matches!(field.ty, Type::Timestamp(_)) && sorts;
    if is_comparable {
        return;
    }
    let (message, label, help) = match sorts {
        true => (
            format!("a list cannot be sorted by `{member}`"),
            "not a number or timestamp",
            "sort by a member with a number or a timestamp",
        ),
        false => (
            format!("a filter `above` needs a number, but `{member}` is not a number"),
            "not a number",
            "for other types, describe the filter: `filter: { meaning: TEXT }`",
        ),
    };
    let ty = contract.places.value(field.span, &["type"]);
    out.push(
        Diagnostic::error("not-comparable", message, rule.span, label)
            .with_label(ty, "its type")
            .with_help(help),
    );
}

/// The value to compare with is a number.
fn number_sent(contract: &Contract, parameter: &QueryParameter, out: &mut Diagnostics) {
    if is_number(contract, &parameter.ty) {
        return;
    }
    let message =
        format!("a filter `above` needs a number, but `{}` is not a number", parameter.name);
    let ty = contract.places.value(parameter.span, &["type"]);
    let filter = contract.places.key(parameter.span, &["filter"]);
    out.push(
        Diagnostic::error("not-comparable", message, ty, "not a number")
            .with_label(filter, "the filter")
            .with_help("write `type: number` or `type: integer`, or describe the filter: `filter: { meaning: TEXT }`"),
    );
}

/// A type with reported errors may be a number; a type that is not shown has a gap.
fn is_number(contract: &Contract, ty: &Type) -> bool {
    match ty {
        Type::Integer | Type::Number => true,
        Type::Unknown(gap) => contract.gap(gap).is_none(),
        _ => false,
    }
}
