//! Inputs that identify a record agree with the record, and with each other.

use super::prelude::*;
use crate::model::{Identifier, InputRef, MemberUsage, Type};

/// An input that identifies a record.
struct Address<'c> {
    name: &'c str,
    /// The type of a member of the body.
    ty: Option<&'c Type>,
    record: &'c str,
    kinds: &'c [Identifier],
    span: Span,
}

/// An echo of one kind of identifier repeats an input that accepts it.
pub(super) fn echoes(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        let echoes = operation.success.echoes.iter();
        for (echo, when) in echoes.filter_map(|echo| Some((echo, echo.when?))) {
            let InputRef { part, name } = &echo.from;
            let path = operation.path_parameter(name).filter(|_| *part == InputPart::Path);
            let body = operation.body_field(name).filter(|_| *part == InputPart::Body);
            let kinds = path.map(|path| &path.identifiers);
            let kinds = kinds.or(body.map(|field| &field.identifiers));
            if !kinds.is_some_and(|kinds| kinds.contains(&when)) {
                let message = format!("`{}` is never given by `{}`", echo.from, when.name());
                out.push(
                    Diagnostic::error("unaccepted-identifier", message, echo.span, "its echo")
                        .with_help(
                            "write a kind of identifier that the input accepts, or no `when`",
                        ),
                );
            }
        }
    }
}

/// A record has one identifier of its own, of one type, in all inputs that identify it and in the member that shows it.
pub(super) fn agree(contract: &Contract, out: &mut Diagnostics) {
    let mut known: BTreeMap<&str, (Identifier, Span)> = BTreeMap::new();
    for address in contract.operations().flat_map(addresses) {
        if !is_single(&address, out) {
            continue;
        }
        typed(&address, out);
        // A record that is not declared is reported by its own rule.
        let own = Identifier::own(address.kinds);
        let (Some(own), Some(record)) = (own, contract.record(address.record)) else {
            continue;
        };
        let Some((first, span)) = known.get(address.record).copied() else {
            known.insert(address.record, (own, address.span));
            shown(contract, &address, own, record, out);
            continue;
        };
        if first != own {
            out.push(contradiction(&address, own).with_label(span, first.name()).with_help(
                format!("a `{}` has one identifier: write the same kind in both", record.name),
            ));
        }
    }
}

fn addresses(operation: &Operation) -> impl Iterator<Item = Address<'_>> {
    let path = operation.path_parameters.iter().map(|parameter| Address {
        name: &parameter.name,
        ty: None,
        record: &parameter.record,
        kinds: &parameter.identifiers,
        span: parameter.span,
    });
    let body = operation.declared_body_fields().filter_map(|field| {
        let (name, record) = (field.wire.as_str(), field.record.as_deref()?);
        Some(Address {
            name,
            ty: Some(&field.ty),
            record,
            kinds: &field.identifiers,
            span: field.span,
        })
    });
    path.chain(body)
}

/// Whether an input accepts one kind that the service assigns, and no text beside a number.
fn is_single(address: &Address<'_>, out: &mut Diagnostics) -> bool {
    let own: Vec<_> = address.kinds.iter().filter(|kind| kind.is_own()).collect();
    let is_mixed = address.kinds.contains(&Identifier::Integer) && address.kinds.len() > 1;
    if own.len() < 2 && !is_mixed {
        return true;
    }
    let message = format!("`{}` is identified in ways that exclude each other", address.name);
    let label = "several kinds of identifiers";
    out.push(Diagnostic::error("mixed-identifiers", message, address.span, label).with_help(
        "write one of `uuid`, `string` and `integer`; only a text can be an `email` instead",
    ));
    false
}

/// The type of a member of the body is that of its identifiers.
fn typed(address: &Address<'_>, out: &mut Diagnostics) {
    let is_integer = address.kinds.contains(&Identifier::Integer);
    let (fits, wanted) = match address.ty {
        None | Some(Type::Unknown(_)) => return,
        Some(ty) if is_integer => (*ty == Type::Integer, "integer"),
        Some(ty) => (matches!(ty, Type::Text(_)), "string"),
    };
    if !fits && !address.kinds.is_empty() {
        let message = format!("`{}` has another type than what it identifies by", address.name);
        out.push(
            Diagnostic::error("identifier-type", message, address.span, "its type")
                .with_help(format!("with these kinds of identifiers, its type is `{wanted}`")),
        );
    }
}

/// The member that identifies the record holds what the input accepts.
fn shown(
    contract: &Contract,
    address: &Address<'_>,
    own: Identifier,
    record: &Record,
    out: &mut Diagnostics,
) {
    let wire = record.identified_by.as_deref();
    let field = record.fields.iter().find(|field| Some(field.wire.as_str()) == wire);
    if let Some(field) = field {
        let is_identifier =
            Identifier::ALL.iter().any(|kind| kind.is_own() && kind.fits(&field.ty));
        if is_identifier && !own.fits(&field.ty) {
            let help = if own == Identifier::Integer {
                "write `string`, or `uuid` if the document calls it one"
            } else {
                "write `integer`"
            };
            let label = "the member that identifies it";
            out.push(contradiction(address, own).with_label(field.span, label).with_help(help));
        }
        return;
    }
    let mut named = contract.references.members.iter();
    let is_named = record.identified_by.is_none()
        || named.any(|it| it.usage == MemberUsage::Identifier && it.record == record.name);
    let candidates = record.fields.iter().filter(|field| own.fits(&field.ty));
    let candidates: Vec<_> = candidates.map(|field| format!("`{}`", field.wire)).collect();
    // A record whose members are not shown has no candidates.
    if own != Identifier::Uuid && !is_named && !candidates.is_empty() {
        let message = format!("`{}` does not say which member identifies it", record.name);
        out.push(
            Diagnostic::error(
                "unnamed-identifier",
                message,
                record.span,
                "without `identified_by`",
            )
            .with_label(address.span, "identifies it")
            .with_help(format!(
                "write `identified_by: MEMBER` with one of {}, or `identified_by: none`",
                candidates.join(", ")
            )),
        );
    }
}

fn contradiction(address: &Address<'_>, own: Identifier) -> Diagnostic {
    let message = format!("a `{}` is not identified by `{}`", address.record, own.name());
    Diagnostic::error("contradicting-identifiers", message, address.span, own.name())
}
