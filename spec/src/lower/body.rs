//! Members of the request body, and of objects in it.

use reader::KeyTable;
use serde_json::Value as Json;

use super::fields::unread_type;
use super::prelude::*;
use crate::language::{INPUT, INPUT_MEMBER};
use crate::model::{Constraints, Evidence, Fact, InputField, Record};

/// The word for the type of an object with listed members.
const OBJECT: &str = "object";

/// The names of an object in the body, with those of the objects around it.
struct ObjectName {
    name: String,
    wire: String,
    span: Span,
}

impl Lower<'_> {
    /// The default of a member that is left out: a value of its type, or null.
    fn default_of_input(
        &mut self,
        fields: &Fields<'_>,
        (ty, constraints): (&Type, &Constraints),
    ) -> Option<Spanned<Json>> {
        let node = fields.get("default")?;
        if matches!(node.value, Value::Null) {
            return Some(Spanned::new(Json::Null, node.span));
        }
        if ty.record().is_some() {
            let message = "the default of an object is null";
            self.report(
                Diagnostic::error("unfit-value", message, node.span, "not null").with_help(
                    "write `default: null`, or describe the default: `description: TEXT`",
                ),
            );
            return None;
        }
        let value = self.value_of_type(node, ty)?;
        let text = Spanned::new(
            value.as_str().map_or_else(|| value.to_string(), str::to_owned),
            node.span,
        );
        self.check_fit("default", &text, Some(&value), (ty, constraints));
        Some(Spanned::new(value, node.span))
    }

    /// A member of the body.
    pub(super) fn input(&mut self, entry: &Entry, place: &Place) -> Option<InputField> {
        self.input_in(entry, &place.at("body"), None)
    }

    /// A member of the body, or of an object in it.
    fn input_in(
        &mut self,
        entry: &Entry,
        place: &Place,
        object: Option<&ObjectName>,
    ) -> Option<InputField> {
        let within_object = object.is_some();
        let table: &'static KeyTable = if within_object { &INPUT_MEMBER } else { &INPUT };
        let fields = self.reader.table(&entry.value, table)?;
        self.check_field_name(&entry.key);
        let place = self.sourced(&fields, &place.at(&entry.key));
        let wire = self.member_name(&fields, "wire_name").unwrap_or_else(|| entry.key.clone());
        let wire_span = wire.span;
        let within = |name: &str, object: Option<&str>| {
            object.map_or_else(|| name.to_owned(), |object| format!("{object}.{name}"))
        };
        let name = within(&entry.key, object.map(|object| object.name.as_str()));
        let wire = within(&wire, object.map(|object| object.wire.as_str()));
        let object = ObjectName { name: name.clone(), wire: wire.clone(), span: entry.key.span };
        let (ty, members) = self.input_type(&fields, &place, &object);
        let constraints = self.constraints(&fields, &ty);
        let input = InputField {
            name,
            wire_span,
            required: self.flag(&fields, "required"),
            nullable: self.flag(&fields, "nullable"),
            default: self.default_of_input(&fields, (&ty, &constraints)),
            required_when: None,
            unique: false,
            ignores_case: false,
            several: false,
            values_open: None,
            constraints,
            ty,
            members,
            identifiers: self.identifiers(&fields),
            record: self.record_name(&fields, "record"),
            description: self.text_or_empty(&fields, "description"),
            section: place.section,
            wire,
            span: entry.key.span,
        };
        // The keys that members of objects do not have.
        let input = if within_object {
            input
        } else {
            InputField {
                required_when: self.text_of(&fields, "required_when"),
                unique: self.flag(&fields, "unique"),
                ignores_case: self.flag(&fields, "ignores_case"),
                several: self.several(&input.wire, &fields, &input.ty),
                values_open: self.text(&fields, "values_open"),
                ..input
            }
        };
        let half = match (input.identifiers.is_empty(), &input.record) {
            (false, None) => Some(("identified_by", "`record: RECORD`")),
            (true, Some(_)) => Some(("record", "`identified_by: [uuid]`")),
            _ => None,
        };
        let is_reported =
            ["identified_by", "record"].iter().any(|key| self.is_reported(&fields, key));
        if let Some((key, missing)) = half.filter(|_| !is_reported) {
            let span: Span = fields.key_span(key).unwrap_or(entry.key.span);
            let message = format!("`{}` has only half of an identifier", input.wire);
            self.report(
                Diagnostic::error("half-an-address", message, span, format!("without {missing}"))
                    .with_help("`identified_by` and `record` go together: write both or neither"),
            );
        }
        Some(input)
    }

    /// The type of an input, and the members of an object.
    fn input_type(
        &mut self,
        fields: &Fields<'_>,
        place: &Place,
        object: &ObjectName,
    ) -> (Type, Vec<InputField>) {
        let Some(is_list) = fields.get("type").and_then(object_type) else {
            if let Some(span) = fields.key_span("members") {
                let message = format!("`{}` is not an object with listed members", object.wire);
                self.report(
                    Diagnostic::error("misplaced-members", message, span, "does not apply here")
                        .with_help(
                            "write `type: object`, or in a list of objects `type: [object]`",
                        ),
                );
            }
            return (self.member_type(fields, place, ""), Vec::new());
        };
        let members = self.each(fields, "members", "a map of members", |lower, entry| {
            lower.input_in(entry, place, Some(object))
        });
        let is_empty =
            |node: &Node| matches!(&node.value, Value::Map(entries) if entries.is_empty());
        if fields.get("members").is_none_or(is_empty) {
            let message = format!("the members of the object `{}` are not listed", object.wire);
            let span = fields.get("type").map_or(object.span, |node| node.span);
            self.report(
                Diagnostic::error("object-without-members", message, span, "of which members?")
                    .with_help("list them: `members: { id: { type: integer, required: true } }`; an object with any members has the type `{ map: json }`"),
            );
        }
        if members.is_empty() {
            return (unread_type(place), Vec::new());
        }
        let record = self.object_record(fields, place, object, &members);
        let ty = self.refine(Type::Record(record.name.clone()), fields);
        self.objects.push(record);
        (if is_list { Type::List(Box::new(ty)) } else { ty }, members)
    }

    /// The record of an object that is an input. No response has it, so that it makes no clauses.
    fn object_record(
        &mut self,
        fields: &Fields<'_>,
        place: &Place,
        object: &ObjectName,
        members: &[InputField],
    ) -> Record {
        let stated =
            |value, span| Slot::Stated(Fact { value, section: place.section.clone(), span });
        let field = |member: &InputField| Field {
            name: member.name.rsplit('.').next().unwrap_or_default().to_owned(),
            wire: member.own_name().to_owned(),
            ty: member.ty.clone(),
            complete: false,
            constraints: member.constraints.clone(),
            ty_span: member.span,
            present: stated(member.required, member.span),
            nullable: stated(member.nullable, member.span),
            evidence: Evidence::Stated,
            description: described(member),
            section: member.section.clone(),
            added_by: None,
            span: member.span,
        };
        let operation = place.operation.as_deref().unwrap_or_default();
        let description = self.text_or_empty(fields, "description");
        let description = if description.is_empty() {
            format!("What `{operation}` takes as `{}`.", object.wire)
        } else {
            description
        };
        Record {
            name: pascal(&format!("{operation}.{}", object.name)),
            resource: self.resource.clone(),
            description,
            section: place.section.clone(),
            identified_by: None,
            fields: members.iter().map(field).collect(),
            further_members: stated(true, object.span),
            relations: Vec::new(),
            lifecycle: None,
            limit: None,
            is_input: true,
            span: object.span,
        }
    }
}

/// Whether a type is a list of objects with listed members; `None` if it is neither such an object nor such a list.
fn object_type(node: &Node) -> Option<bool> {
    let is_object = |node: &Node| matches!(&node.value, Value::Scalar(word) if word.text == OBJECT);
    match &node.value {
        Value::List(items) => matches!(items.as_slice(), [item] if is_object(item)).then_some(true),
        _ => is_object(node).then_some(false),
    }
}

/// The description of a member, and its default.
fn described(member: &InputField) -> String {
    let default = member.default.as_ref();
    let default = default.map(|default| format!("`{}` when left out.", default.value));
    let parts = [Some(member.description.clone()).filter(|text| !text.is_empty()), default];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The names, each with an upper-case letter at the beginning.
fn pascal(names: &str) -> String {
    let words = names.split(['.', '_']).map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}
