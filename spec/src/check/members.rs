//! Every member of a response or a record that is named is declared: in echoes, placeholders, lifecycles and
//! discriminators.

use reader::{Diagnostic, Diagnostics, Span};

use super::common::{own_cases, suggest};
use crate::model::{AnswerField, Body, Contract, Fixture, Operation, Record, Type, ValueSource};
use crate::places::part_of;

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for record in contract.records() {
        let shown_in = record.lifecycle.as_ref().and_then(|lifecycle| lifecycle.shown_in.value());
        if let Some(member) = shown_in {
            let span = contract.places.value(record.span, &["lifecycle", "shown_in"]);
            member_of(contract, record, member, span, out);
        }
    }
    for fixture in &contract.service.fixtures {
        told_by(contract, fixture, out);
    }
    for operation in contract.operations() {
        let echoes = operation.success.echoes.iter().map(|echo| AnswerField {
            member: echo.member.clone(),
            field: echo.field.clone(),
            span: echo.span,
        });
        for shown in echoes.chain(operation.success.call_time_fields.iter().cloned()) {
            shown_member(contract, operation, &shown, out);
        }
    }
    placeholders(contract, out);
}

/// A discriminator is a member of the record and one of its values.
fn told_by(contract: &Contract, fixture: &Fixture, out: &mut Diagnostics) {
    // A record that is not declared is reported by its own rule.
    let Some(record) = contract.record(&fixture.record) else {
        return;
    };
    for telling in &fixture.discriminated_by {
        let places = &contract.places;
        let name = places.key(fixture.span, &["discriminated_by", &telling.member]);
        member_of(contract, record, &telling.member, name, out);
        let mut fields = record.fields.iter();
        let field = fields.find(|field| field.wire == telling.member);
        let values: Vec<&str> = match field.map(|field| &field.ty) {
            Some(Type::Boolean) => vec!["true", "false"],
            Some(Type::Enumeration(values)) => values.iter().map(String::as_str).collect(),
            _ => continue,
        };
        if !values.contains(&telling.value.as_str()) {
            let span = places.value(fixture.span, &["discriminated_by", &telling.member]);
            let message = format!("`{}` has no value `{}`", telling.member, telling.value);
            let found = Diagnostic::error("unknown-value", message, span, "not among its values");
            out.push(suggest(found, span, &telling.value, "values", &values));
        }
    }
}

fn placeholders(contract: &Contract, out: &mut Diagnostics) {
    let cases = contract.operations().flat_map(|operation| own_cases(contract, operation));
    for case in cases.chain(&contract.service.errors) {
        for placeholder in &case.placeholders {
            for (index, source) in placeholder.sources.iter().enumerate() {
                if let ValueSource::Record { record, field } = source
                    && let Some(record) = contract.record(record)
                {
                    let keys = ["placeholders", placeholder.name.as_str()];
                    let span = contract.places.item(case.span, &keys, index);
                    member_of(contract, record, field, span, out);
                }
            }
        }
    }
}

fn shown_member(
    contract: &Contract,
    operation: &Operation,
    shown: &AnswerField,
    out: &mut Diagnostics,
) {
    let Some(body) = operation.success.body.value() else {
        let message =
            format!("the body of `{}` is not shown, so it has no known echo", operation.id);
        let place = contract.places.key(operation.span, &["success", "body"]);
        out.push(
            Diagnostic::error("unknown-envelope-member", message, shown.span, "an echo")
                .with_label(place, "not shown"),
        );
        return;
    };
    let members = match body {
        Body::Empty => &[],
        Body::Envelope(members) => members.as_slice(),
    };
    let (member_span, field_span) = parts(shown);
    let Some(member) = members.iter().find(|member| member.wire == shown.member) else {
        let message =
            format!("the response of `{}` has no member `{}`", operation.id, shown.member);
        let body = contract.places.value(operation.span, &["success", "body"]);
        let found =
            Diagnostic::error("unknown-envelope-member", message, member_span, "no such member")
                .with_label(body, "the body");
        let names: Vec<&str> = members.iter().map(|member| member.wire.as_str()).collect();
        out.push(suggest(found, member_span, &shown.member, "members of the response", &names));
        return;
    };
    match member.ty.record() {
        // A record that is not declared is reported by its own rule.
        Some(name) => {
            if let Some(record) = contract.record(name) {
                member_of(contract, record, &shown.field, field_span, out);
            }
        }
        None => {
            let message = format!(
                "`{}` is not a record, so it has no member `{}`",
                shown.member, shown.field
            );
            let ty = contract.places.value(member.span, &[]);
            out.push(
                Diagnostic::error("unknown-member", message, shown.span, "no such member")
                    .with_label(ty, "its type"),
            );
        }
    }
}

/// The spans of an envelope member and of its field.
fn parts(shown: &AnswerField) -> (Span, Span) {
    let text = format!("{}.{}", shown.member, shown.field);
    let dot = shown.member.len();
    let member = part_of(&text, shown.span, 0..dot);
    (member, part_of(&text, shown.span, dot + 1..text.len()))
}

pub(super) fn member_of(
    contract: &Contract,
    record: &Record,
    name: &str,
    span: Span,
    out: &mut Diagnostics,
) {
    if record.fields.iter().any(|field| field.wire == name) {
        return;
    }
    let span = contract.places.word(span, name);
    let message = format!("`{}` has no member `{name}`", record.name);
    let found = Diagnostic::error("unknown-member", message, span, "no such member")
        .with_label(record.span, "declared here");
    let names: Vec<&str> = record.fields.iter().map(|field| field.wire.as_str()).collect();
    out.push(suggest(found, span, name, "members", &names));
}
