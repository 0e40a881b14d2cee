//! The entry of the list of errors in the body of a refusal.

use spec::Contract;

use super::Names;
use super::docs::{heading, slot_note};
use super::enumeration::EnumerationPlan;
use super::record::{FieldPlan, MemberPlan, StructPlan};
use crate::doc::Doc;
use crate::names;
use crate::rust_type::RustType;

/// The struct of an entry. The input is the field `field` and the code the field `code`, whatever the wire calls them.
pub(super) fn plan<'c>(
    contract: &'c Contract,
    codes: Option<&EnumerationPlan>,
    names: &mut Names<'_>,
) -> Option<StructPlan<'c>> {
    let body = &contract.service.error_body;
    let shape = body.entries.as_ref()?;
    let name = names.type_name("error_body_entry", format!("error_body {shape}"), shape.span);
    let field = FieldPlan {
        name: names::snake("field"),
        wire: &shape.field,
        ty: RustType::Text,
        required: false,
        doc: Doc::new(format!("The offending input. On the wire: `{}`.", shape.field)),
    };
    let code = shape.code.as_ref().zip(codes).map(|(wire, codes)| FieldPlan {
        name: names::snake("code"),
        wire,
        ty: RustType::Enumeration(codes.name.clone()),
        required: false,
        doc: Doc::new(format!("The code. On the wire: `{wire}`.")),
    });
    let members = [field].into_iter().chain(code);
    Some(StructPlan {
        name,
        doc: heading("An entry of the list of errors in the body of a refusal", "", &shape.section)
            .text(slot_note(contract, &shape.complete).unwrap_or_default()),
        members: members.map(|field| MemberPlan { field, null: false, seen: true }).collect(),
        open: true,
        recursive: false,
    })
}
