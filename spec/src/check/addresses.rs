//! A member of the body that identifies a record has identifiers and a record, and is a text.
//!
//! The same holds for a member with several values, because only a text can contain commas.

use reader::{Diagnostic, Diagnostics, Span};

use crate::model::{Contract, InputField, Type};

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        for field in &operation.body {
            address(contract, field, out);
            if field.several && !is_text(&field.ty) {
                let span = contract.places.key(field.span, &["separated_by"]);
                out.push(no_text(contract, &field.wire, field.span, span));
            }
        }
        for parameter in &operation.query {
            if parameter.several && !is_text(&parameter.ty) {
                let span = contract.places.key(parameter.span, &["separated_by"]);
                out.push(no_text(contract, &parameter.name, parameter.span, span));
            }
        }
    }
}

fn address(contract: &Contract, field: &InputField, out: &mut Diagnostics) {
    let (there, lacking) = match (field.identifiers.is_empty(), &field.record) {
        (false, None) => ("identified_by", "`record: RECORD`"),
        (true, Some(_)) => ("record", "`identified_by: [uuid]`"),
        _ => return,
    };
    let span = contract.places.key(field.span, &[there]);
    let message = format!("`{}` has only half of an identifier", field.wire);
    out.push(
        Diagnostic::error("half-an-address", message, span, format!("without {lacking}"))
            .with_help("`identified_by` and `record` go together: write both or neither"),
    );
}

fn is_text(ty: &Type) -> bool {
    // A type that could not be read is reported already.
    matches!(ty, Type::Text(_) | Type::Enumeration(_) | Type::Unknown(_))
}

fn no_text(contract: &Contract, name: &str, declared: Span, span: Span) -> Diagnostic {
    let message = format!("`{name}` cannot contain comma-separated values");
    let ty = contract.places.value(declared, &["type"]);
    Diagnostic::error("misplaced-several", message, span, "does not apply here")
        .with_label(ty, "not a string")
        .with_help(
            "`separated_by` applies to `string`; a JSON array is written in brackets: `type: [integer]`",
        )
}
