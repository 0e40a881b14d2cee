//! The inputs of a request, from path, query and body, as the fields of one struct.

use std::borrow::Cow;

use reader::Span;
use spec::{
    Condition, Contract, Evidence, Idempotency, Identifier, InputField, InputPart, InputRef,
    Operation, PageParameter, PathParameter, PathValue, QueryParameter, Segment, Several, Type,
};

use super::Names;
use super::docs::{constraints_note, form_note, section, type_note};
use super::enumeration::{EnumerationPlan, values_of_query, values_of_type};
use super::record::{FieldPlan, null_note, wire_note};
use super::rules::parameter_description;
use super::types::Types;
use crate::doc::{Doc, sentence};
use crate::names::{self, Namespace, reserved};
use crate::rust_type::RustType;

/// One input of an operation.
#[derive(Clone, Debug)]
pub struct InputPlan<'c> {
    pub field: FieldPlan<'c>,
    /// The part of the request that carries it.
    pub part: InputPart,
    /// The name on the wire, with the brackets of a list.
    pub key: Cow<'c, str>,
    /// How several values are sent, if they can be.
    pub several: Option<Several>,
    /// Whether the contract documents a refusal of a blank one.
    pub blank_refused: bool,
}

/// Path, query (with the parameters that choose a page) and body, in this order.
pub(super) fn inputs<'c>(
    operation: &'c Operation,
    types: &Types<'c>,
    enumerations: &mut Vec<EnumerationPlan>,
    names: &mut Names<'_>,
) -> Vec<InputPlan<'c>> {
    let fields = Namespace::new(format!("the inputs of {}", operation.id), reserved::FIELDS);
    let list = Vec::new();
    let mut inputs = Inputs { operation, types, enumerations, names, fields, list };
    for segment in &operation.path.segments {
        let Segment::Parameter(name) = segment else { continue };
        if let Some(parameter) = operation.path_parameter(name) {
            inputs.path(parameter);
        } else if let Some(value) = operation.path_values.iter().find(|value| value.name == *name) {
            inputs.path_value(value);
        }
    }
    for parameter in &operation.query {
        inputs.query(parameter);
    }
    if let Some(selection) = operation.page_selection() {
        selection.parameters().for_each(|parameter| inputs.page(parameter));
    }
    for member in &operation.body {
        inputs.body(member);
    }
    if let Some(keys) = &operation.idempotency {
        inputs.idempotency(keys);
    }
    inputs.list
}

/// The planned inputs of an operation.
struct Inputs<'a, 'f, 'c> {
    operation: &'c Operation,
    types: &'a Types<'c>,
    enumerations: &'a mut Vec<EnumerationPlan>,
    names: &'a mut Names<'f>,
    fields: Namespace,
    list: Vec<InputPlan<'c>>,
}

/// The contract's data on one input, in any part of the request.
struct InputSource<'c> {
    part: InputPart,
    name: &'c str,
    wire: &'c str,
    key: Cow<'c, str>,
    required: bool,
    several: Option<Several>,
    section: &'c str,
    span: Span,
}

impl<'c> InputSource<'c> {
    fn new(part: InputPart, name: &'c str, section: &'c str, span: Span) -> Self {
        let (required, several) = (false, None);
        Self { part, name, wire: name, key: name.into(), required, several, section, span }
    }
}

impl<'c> Inputs<'_, '_, 'c> {
    fn path(&mut self, parameter: &'c PathParameter) {
        let PathParameter { name, identifiers, record, description, section, span } = parameter;
        let doc = if description.is_empty() {
            Doc::new(format!("The `{record}`, {}.", by(identifiers)))
        } else {
            Doc::new(sentence(description))
        };
        let source = InputSource {
            required: true,
            ..InputSource::new(InputPart::Path, name, section, *span)
        };
        let ty = self.types.of_address(identifiers, record);
        self.push(source, ty, doc);
    }

    fn path_value(&mut self, value: &'c PathValue) {
        let PathValue { name, ty, description, section, span } = value;
        let source = InputSource {
            required: true,
            ..InputSource::new(InputPart::Path, name, section, *span)
        };
        self.push(source, self.types.of(ty, None, name), Doc::new(sentence(description)));
    }

    fn query(&mut self, parameter: &'c QueryParameter) {
        let QueryParameter { name, wire, section, span, required, several, .. } = parameter;
        let source = InputSource {
            wire,
            key: parameter.key().into(),
            required: *required,
            several: *several,
            ..InputSource::new(InputPart::Query, name, section, *span)
        };
        let listed = values_of_query(self.types.contract, parameter);
        let mut ty = self.typed(&source, &parameter.ty, listed);
        if several.is_some() {
            ty = RustType::List(Box::new(ty));
        }
        self.push(source, ty, query_doc(self.types.contract, parameter));
    }

