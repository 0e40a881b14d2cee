//! JSON Schemas of types, records, request bodies and the error body.

use serde_yaml::Value;
use spec::{Contract, Evidence, Field, Format, Identifier, InputField, Operation, Record, Type};

use super::gaps;
use super::map::Map;
use crate::plan::{is_only_seen, limits};

/// Makes the schemas of a contract.
#[derive(Clone, Copy)]
pub struct Schemas<'c> {
    contract: &'c Contract,
    location: SchemaLocation,
}

/// Location of schemas, which determines references between them.
#[derive(Clone, Copy)]
pub enum SchemaLocation {
    /// Among the components of an OpenAPI document.
    Components,
    /// In files of their own, in one folder.
    Files,
}

/// The file of the schema of that name.
pub fn file_name(name: &str) -> String {
    format!("{name}.schema.json")
}

impl<'c> Schemas<'c> {
    /// Schemas of this contract at this location.
    pub fn new(contract: &'c Contract, location: SchemaLocation) -> Self {
        Self { contract, location }
    }

    /// A reference to the schema of that name.
    pub fn reference(&self, name: &str) -> Map {
        let target = match self.location {
            SchemaLocation::Components => format!("#/components/schemas/{name}"),
            SchemaLocation::Files => file_name(name),
        };
        Map::default().with("$ref", target)
    }

    /// The schema of a type.
    pub fn of_type(&self, ty: &Type) -> Map {
        let plain = |name: &str| Map::default().with("type", name);
        match ty {
            Type::Text(format) => {
                plain("string").with_non_empty("format", format.map_or("", format_name))
            }
            Type::Integer => plain("integer"),
            Type::Number => plain("number"),
            Type::Boolean => plain("boolean"),
            // Every documented form is a `date-time`; an undocumented form has no format.
            Type::Timestamp(forms) if forms.is_empty() => plain("string"),
            Type::Timestamp(_) => plain("string").with("format", "date-time"),
            Type::Enumeration(values) => open_enumeration(values.iter().map(String::as_str)),
            Type::Record(name) => self.reference(name),
            Type::List(item) => plain("array").with("items", self.of_type(item)),
            Type::Unknown(gap) => {
                Map::default().with("x-gaps", gaps::by_id(self.contract, [gap.as_str()]))
            }
        }
    }

    /// The schema of a record.
    pub fn of_record(&self, record: &Record) -> Map {
        let fields = record.fields.iter();
        let required = fields.clone().filter(|field| is_required(field));
        let required: Vec<Value> = required.map(|field| field.wire.as_str().into()).collect();
        let properties = fields.map(|field| (&field.wire, self.of_field(record, field)));
        let properties: Map = properties.collect();
        let gap = record.further_members.gap();
        let about = [record.description.clone()].into_iter();
        let about = about.chain(limits(self.contract, record));
        let schema = Map::default()
            .with("type", "object")
            .with_non_empty("description", paragraphs(about.chain(gaps::notes(self.contract, gap))))
            .with_non_empty("required", required)
            .with_non_empty("properties", properties);
        closed(schema, record.further_members.value() == Some(&false))
            .with("x-section", record.section.as_str())
            .with_non_empty("x-gaps", gaps::by_id(self.contract, gap))
    }

    fn of_field(&self, record: &Record, field: &Field) -> Map {
        let schema = self.of_type(&field.ty);
        // No keywords besides `anyOf`: generators make unusable types of that.
        let (schema, seen) = if is_only_seen(self.contract, field) && !is_anything(&schema) {
            (Map::default(), schema.into())
        } else if field.nullable.value() == Some(&false) {
            (schema, Value::Null)
        } else {
            (or_null(schema), Value::Null)
        };
        let about = [field.description.clone()].into_iter();
        let about = about.chain(gaps::notes(self.contract, gaps::of_field(field)));
        schema
            .with_non_empty("description", paragraphs(about))
            .with_non_empty("x-evidence", unless_stated(field.evidence))
            .with_non_empty("x-seen", seen)
            .with_non_empty("x-section", unless_same(&field.section, &record.section))
            .with_non_empty("x-gaps", gaps::by_id(self.contract, gaps::of_field(field)))
    }

