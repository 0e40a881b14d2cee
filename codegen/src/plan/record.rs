//! Structs that are JSON objects on the wire: records, envelopes, page metadata.

use spec::{Contract, Evidence, Field, Record};

use super::Names;
use super::docs::{constraints_note, heading, section, slot_note, type_note};
use super::enumeration::{EnumerationPlan, values_of_type};
use super::rules::limits;
use super::types::Types;
use crate::doc::{Doc, sentence};
use crate::names::{self, Ident, Namespace, reserved};
use crate::rust_type::RustType;

/// A record and its struct.
#[derive(Clone, Debug)]
pub struct RecordPlan<'c> {
    /// Its declaration in the contract.
    pub record: &'c Record,
    /// Its module within the resource.
    pub module: Ident,
    pub shape: StructPlan<'c>,
}

/// A struct that is a JSON object on the wire.
#[derive(Clone, Debug)]
pub struct StructPlan<'c> {
    pub name: Ident,
    pub doc: Doc,
    pub members: Vec<MemberPlan<'c>>,
    /// Whether members not described by the contract are kept.
    pub open: bool,
    /// Whether a value may hold another one of the same type.
    pub recursive: bool,
}

/// A field of a generated struct.
#[derive(Clone, Debug)]
pub struct FieldPlan<'c> {
    pub name: Ident,
    /// Its name on the wire.
    pub wire: &'c str,
    /// Its type, without the `Option` of an optional field.
    pub ty: RustType,
    /// Whether it always has a value: a plain field instead of an `Option`.
    pub required: bool,
    pub doc: Doc,
}

/// A member of a JSON object; required if it is always there and never `null`.
#[derive(Clone, Debug)]
pub struct MemberPlan<'c> {
    pub field: FieldPlan<'c>,
    /// Whether `None` is written as `null` instead of left out.
    pub null: bool,
    /// Whether it is known only from an example, or has an undocumented form: a value of another type is then no error
    /// and is kept with the undescribed members.
    pub seen: bool,
}

impl<'c> RecordPlan<'c> {
    pub(super) fn new(
        record: &'c Record,
        types: &Types<'c>,
        enumerations: &mut Vec<EnumerationPlan>,
        names: &mut Names<'_>,
    ) -> Self {
        let name = types.record(record);
        let mut fields = Namespace::new(format!("the fields of {name}"), reserved::FIELDS);
        let mut members = Vec::new();
        let shared = shared_notes(record, |field| member_notes(types.contract, field));
        for field in &record.fields {
            let by = format!("field {} of {}", field.wire, record.name);
            let ident =
                fields.claim(names::snake(&field.name), by, Some(field.span), names.findings);
            let values = values_of_type(&field.ty);
            let ty = if values.is_empty() {
                types.of(&field.ty, Some(record), &field.wire)
            } else {
                let plan = EnumerationPlan::new(
                    &format!("{}_{}", record.name, field.name),
                    format!("Values of `{}` in `{}`.", field.wire, record.name),
                    &field.section,
                    values,
                    format!("{}/resource.yaml", record.resource),
                    field.span,
                    names,
                );
                let ty = plan.field_type(&field.ty);
                enumerations.push(plan);
                ty
            };
            let doc = member_doc(types.contract, record, field, &shared);
            let plan = FieldPlan { name: ident, wire: &field.wire, ty, required: false, doc };
            let is_nullable_input = record.is_input && field.nullable.value() == Some(&true);
            members.push(if is_nullable_input {
                nullable_input(field, plan)
            } else {
                member(types, field, plan)
            });
        }
        let doc = heading(&record.description, &format!("A {}", record.name), &record.section);
        let doc = doc.text(slot_note(types.contract, &record.further_members).unwrap_or_default());
        let doc = shared.iter().fold(doc, |doc, (note, members)| {
            let members = if members.len() == record.fields.len() {
                "every member".to_owned()
            } else {
                format!("`{}`", members.join("`, `"))
            };
            doc.item(note.replacen("Not shown:", &format!("Not shown, of {members}:"), 1))
        });
        let doc = lifecycle_notes(types.contract, record).fold(doc, Doc::item);
        let doc = limits(types.contract, record).iter().fold(doc, Doc::item);
        let open = record.further_members.value() != Some(&false);
        let module = names::snake(&names::plain(&name));
        let recursive = types.is_recursive(record);
        Self { record, module, shape: StructPlan { name, doc, members, open, recursive } }
    }
}

