//! Members of records that are named are declared, and can be used as they are.

use super::calculations;
use super::prelude::*;
use super::scale::Scale;
use crate::model::{AnswerField, Field, Filter, Format, Identifier, MemberUsage, Type, field_path};

/// Every member of a record that is named is declared, and can be used as it is: in placeholders, lifecycles,
/// discriminators, filters, sorts and orders.
pub(super) fn members(contract: &Contract, out: &mut Diagnostics) {
    let mut created: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for operation in contract.operations() {
        if let Some(record) = &operation.creates {
            let inputs = operation.body.iter().map(|field| field.wire.as_str());
            created.entry(record).or_default().extend(inputs);
        }
    }
    for reference in &contract.references.members {
        // A record that is not declared is reported by its own rule.
        let Some(record) = contract.record(&reference.record) else {
            continue;
        };
        let member = &reference.member;
        match reference.usage {
            MemberUsage::Value => _ = member_of(record, member, out),
            MemberUsage::Identifier => {
                if let Some(field) = member_of(record, member, out) {
                    identifying(contract, field, member, out);
                }
            }
            MemberUsage::Order => {
                order(record, created.get(record.name.as_str()), member, out);
            }
            MemberUsage::Collation => {
                if let Some(field) = member_of(record, member, out) {
                    collated(field, member, out);
                }
            }
            MemberUsage::Equality => {
                if let Some(field) = member_of(record, member, out) {
                    plain(field, member, out);
                }
            }
            MemberUsage::Inclusion => inclusion(contract, record, member, out),
            MemberUsage::Operand => {
                if let Some(field) = member_of(record, member, out) {
                    calculations::number(contract, (&field.ty, field.ty_span), member, out);
                }
            }
            usage @ (MemberUsage::Filter(_) | MemberUsage::Sort) => {
                if let Some(field) = member_of(record, member, out) {
                    comparable(contract, field, member, usage, out);
                }
            }
        }
    }
    discriminators(contract, out);
}

/// The member with this name; adds a diagnostic if it does not exist.
pub(super) fn member_of<'c>(
    record: &'c Record,
    name: &Spanned<String>,
    out: &mut Diagnostics,
) -> Option<&'c Field> {
    let field = record.fields.iter().find(|field| field.wire == name.value);
    if field.is_none() {
        let span = name.word(name);
        let message = format!("`{}` has no member `{name}`", record.name);
        let found = Diagnostic::error("unknown-member", message, span, "no such member")
            .with_label(record.span, "declared here");
        let names: Vec<&str> = record.fields.iter().map(|field| field.wire.as_str()).collect();
        out.push(suggest(found, span, name, "members", &names));
    }
    field
}

/// What identifies a record is a text or a number that every record has.
fn identifying(
    contract: &Contract,
    field: &Field,
    member: &Spanned<String>,
    out: &mut Diagnostics,
) {
    let is_identifier = match &field.ty {
        // A type with reported errors may be one; a type that is not shown has a gap.
        Type::Unknown(gap) => contract.gap(gap).is_none(),
        ty => Identifier::ALL.iter().any(|kind| kind.is_own() && kind.fits(ty)),
    };
    if !is_identifier {
        let message = format!("`{member}` cannot identify a record");
        out.push(
            Diagnostic::error("not-an-identifier", message, member.span, "not an identifier")
                .with_label(field.ty_span, "its type")
                .with_help(
                    "the type of an identifier is `integer`, or `string` with `format: identifier`",
                ),
        );
        return;
    }
    let is_missing = field.present.stated() == Some(&false);
    if is_missing || field.nullable.stated() == Some(&true) {
        let message = format!("`{member}` does not identify every record");
        let label = if is_missing { "not always present" } else { "may be null" };
        out.push(
            Diagnostic::error("not-an-identifier", message, member.span, label)
                .with_label(field.span, "the member")
                .with_help("name a member that every record has, or write `identified_by: none`"),
        );
    }
}

/// The order of a list is by an input of the creation or by a member of the record.
fn order(record: &Record, inputs: Option<&Vec<&str>>, by: &Spanned<String>, out: &mut Diagnostics) {
    let fields = record.fields.iter().map(|field| field.wire.as_str());
    let inputs = inputs.into_iter().flatten().copied();
    let mut names: Vec<&str> = inputs.chain(fields).chain(["creation"]).collect();
    names.sort_unstable();
    names.dedup();
    if names.contains(&by.as_str()) {
        return;
    }
    let span = by.word(by);
    let message = format!("`{}` has no member `{by}` to sort by", record.name);
    let label = "neither an input of its creation nor a member";
    let found = Diagnostic::error("unknown-order", message, span, label)
        .with_label(record.span, "declared here");
    out.push(suggest(found, span, by, "inputs and members", &names).with_help_without_fix(
        "`creation` is the time of creation; an order that no member shows is `order: { not_shown: TEXT }`",
    ));
}

