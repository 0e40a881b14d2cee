//! JSON schemas of types, records, request bodies and the error body.

use serde_yaml::Value;
use spec::{Contract, Evidence, Field, Format, InputField, Operation, Record, Type};

use super::gaps;
use super::map::Map;

/// A reference to a schema of the document.
pub fn reference(name: &str) -> Map {
    Map::default().with("$ref", format!("#/components/schemas/{name}"))
}

/// The schema of a type.
pub fn of_type(contract: &Contract, ty: &Type) -> Map {
    let plain = |name: &str| Map::default().with("type", name);
    match ty {
        Type::Text(format) => plain("string").said("format", format.map_or("", format_name)),
        Type::Integer => plain("integer"),
        Type::Number => plain("number"),
        Type::Boolean => plain("boolean"),
        // Every form there is a word for is a `date-time`; where the form is not said, nothing is.
        Type::Timestamp(forms) if forms.is_empty() => plain("string"),
        Type::Timestamp(_) => plain("string").with("format", "date-time"),
        Type::Enumeration(values) => open_enumeration(values.iter().map(String::as_str)),
        Type::Record(name) => reference(name),
        Type::List(item) => plain("array").with("items", of_type(contract, item)),
        Type::Unknown(gap) => Map::default().with("x-gaps", gaps::by_id(contract, [gap.as_str()])),
    }
}

/// A string out of a list that may grow.
pub fn open_enumeration<'v>(values: impl Iterator<Item = &'v str>) -> Map {
    let known = Map::default().with("enum", values.map(Value::from).collect::<Vec<_>>());
    let other = Map::default().with("type", "string");
    Map::default().with("anyOf", vec![Value::from(known), Value::from(other)])
}

/// The schema of a record.
pub fn of_record(contract: &Contract, record: &Record) -> Map {
    let fields = record.fields.iter();
    let required = fields.clone().filter(|field| is_required(field));
    let required: Vec<Value> = required.map(|field| field.wire.as_str().into()).collect();
    let properties = fields.map(|field| (&field.wire, of_field(contract, record, field)));
    let properties: Map = properties.collect();
    let schema = Map::default()
        .with("type", "object")
        .said("description", record.about.as_str())
        .said("required", required)
        .said("properties", properties);
    closed(schema, record.further_members.known() == Some(&false))
        .with("x-section", record.section.as_str())
        .said(
            "x-gaps",
            gaps::by_id(contract, record.further_members.gap()),
        )
}

/// Only what the document states is required: a member of an example, or one whose presence is not
/// shown, may be absent.
fn is_required(field: &Field) -> bool {
    field.evidence == Evidence::Stated && field.present.known() == Some(&true)
}

fn of_field(contract: &Contract, record: &Record, field: &Field) -> Map {
    let schema = of_type(contract, &field.ty);
    let schema = if field.nullable.known() == Some(&false) {
        schema
    } else {
        or_null(schema)
    };
    schema
        .said("description", field.about.as_str())
        .said(
            "x-evidence",
            if field.evidence == Evidence::Stated {
                ""
            } else {
                "exampled"
            },
        )
        .said("x-section", unless_same(&field.section, &record.section))
        .said("x-gaps", gaps::by_id(contract, gaps::of_field(field)))
}

/// A section is said once, by the whole that its parts belong to.
fn unless_same<'s>(section: &'s str, of_the_whole: &str) -> &'s str {
    if section == of_the_whole { "" } else { section }
}

/// The schema with `null` allowed beside what it allows.
fn or_null(schema: Map) -> Map {
    let null = || Value::from("null");
    if let Some(Value::String(name)) = schema.get("type") {
        let types = vec![Value::from(name.as_str()), null()];
        return schema.with("type", types);
    }
    if schema.get("$ref").is_none() && schema.get("anyOf").is_none() {
        // Nothing is said of the type: anything is allowed already.
        return schema;
    }
    let null = Map::default().with("type", null());
    Map::default().with("anyOf", vec![Value::from(schema), Value::from(null)])
}

/// The schema of a request body.
pub fn of_body(contract: &Contract, operation: &Operation) -> Map {
    let body = &operation.body;
    let required = body.iter().filter(|field| field.required);
    let required: Vec<Value> = required.map(|field| field.wire.as_str().into()).collect();
    let property = |field: &InputField| {
        of_type(contract, &field.ty)
            .said("description", field.about.as_str())
            .said("x-section", unless_same(&field.section, &operation.section))
    };
    let properties: Map = body
        .iter()
        .map(|field| (&field.wire, property(field)))
        .collect();
    Map::default()
        .with("type", "object")
        .said("required", required)
        .with("properties", properties)
}

/// The name under which the error body's schema stands, free of every record's.
pub fn error_name(contract: &Contract) -> String {
    let mut name = "ErrorBody".to_owned();
    while contract.record(&name).is_some() {
        name.push('_');
    }
    name
}

/// The schema of the error body.
pub fn of_error(contract: &Contract) -> Map {
    let error = &contract.service.error_body;
    let message = Map::default().with("type", "string");
    let schema = Map::default()
        .with("type", "object")
        .with("description", "Why a request was refused.")
        .with("required", vec![Value::from(error.member.as_str())])
        .with("properties", Map::default().with(&error.member, message));
    closed(schema, error.further_members.known() == Some(&false))
        .with("x-section", error.section.as_str())
        .said("x-gaps", gaps::by_id(contract, error.further_members.gap()))
}

fn closed(schema: Map, closed: bool) -> Map {
    if closed {
        schema.with("additionalProperties", false)
    } else {
        schema
    }
}

fn format_name(format: Format) -> &'static str {
    match format {
        Format::Email => "email",
        Format::Url => "uri",
        // No format of JSON Schema says these.
        Format::Country | Format::Identifier => "",
    }
}
