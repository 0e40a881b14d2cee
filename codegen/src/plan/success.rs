//! The success response of an operation.

use spec::{Body, EnvelopeMember, Operation, Paging, Slot};

use super::Names;
use super::docs::{section, slot_note};
use super::record::{FieldPlan, MemberPlan, StructPlan};
use super::types::Types;
use crate::doc::Doc;
use crate::names::{self, Ident, Namespace, reserved};
use crate::rust_type::RustType;

/// The success of an operation.
#[derive(Clone, Debug)]
pub struct SuccessPlan<'c> {
    /// Type at the root of the models; an alias of `RawResponse` if the body is not shown.
    pub name: Ident,
    pub shape: SuccessShape<'c>,
    /// Whether the body is the answer of an overlay: the client then keeps a mismatch as a value.
    pub answered: bool,
    /// The status, stated or answered.
    pub status: Option<u16>,
    /// The struct of the paging member, if the list is paged and its body known.
    pub meta: Option<StructPlan<'c>>,
}

/// The body of a success.
#[derive(Clone, Debug)]
pub enum SuccessShape<'c> {
    /// Not shown: `RawResponse`.
    Undocumented,
    Empty(Doc),
    /// A record or a list without an envelope: an alias of its type.
    Bare(Doc, RustType),
    /// A JSON object.
    Envelope(StructPlan<'c>),
}

impl<'c> SuccessPlan<'c> {
    pub(super) fn new(operation: &'c Operation, types: &Types<'c>, names: &mut Names<'_>) -> Self {
        let by = format!("the success of {}", operation.id);
        let name = names.type_name(&format!("{}_success", operation.id), by, operation.span);
        let doc = Doc::new(format!("Success body of `{}`.", operation.id))
            .text(section(&operation.section))
            .text(types.own_note(&operation.success.status).unwrap_or_default())
            .text(types.own_note(&operation.success.body).unwrap_or_default());
        let (shape, meta) = match operation.success.body.value() {
            None => (SuccessShape::Undocumented, None),
            Some(Body::Empty) => (SuccessShape::Empty(doc), None),
            Some(Body::Bare(body)) => {
                (SuccessShape::Bare(doc, types.of(&body.ty, None, &body.wire)), None)
            }
            Some(Body::Envelope(listed)) => {
                let (members, meta) = envelope(operation, listed, &name, types, names);
                let shape =
                    StructPlan { name: name.clone(), doc, members, open: true, recursive: false };
                (SuccessShape::Envelope(shape), meta)
            }
        };
        Self {
            name,
            shape,
            answered: matches!(operation.success.body, Slot::Answered { .. }),
            status: operation.success.status.value().copied(),
            meta,
        }
    }
}

/// The members of the envelope, and the struct of the paging member.
fn envelope<'c>(
    operation: &'c Operation,
    listed: &'c [EnvelopeMember],
    name: &Ident,
    types: &Types<'c>,
    names: &mut Names<'_>,
) -> (Vec<MemberPlan<'c>>, Option<StructPlan<'c>>) {
    let paging = operation.paging.as_ref().and_then(Slot::value);
    let paging = paging.filter(|paging| listed.iter().all(|one| one.wire != paging.meta));
    let meta = paging.map(|paging| meta_struct(operation, paging, types, names));

    let listed =
        listed.iter().map(|one| (one.wire.as_str(), types.of(&one.ty, None, &one.wire), one.span));
    let paged = paging.zip(meta.as_ref()).map(|(paging, plan)| {
        (paging.meta.as_str(), RustType::Record(plan.name.clone()), operation.span)
    });
    let mut fields = Namespace::new(format!("the members of {name}"), reserved::FIELDS);
    let members = listed.chain(paged).map(|(wire, ty, span)| {
        let by = format!("member {wire}");
        let field = fields.claim(names::snake(wire), by, Some(span), names.findings);
        plain_member(field, wire, ty, true)
    });
    (members.collect(), meta)
}

fn plain_member(name: Ident, wire: &str, ty: RustType, required: bool) -> MemberPlan<'_> {
    let field = FieldPlan { name, wire, ty, required, doc: Doc::default() };
    MemberPlan { field, null: false, seen: !required }
}

/// Counts are plain if integers are stated; otherwise values that are not integers are kept.
fn meta_struct<'c>(
    operation: &'c Operation,
    paging: &'c Paging,
    types: &Types<'c>,
    names: &mut Names<'_>,
) -> StructPlan<'c> {
    let wish = format!("{}_{}", operation.id, paging.meta);
    let by = format!("the page of {}", operation.id);
    let name = names.type_name(&wish, by, operation.span);
    let integers = paging.integers.value() == Some(&true);
    let mut fields = Namespace::new(format!("the members of {name}"), reserved::FIELDS);
    let mut members = Vec::new();
    for wire in paging.members.iter().chain([&paging.total]) {
        let by = format!("member {wire}");
        let field = fields.claim(names::snake(wire), by, Some(operation.span), names.findings);
        members.push(plain_member(field, wire, RustType::Count, integers));
    }
    let stated = operation.paging.as_ref().and_then(Slot::section);
    let doc = Doc::new(format!("Page metadata of `{}`.", operation.id))
        .text(section(stated.unwrap_or(&operation.section)))
        .text(slot_note(types.contract, &paging.integers).unwrap_or_default());
    StructPlan { name, doc, members, open: true, recursive: false }
}