/// Only texts have a collation.
fn collated(field: &Field, member: &Spanned<String>, out: &mut Diagnostics) {
    if matches!(field.ty, Type::Text(None) | Type::Unknown(_)) {
        return;
    }
    let message = format!("`{member}` is not a text, so it has no collation");
    out.push(
        Diagnostic::error("misplaced-collation", message, member.span, "ordered by this")
            .with_label(field.ty_span, "its type")
            .with_help("remove `collation`"),
    );
}

/// Why a filter cannot compare values of a type for equality: each value has one notation otherwise.
fn not_plain(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Record(_) | Type::List(_) => Some("a record or a list"),
        Type::Map(_) | Type::Json => Some("an object or any value"),
        Type::Timestamp(_) => Some("a time, which has several notations"),
        Type::Text(Some(format)) if *format != Format::Identifier => {
            Some("a text that has several spellings")
        }
        _ => None,
    }
}

/// A filter `includes` names a list of plain values, or a plain member of the records in a list.
fn inclusion(
    contract: &Contract,
    record: &Record,
    member: &Spanned<String>,
    out: &mut Diagnostics,
) {
    let (list, item) = match member.find('.') {
        Some(at) => (member.part(0..at), Some(member.part(at + 1..member.len()))),
        None => (member.span, None),
    };
    let name = member.split('.').next().unwrap_or_default().to_owned();
    let Some(field) = member_of(record, &Spanned::new(name, list), out) else { return };
    let Type::List(items) = &field.ty else {
        // A type that could not be read is reported already; one that is not shown may be a list.
        if !matches!(field.ty, Type::Unknown(_)) {
            let message = format!("a filter `includes` needs a list, but `{member}` is not a list");
            out.push(
                Diagnostic::error("not-comparable", message, member.span, "not a list")
                    .with_label(field.ty_span, "its type")
                    .with_help("write `equals: MEMBER` for a member with one value"),
            );
        }
        return;
    };
    let compared = match (items.as_ref(), item) {
        (Type::Record(name), Some(span)) => {
            let item = member.split_once('.').map_or("", |(_, item)| item).to_owned();
            let Some(record) = contract.record(name) else { return };
            member_of(record, &Spanned::new(item, span), out).map(|field| &field.ty)
        }
        (ty, None) => Some(ty),
        (_, Some(span)) => {
            let message = format!("the items of `{}` have no members", field.wire);
            out.push(
                Diagnostic::error("not-comparable", message, span, "a member of an item")
                    .with_label(field.ty_span, "their type")
                    .with_help("name the list alone"),
            );
            return;
        }
    };
    if let Some(label) = compared.and_then(not_plain) {
        let message = format!("a filter `includes` cannot compare the items of `{}`", field.wire);
        out.push(
            Diagnostic::error("not-comparable", message, member.span, label)
                .with_label(field.ty_span, "their type")
                .with_help("name a member of the records in the list: `labels.name`; for other types, describe the filter: `filter: { meaning: TEXT }`"),
        );
    }
}

/// A member that a filter compares for equality has one notation of each value.
fn plain(field: &Field, member: &Spanned<String>, out: &mut Diagnostics) {
    let Some(label) = not_plain(&field.ty) else { return };
    let message = format!("a filter `equals` cannot compare `{member}`");
    out.push(
        Diagnostic::error("not-comparable", message, member.span, label)
            .with_label(field.ty_span, "its type")
            .with_help("for other types, describe the filter: `filter: { meaning: TEXT }`"),
    );
}

fn comparable(
    contract: &Contract,
    field: &Field,
    member: &Spanned<String>,
    usage: MemberUsage,
    out: &mut Diagnostics,
) {
    // A type with reported errors may be a number; a type that is not shown has a gap.
    let is_unread = matches!(&field.ty, Type::Unknown(gap) if contract.gap(gap).is_none());
    if is_unread || Scale::of(&field.ty).is_some() {
        return;
    }
    let (message, help) = match usage {
        MemberUsage::Filter(bound) => (
            format!("a filter `{}` cannot compare `{member}`", bound.name()),
            "for other types, describe the filter: `filter: { meaning: TEXT }`",
        ),
        _ => (
            format!("a list cannot be sorted by `{member}`"),
            "sort by a member with a number or a timestamp, or say how texts compare: `collation: code_point`",
        ),
    };
    out.push(
        Diagnostic::error("not-comparable", message, member.span, "neither a number nor a time")
            .with_label(field.ty_span, "its type")
            .with_help(help),
    );
}

/// A filter that compares takes a value of the kind of its member.
pub(super) fn filters(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        let record = operation.lists.as_deref().and_then(|name| contract.record(name));
        for query in &operation.query {
            let Some(Filter::Compares { field, bound }) = &query.filter else { continue };
            let field = record.and_then(|record| record.fields.iter().find(|it| it.wire == *field));
            let Some(field) = field else { continue };
            let is_unread = matches!(&query.ty, Type::Unknown(_));
            let wanted = Scale::of(&field.ty).filter(|_| !is_unread);
            let Some(wanted) = wanted.filter(|wanted| Scale::of(&query.ty) != Some(*wanted)) else {
                continue;
            };
            let kind = wanted.in_words();
            let message = format!(
                "a filter `{}` of `{}` needs {kind}, but `{}` is not {kind}",
                bound.name(),
                field.wire,
                query.name
            );
            out.push(
                Diagnostic::error("not-comparable", message, query.span, format!("not {kind}"))
                    .with_label(field.ty_span, "the type of the member")
                    .with_help("write the type of the member as the `type` of the parameter, or describe the filter: `filter: { meaning: TEXT }`"),
            );
        }
    }
}