    /// The schema of a request body.
    pub fn of_body(&self, operation: &Operation) -> Map {
        let body = &operation.body;
        let required = body.iter().filter(|field| field.required && field.required_when.is_none());
        let required: Vec<Value> = required.map(|field| field.wire.as_str().into()).collect();
        let property = |field: &InputField| {
            self.of_type(&field.ty)
                .with_non_empty("description", describe(field))
                .with_non_empty("x-section", unless_same(&field.section, &operation.section))
        };
        let properties: Map = body.iter().map(|field| (&field.wire, property(field))).collect();
        Map::default()
            .with("type", "object")
            .with_non_empty("required", required)
            .with("properties", properties)
    }

    /// The name of the error body's schema, distinct from those of records.
    pub fn error_name(&self) -> String {
        let mut name = "ErrorBody".to_owned();
        while self.contract.record(&name).is_some() {
            name.push('_');
        }
        name
    }

    /// The schema of the error body.
    pub fn of_error(&self) -> Map {
        let error = &self.contract.service.error_body;
        let gap = error.further_members.gap();
        let about = ["Why a request was refused.".to_owned()].into_iter();
        let message = Map::default().with("type", "string").with("description", "The message.");
        let schema = Map::default()
            .with("type", "object")
            .with("description", paragraphs(about.chain(gaps::notes(self.contract, gap))))
            .with("required", vec![Value::from(error.member.as_str())])
            .with("properties", Map::default().with(&error.member, message));
        closed(schema, error.further_members.value() == Some(&false))
            .with("x-section", error.section.as_str())
            .with_non_empty("x-gaps", gaps::by_id(self.contract, gap))
    }
}

/// A string of a list that may grow.
pub fn open_enumeration<'v>(values: impl Iterator<Item = &'v str>) -> Map {
    let text = || Map::default().with("type", "string");
    let known = text().with("enum", values.map(Value::from).collect::<Vec<_>>());
    Map::default().with("anyOf", vec![Value::from(known), Value::from(text())])
}

/// Only what the document states is required: a member of an example, or one whose presence is not
/// shown, may be absent.
pub fn is_required(field: &Field) -> bool {
    field.evidence == Evidence::Stated && field.present.value() == Some(&true)
}

/// The word of an evidence that is less than stated.
pub fn unless_stated(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Stated => "",
        Evidence::Exampled | Evidence::Conventional => evidence.name(),
    }
}

/// `The Loan, by uuid or email.`
pub fn addressed(record: &str, ways: &[Identifier]) -> String {
    let ways: Vec<_> = ways.iter().map(|way| way.name()).collect();
    format!("The {record}, by {}.", ways.join(" or "))
}

/// The description, in paragraphs.
pub fn paragraphs(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}

/// A section is named once, by the outermost schema.
fn unless_same<'s>(section: &'s str, of_the_whole: &str) -> &'s str {
    if section == of_the_whole { "" } else { section }
}

/// The schema with `null` allowed in addition.
fn or_null(schema: Map) -> Map {
    let null = || Value::from("null");
    if let Some(Value::String(name)) = schema.get("type") {
        let types = vec![Value::from(name.as_str()), null()];
        return schema.with("type", types);
    }
    if is_anything(&schema) {
        return schema;
    }
    let null = Map::default().with("type", null());
    Map::default().with("anyOf", vec![Value::from(schema), Value::from(null)])
}

/// Whether the schema has no type, so that any value is allowed.
fn is_anything(schema: &Map) -> bool {
    ["type", "$ref", "anyOf"].iter().all(|key| schema.get(key).is_none())
}

fn describe(field: &InputField) -> String {
    let addressed = field.record.as_ref();
    let addressed = addressed.map(|record| self::addressed(record, &field.identifiers));
    let several = "Several values, separated by commas.";
    let several = field.several.then(|| several.to_owned());
    let when = field.required_when.as_ref();
    let when = when.map(|when| format!("Required when {when}."));
    let about = Some(field.description.clone()).filter(|about| !about.is_empty());
    let parts: Vec<_> = [addressed, about, when, several].into_iter().flatten().collect();
    parts.join(" ")
}

fn closed(schema: Map, closed: bool) -> Map {
    if closed { schema.with("additionalProperties", false) } else { schema }
}

fn format_name(format: Format) -> &'static str {
    match format {
        Format::Email => "email",
        Format::Url => "uri",
        // JSON Schema has no format for these.
        Format::Country | Format::Identifier => "",
    }
}