    fn page(&mut self, parameter: &'c PageParameter) {
        let Operation { section, span, .. } = self.operation;
        let PageParameter { wire, about, ty, constraints, .. } = parameter;
        let source = InputSource::new(InputPart::Query, wire, section, *span);
        let is_number = *ty == Type::Integer;
        let ty = if is_number { RustType::Count } else { self.types.of(ty, None, wire) };
        let doc = Doc::new(sentence(about)).text(constraints_note(constraints, &parameter.ty));
        let default = parameter.default.map(|default| format!("Default: `{default}`."));
        self.push(source, ty, doc.text(default.unwrap_or_default()));
    }

    fn body(&mut self, member: &'c InputField) {
        let InputField { name, wire, required, several, section, span, .. } = member;
        let source = InputSource {
            wire,
            key: wire.into(),
            required: *required,
            several: several.then_some(Several::Text),
            ..InputSource::new(InputPart::Body, name, section, *span)
        };
        let mut ty = match &member.record {
            Some(of) => self.types.of_address(&member.identifiers, of),
            None => self.typed(&source, &member.ty, values_of_type(&member.ty)),
        };
        if *several {
            ty = RustType::List(Box::new(ty));
        }
        if member.nullable {
            ty = RustType::Nullable(Box::new(ty));
        }
        self.push(source, ty, body_doc(member));
    }

    fn idempotency(&mut self, keys: &'c Idempotency) {
        let Idempotency { header, constraints, section, span, .. } = keys;
        let source = InputSource::new(InputPart::Header, header, section, *span);
        let doc = Doc::new(format!("The header `{header}`, with a key of your choice."))
            .text("A request that is sent again with the same key is carried out once. Clients repeat it after a failure.")
            .text(constraints_note(constraints, &Type::Text(None)));
        self.push(source, RustType::Text, doc);
    }

    fn push(&mut self, source: InputSource<'c>, ty: RustType, doc: Doc) {
        let InputSource { part, name, wire, key, required, several, section: cited, span } = source;
        let by = format!("{} input {name}", part.name());
        let field = names::snake(name);
        let name = if part == InputPart::Header {
            self.fields.claim_numbered(field, by)
        } else {
            self.fields.claim(field, by, Some(span), self.names.findings)
        };
        let declared = if part == InputPart::Body { wire } else { source.name };
        let blank = Condition::Blank(InputRef::new(part, declared));
        let blank_refused =
            self.operation.errors.iter().any(|case| case.when.value() == Some(&blank));
        let mut doc = doc.text(match several {
            None => "",
            Some(Several::Text) => "Sent as one text, separated by commas.",
            Some(Several::Commas) => "Sent as one value, separated by commas.",
            Some(Several::Repeated | Several::Brackets) => "Each value is sent with the name.",
        });
        if cited != self.operation.section {
            doc = doc.text(section(cited));
        }
        let field = FieldPlan { name, wire, ty, required, doc };
        self.list.push(InputPlan { field, part, key, several, blank_refused });
    }

    /// The type of an input; listed values make an enum of its own.
    fn typed(
        &mut self,
        source: &InputSource<'_>,
        ty: &Type,
        values: Vec<(String, Doc)>,
    ) -> RustType {
        let InputSource { name, wire, .. } = source;
        if values.is_empty() {
            return self.types.of(ty, None, wire);
        }
        let operation = self.operation;
        let plan = EnumerationPlan::new(
            &format!("{}_{name}", operation.id),
            format!("Values of `{wire}` for `{}`.", operation.id),
            &operation.section,
            values,
            format!("{}.yaml", operation.address()),
            source.span,
            self.names,
        );
        let ty = plan.field_type(ty);
        self.enumerations.push(plan);
        ty
    }
}

fn query_doc(contract: &Contract, parameter: &QueryParameter) -> Doc {
    let mut doc = Doc::new(sentence(&parameter_description(parameter)));
    if parameter.key() != parameter.name {
        doc = doc.text(wire_note(&parameter.name, &parameter.key()));
    }
    if let Some(default) = &parameter.default {
        doc = doc.text(format!("Default: `{default}`."));
    }
    doc = doc.text(type_note(contract, &parameter.ty));
    doc = doc.text(constraints_note(&parameter.constraints, &parameter.ty));
    if parameter.evidence != Evidence::Stated {
        doc = doc.text("Its values are only shown in an example.");
    }
    doc
}

fn body_doc(member: &InputField) -> Doc {
    let InputField { name, wire, .. } = member;
    let mut doc = Doc::new(sentence(&member.description)).text(wire_note(name, wire));
    doc = doc.text(constraints_note(&member.constraints, &member.ty));
    doc = doc.text(form_note(&member.ty));
    if let Some(default) = &member.default {
        doc = doc.text(format!("Default: `{}`.", default.value));
    }
    if member.nullable {
        doc = doc.text(null_note(member.required));
    }
    if let Some(when) = &member.required_when {
        doc = doc.text(format!("Required when {when}."));
    }
    if let Some(of) = &member.record {
        let ways = by(&member.identifiers);
        doc = doc.text(format!("Identifies a `{of}` {ways}."));
    }
    doc
}

/// `by uuid or email`
fn by(ways: &[Identifier]) -> String {
    let ways: Vec<_> = ways.iter().map(|way| way.name()).collect();
    format!("by {}", ways.join(" or "))
}