/// The value of a discriminator is one of the values of its member.
fn discriminators(contract: &Contract, out: &mut Diagnostics) {
    for fixture in &contract.service.fixtures {
        let Some(record) = contract.record(&fixture.record) else {
            continue;
        };
        for discriminator in &fixture.discriminated_by {
            let (member, value) = (&discriminator.member, &discriminator.value);
            let field = record.fields.iter().find(|field| field.wire == *member);
            let values = field.map(|field| field.ty.values()).unwrap_or_default();
            if !values.is_empty() && !values.contains(&value.as_str()) {
                let message = format!("`{member}` has no value `{value}`");
                let label = "not among its values";
                let found = Diagnostic::error("unknown-value", message, value.span, label);
                out.push(suggest(found, value.span, value, "values", &values));
            }
        }
    }
}

/// Every field of a response that is named is declared: in echoes and call times.
pub(super) fn answer_fields(contract: &Contract, out: &mut Diagnostics) {
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
}

fn shown_member(
    contract: &Contract,
    operation: &Operation,
    shown: &AnswerField,
    out: &mut Diagnostics,
) {
    let body = &operation.success.body;
    let Some(fact) = body.fact() else {
        let gap = body.gap().and_then(|gap| contract.gap(gap));
        // A body that could not be read is reported already.
        let Some(gap) = gap else { return };
        let message =
            format!("the body of `{}` is not shown, so it has no known echo", operation.id);
        let found = Diagnostic::error("unknown-envelope-member", message, shown.span, "an echo");
        out.push(
            found.with_label(gap.span, "not shown").with_help("remove the echo, or state the body"),
        );
        return;
    };
    let members = fact.value.members();
    let whole = Spanned::new(field_path(&shown.member, &shown.field), shown.span);
    let field_at = whole.len() - shown.field.len();
    let Some(member) = members.iter().find(|member| member.wire == shown.member) else {
        let message =
            format!("the response of `{}` has no member `{}`", operation.id, shown.member);
        let span = whole.part(0..shown.member.len());
        let found = Diagnostic::error("unknown-envelope-member", message, span, "no such member")
            .with_label(fact.span, "the body");
        let names: Vec<&str> = members.iter().map(|member| member.wire.as_str()).collect();
        out.push(suggest(found, span, &shown.member, "members of the response", &names));
        return;
    };
    let Some(name) = member.ty.record() else {
        // A type that could not be read is reported already.
        if matches!(&member.ty, Type::Unknown(gap) if contract.gap(gap).is_none()) {
            return;
        }
        let field = &shown.field;
        let message = match shown.member.as_str() {
            "" => format!("the body has no record, so it has no member `{field}`"),
            member => format!("`{member}` is not a record, so it has no member `{field}`"),
        };
        out.push(
            Diagnostic::error("unknown-member", message, shown.span, "no such member")
                .with_label(member.ty_span, "its type"),
        );
        return;
    };
    let is_shown = contract.member(name, &shown.field).is_some();
    if let ("", Some((_, field)), false) =
        (shown.member.as_str(), shown.field.split_once('.'), is_shown)
    {
        let message = format!("the body of `{}` is the record, without an envelope", operation.id);
        out.push(
            Diagnostic::error("unknown-member", message, shown.span, "no such member")
                .with_label(fact.span, "the body")
                .with_fix(shown.span, field, "name the member of the record alone"),
        );
        return;
    }
    // A record that is not declared is reported by its own rule.
    if let Some(record) = contract.record(name).filter(|_| !is_shown) {
        let field = whole.part(field_at..whole.len());
        member_of(record, &Spanned::new(shown.field.clone(), field), out);
    }
}

/// The inputs of an update are members of the record, or trigger a transition.
pub(super) fn updates(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        // A record that is not declared is reported by its own rule.
        let record = operation.updates.as_ref();
        if let Some(record) = record.and_then(|name| contract.record(name)) {
            members_of_update(operation, record, out);
        }
    }
}

fn members_of_update(operation: &Operation, record: &Record, out: &mut Diagnostics) {
    let names: Vec<&str> = record.fields.iter().map(|field| field.wire.as_str()).collect();
    for field in &operation.body {
        let name = field.wire.as_str();
        if names.contains(&name) || operation.is_triggered_by(InputPart::Body, name) {
            continue;
        }
        let span = field.wire_span;
        let message = format!("`{}` has no member `{name}` to update", record.name);
        let found = Diagnostic::error("unknown-member", message, span, "no such member")
            .with_label(record.span, "declared here");
        let found = suggest(found, span, name, "members", &names);
        out.push(found.with_help(
            "if the value changes the state, declare a transition that is `triggered_by` it",
        ));
    }
}
