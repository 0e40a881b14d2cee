//! The success response of an operation.

use spec::{Body, Contract, EnvelopeMember, Operation, PageFact, PageMember, Paging, Slot, Type};

use super::Names;
use super::docs::{constraints_note, section, slot_note, type_note};
use super::record::{FieldPlan, MemberPlan, StructPlan, is_always_there};
use super::types::Types;
use crate::doc::{Doc, sentence};
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
    /// Type of the body; another one than `name` if the contract describes headers.
    pub body: Ident,
    /// The struct of the headers that the contract describes.
    pub headers: Option<StructPlan<'c>>,
    /// The struct of the member that describes the page, if there is one and the body is known.
    pub meta: Option<StructPlan<'c>>,
    /// The member that identifies the listed records, and whether each has it.
    pub identifier: Option<(Ident, bool)>,
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
        let headers = headers(operation, types, names);
        let body = match headers {
            Some(_) => {
                let by = format!("the success body of {}", operation.id);
                names.type_name(&format!("{}_body", operation.id), by, operation.span)
            }
            None => name.clone(),
        };
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
                let (members, meta) = envelope(operation, listed, &body, types, names);
                let shape =
                    StructPlan { name: body.clone(), doc, members, open: true, recursive: false };
                (SuccessShape::Envelope(shape), meta)
            }
        };
        Self {
            name,
            body,
            headers,
            shape,
            answered: matches!(operation.success.body, Slot::Answered { .. }),
            status: operation.success.status.value().copied(),
            meta,
            identifier: identifier(operation, types.contract),
        }
    }
}

fn identifier(operation: &Operation, contract: &Contract) -> Option<(Ident, bool)> {
    let field = contract.record(operation.lists.as_deref()?)?.identifier()?;
    Some((names::snake(&field.name), is_always_there(contract, field)))
}

/// The struct of the headers.
fn headers<'c>(
    operation: &'c Operation,
    types: &Types<'c>,
    names: &mut Names<'_>,
) -> Option<StructPlan<'c>> {
    let declared = &operation.success.headers;
    let replayed = operation.idempotency.iter().flat_map(|keys| &keys.replayed);
    let mut replayed = replayed.filter(|it| operation.success.header(&it.header).is_none());
    let replayed = replayed.next();
    if declared.is_empty() && replayed.is_none() {
        return None;
    }
    let by = format!("the headers of {}", operation.id);
    let name = names.type_name(&format!("{}_headers", operation.id), by, operation.span);
    let mut fields = Namespace::new(format!("the members of {name}"), reserved::FIELDS);
    let mut members = Vec::new();
    for header in declared {
        // A header has no other name, and `X-Page` and `XPage` are two headers.
        let by = format!("header {}", header.name);
        let field = fields.claim_numbered(names::snake(&header.name), by);
        let doc = Doc::new(format!("The header `{}`.", header.name))
            .text(sentence(&header.description))
            .text(type_note(types.contract, &header.ty))
            .text(constraints_note(&header.constraints, &header.ty))
            .text(types.own_note(&header.present).unwrap_or_default());
        let required = header.present.value() == Some(&true);
        let ty = types.of(&header.ty, None, &header.name);
        let field = FieldPlan { name: field, wire: &header.name, ty, required, doc };
        members.push(MemberPlan { field, null: false, seen: false });
    }
    if let Some(replayed) = replayed {
        let by = format!("header {}", replayed.header);
        let field = fields.claim_numbered(names::snake(&replayed.header), by);
        let doc = Doc::new(format!("The header `{}`.", replayed.header)).text(format!(
            "`{}` in a response that is given again for its key; a first one does not have it.",
            replayed.value
        ));
        let (wire, ty) = (replayed.header.as_str(), RustType::Text);
        let field = FieldPlan { name: field, wire, ty, required: false, doc };
        members.push(MemberPlan { field, null: false, seen: false });
    }
    let doc = Doc::new(format!("Headers of the success of `{}`.", operation.id))
        .text(section(&operation.section));
    Some(StructPlan { name, doc, members, open: false, recursive: false })
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
    let paging = paging.filter(|paging| {
        let meta = paging.meta.as_deref();
        listed.iter().all(|one| Some(one.wire.as_str()) != meta)
    });
    let meta = paging.and_then(|paging| {
        let wire = paging.meta.as_deref()?;
        Some((wire, meta_struct(operation, paging, wire, types, names)))
    });
    let mut fields = Namespace::new(format!("the members of {name}"), reserved::FIELDS);
    let mut members = Vec::new();
    for one in listed {
        let by = format!("member {}", one.wire);
        let field = fields.claim(names::snake(&one.wire), by, Some(one.span), names.findings);
        members.push(plain_member(field, &one.wire, types.of(&one.ty, None, &one.wire), true));
    }
    if let Some((wire, plan)) = &meta {
        let by = format!("member {wire}");
        let span = Some(operation.span);
        let field = fields.claim(names::snake(wire), by, span, names.findings);
        members.push(plain_member(field, wire, RustType::Record(plan.name.clone()), true));
    } else if let Some(paging) = paging {
        members.extend(page_members(operation, paging, types, &mut fields, names));
    }
    (members, meta.map(|(_, plan)| plan))
}

fn plain_member(name: Ident, wire: &str, ty: RustType, required: bool) -> MemberPlan<'_> {
    let field = FieldPlan { name, wire, ty, required, doc: Doc::default() };
    MemberPlan { field, null: false, seen: !required }
}

/// The members about a page. Counts are plain integers if the contract states integers. Otherwise the type also keeps
/// values that are not integers.
fn page_members<'c>(
    operation: &'c Operation,
    paging: &'c Paging,
    types: &Types<'c>,
    fields: &mut Namespace,
    names: &mut Names<'_>,
) -> Vec<MemberPlan<'c>> {
    let integers = paging.integers.value() == Some(&true);
    let mut members = Vec::new();
    for PageMember { wire, says } in &paging.members {
        let by = format!("member {wire}");
        let field = fields.claim(names::snake(wire), by, Some(operation.span), names.findings);
        members.push(match says {
            Some(PageFact::More) => {
                plain_member(field, wire, types.of(&Type::Boolean, None, wire), true)
            }
            Some(PageFact::Next) => {
                let plain =
                    plain_member(field, wire, types.of(&Type::Text(None), None, wire), false);
                MemberPlan { null: true, ..plain }
            }
            _ => plain_member(field, wire, RustType::Count, integers),
        });
    }
    members
}

fn meta_struct<'c>(
    operation: &'c Operation,
    paging: &'c Paging,
    meta: &str,
    types: &Types<'c>,
    names: &mut Names<'_>,
) -> StructPlan<'c> {
    let wish = format!("{}_{meta}", operation.id);
    let by = format!("the page of {}", operation.id);
    let name = names.type_name(&wish, by, operation.span);
    let mut fields = Namespace::new(format!("the members of {name}"), reserved::FIELDS);
    let members = page_members(operation, paging, types, &mut fields, names);
    let stated = operation.paging.as_ref().and_then(Slot::section);
    let doc = Doc::new(format!("Page metadata of `{}`.", operation.id))
        .text(section(stated.unwrap_or(&operation.section)))
        .text(slot_note(types.contract, &paging.integers).unwrap_or_default());
    StructPlan { name, doc, members, open: true, recursive: false }
}