/// The gaps of its states.
fn lifecycle_notes(contract: &Contract, record: &Record) -> impl Iterator<Item = String> {
    record.lifecycle.iter().flat_map(|cycle| {
        let texts = [&cycle.initial, &cycle.shown_in].map(|slot| slot_note(contract, slot));
        let complete = slot_note(contract, &cycle.complete);
        texts.into_iter().chain([complete]).flatten()
    })
}

/// Whether a member of a record is less than stated, so that another deployment may differ. An overlay
/// decides if it says that the member is always present and never null.
pub fn is_only_seen(contract: &Contract, field: &Field) -> bool {
    let always = field.present.value() == Some(&true) && field.nullable.value() == Some(&false);
    field.evidence != Evidence::Stated && !(always && contract.overlay.is_some())
}

/// Whether a schema requires the member: it is always present. A member that is only seen may be absent elsewhere.
pub fn is_required(contract: &Contract, field: &Field) -> bool {
    field.present.value() == Some(&true) && !is_only_seen(contract, field)
}

/// Whether every record has a value of the member.
pub(super) fn is_always_there(contract: &Contract, field: &Field) -> bool {
    is_required(contract, field) && field.nullable.value() == Some(&false)
}

fn member<'c>(types: &Types<'c>, field: &Field, plan: FieldPlan<'c>) -> MemberPlan<'c> {
    let present = field.present.value() == Some(&true);
    let seen = is_only_seen(types.contract, field);
    let required = is_always_there(types.contract, field);
    MemberPlan { field: FieldPlan { required, ..plan }, null: present && !seen, seen }
}

/// A member of an object of a request that can be null: null is told from what is left out.
fn nullable_input<'c>(field: &Field, plan: FieldPlan<'c>) -> MemberPlan<'c> {
    let required = field.present.value() == Some(&true);
    let ty = RustType::Nullable(Box::new(plan.ty));
    let doc = plan.doc.text(null_note(required));
    MemberPlan { field: FieldPlan { required, ty, doc, ..plan }, null: false, seen: false }
}

/// How null is sent for an input that can be null.
pub(super) fn null_note(required: bool) -> &'static str {
    if required {
        "`None` is sent as `null`."
    } else {
        "`Some(None)` is sent as `null`, and `None` is left out."
    }
}

/// A note, and the members that it is about.
pub type SharedNote<'c> = (String, Vec<&'c str>);

/// The notes that more than two members of a record share; they are listed once, at the record. A note may be empty.
pub fn shared_notes<'c, N: IntoIterator<Item = String>>(
    record: &'c Record,
    notes_of: impl Fn(&'c Field) -> N,
) -> Vec<SharedNote<'c>> {
    let mut notes: Vec<SharedNote<'c>> = Vec::new();
    for field in &record.fields {
        for note in notes_of(field) {
            match notes.iter_mut().find(|(known, _)| *known == note) {
                Some((_, members)) => members.push(&field.wire),
                None => notes.push((note, vec![&field.wire])),
            }
        }
    }
    notes.retain(|(note, members)| !note.is_empty() && members.len() > 2);
    notes
}

/// What the document leaves open on a member; a note may be empty.
fn member_notes(contract: &Contract, field: &Field) -> [String; 2] {
    let presence = match (field.present.value(), field.nullable.value()) {
        (None, None) => "Not shown: whether it is always present, and whether it may be `null`.",
        (None, Some(_)) => "Not shown: whether it is always present.",
        (Some(_), None) => "Not shown: whether it may be `null`.",
        (Some(_), Some(_)) => "",
    };
    [presence.to_owned(), type_note(contract, &field.ty)]
}

