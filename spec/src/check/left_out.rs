//! Checks what the record contains if members of the body are null or left out.

use super::prelude::*;
use crate::model::{Field, InputField};

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        if let Some(span) = operation.keeps_left_out.filter(|_| operation.updates.is_none()) {
            let message = format!("`{}` updates no record", operation.id);
            out.push(
                Diagnostic::error("keeps-without-update", message, span, "of an update")
                    .with_help("add `updates: RECORD`, or remove it"),
            );
        }
        for field in operation.declared_body_fields() {
            if field.nullable && field.several {
                let message =
                    format!("`{}` is a text with several values, and cannot be null", field.wire);
                out.push(
                    Diagnostic::error("misplaced-several", message, field.span, "can be null")
                        .with_help("leave it out for no values, or write the type of a JSON list: `type: [string]`"),
                );
            }
            default(operation, field, out);
            null(contract, operation, field, out);
        }
    }
}

/// Only the optional members of a creation have a default.
fn default(operation: &Operation, field: &InputField, out: &mut Diagnostics) {
    let Some(default) = &field.default else { return };
    let is_update = operation.updates.is_some();
    let (why, help) = if field.required {
        ("a required member is never left out", "remove `default` or `required`")
    } else if operation.creates.is_some() || is_update && field.is_in_object() {
        return;
    } else if is_update {
        (
            "only a creation has a default",
            "say what an update does with members that are left out: `keeps_left_out: true`; otherwise describe it: `description: TEXT`",
        )
    } else {
        ("the operation writes no record that has it", "describe it: `description: TEXT`")
    };
    let message = format!("`{}` has no default: {why}", field.wire);
    let found = Diagnostic::error("misplaced-default", message, default.span, "a default");
    out.push(found.with_help(help));
}

/// If null can be sent or is the default, the member of the record must be nullable.
fn null(contract: &Contract, operation: &Operation, field: &InputField, out: &mut Diagnostics) {
    let is_null = field.default.as_ref().is_some_and(|default| default.value.is_null());
    let record = operation.creates.as_ref().or(operation.updates.as_ref());
    let member = record.and_then(|record| written(contract, record, &field.wire));
    let Some(member) = member.filter(|_| field.nullable || is_null) else { return };
    if member.nullable.stated() == Some(&false) {
        let message = format!("`{}` can be null here, and is never null in the record", field.wire);
        out.push(
            Diagnostic::error("null-without-place", message, field.span, "can be null")
                .with_label(member.span, "never null")
                .with_help(
                    "correct `nullable` of the input, its `default`, or `nullable` of the member",
                ),
        );
    }
}

/// The member of a record that an input is written to, also in the records of a list.
fn written<'c>(contract: &'c Contract, record: &str, wire: &str) -> Option<&'c Field> {
    let Some((outer, name)) = wire.rsplit_once('.') else { return contract.member(record, wire) };
    contract.member(written(contract, record, outer)?.ty.record()?, name)
}