fn member_doc(
    contract: &Contract,
    record: &Record,
    field: &Field,
    shared: &[SharedNote<'_>],
) -> Doc {
    let notes = member_notes(contract, field).into_iter();
    let own_notes = notes.filter(|note| shared.iter().all(|(known, _)| known != note));
    let doc = Doc::new(sentence(&field.description)).text(wire_note(&field.name, &field.wire));
    let doc = doc.text(constraints_note(&field.constraints, &field.ty));
    let doc = own_notes.fold(doc, Doc::text).text(match field.evidence {
        _ if field.added_by.is_some() => "Not shown; added by the overlay.",
        Evidence::Stated => "",
        Evidence::Exampled => "Only shown in an example.",
        Evidence::Conventional => "The document does not name this member; its name is assumed.",
    });
    doc.text(if field.section == record.section { String::new() } else { section(&field.section) })
}

/// The name on the wire, where it differs from that of the field.
pub(super) fn wire_note(name: &str, wire: &str) -> String {
    let is_same = names::plain(&names::snake(name)) == wire;
    if is_same { String::new() } else { format!("On the wire: `{wire}`.") }
}

/// The body of every refusal, and the objects within it, outer ones first. The message is the field `message`, and the
/// code the field `code`, whatever the wire calls them.
pub(super) fn error_bodies<'c>(
    contract: &'c Contract,
    (codes, entry): (Option<&EnumerationPlan>, Option<&Ident>),
    names: &mut Names<'_>,
) -> Vec<StructPlan<'c>> {
    let body = &contract.service.error_body;
    let shape = |name, about, members| StructPlan {
        name,
        doc: heading(about, "", &body.section)
            .text(slot_note(contract, &body.further_members).unwrap_or_default()),
        members,
        open: true,
        recursive: false,
    };
    let mut bodies = Vec::new();
    let (mut name, mut about) = (names::exact("ErrorBody"), "The body of a refusal");
    for wire in &body.member.within {
        let inner = format!("{}_{wire}", names::plain(&name));
        let inner = names.type_name(&inner, format!("error_body {}", body.member), body.span);
        let mut fields = Namespace::new(format!("the fields of {name}"), reserved::FIELDS);
        let field = FieldPlan {
            name: fields.claim_numbered(names::snake(wire), wire.as_str()),
            wire,
            ty: RustType::Record(inner.clone()),
            required: true,
            doc: Doc::new("Why the request was refused.").text(wire_note(wire, wire)),
        };
        let member = MemberPlan { field, null: false, seen: false };
        bodies.push(shape(std::mem::replace(&mut name, inner), about, vec![member]));
        about = "An object in the body of a refusal";
    }
    let message = FieldPlan {
        name: names::snake("message"),
        wire: &body.member.name,
        ty: RustType::Text,
        required: true,
        doc: Doc::new(format!("The message. On the wire: `{}`.", body.member.name)),
    };
    let code = body.code.as_ref().zip(codes).map(|(path, codes)| FieldPlan {
        name: names::snake("code"),
        wire: &path.name,
        ty: RustType::Enumeration(codes.name.clone()),
        required: false,
        doc: Doc::new(format!("The code. On the wire: `{}`.", path.name))
            .text("Refusals that are not documented may have none."),
    });
    // A code of another type than a string is no reason not to read the message.
    let code = code.map(|field| MemberPlan { field, null: false, seen: true });
    let message = MemberPlan { field: message, null: false, seen: false };
    let input = body.field.as_ref().map(|member| {
        let field = FieldPlan {
            name: names::snake("field"),
            wire: &member.path.name,
            ty: RustType::Text,
            required: false,
            doc: Doc::new(format!("The offending input. On the wire: `{}`.", member.path.name)),
        };
        MemberPlan { field, null: member.present.value() == Some(&true), seen: true }
    });
    let list = body.entries.as_ref().zip(entry).map(|(shape, entry)| {
        let wire = &shape.list.name;
        let doc = Doc::new("The offending inputs, in any order.").text(wire_note(wire, "errors"));
        let ty = RustType::List(Box::new(RustType::Record(entry.clone())));
        let field = FieldPlan { name: names::snake("errors"), wire, ty, required: false, doc };
        MemberPlan { field, null: false, seen: true }
    });
    let members = [message].into_iter().chain(code).chain(input).chain(list);
    bodies.push(shape(name, about, members.collect()));
    bodies
}
