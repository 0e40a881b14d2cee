//! JSON Schemas of types, records, request bodies and the error body.

use serde_yaml::Value;
use spec::{Constraints, Contract, Evidence, Format, Identifier, InputField, Operation, Type};

use super::component_names::{ComponentNames, error_name};
use super::example::value::Values;
use super::gaps;
use super::map::{Map, number};

/// Makes the schemas of a contract.
#[derive(Clone, Copy)]
pub struct Schemas<'c> {
    pub(super) contract: &'c Contract,
    pub(super) location: SchemaLocation<'c>,
}

/// Location of schemas, which determines references between them.
#[derive(Clone, Copy)]
pub enum SchemaLocation<'c> {
    /// Among the components of an OpenAPI document, which have these names.
    Components(&'c ComponentNames),
    /// In files of their own, in one folder.
    Files,
}

/// The file of the schema of that name.
pub fn file_name(name: &str) -> String {
    format!("{name}.schema.json")
}

impl<'c> Schemas<'c> {
    /// Schemas of this contract at this location.
    pub fn new(contract: &'c Contract, location: SchemaLocation<'c>) -> Self {
        Self { contract, location }
    }

    /// A reference to the schema of that name.
    pub fn reference(&self, name: &str) -> Map {
        let target = match self.location {
            SchemaLocation::Components(_) => format!("#/components/schemas/{name}"),
            SchemaLocation::Files => file_name(name),
        };
        Map::default().with("$ref", target)
    }

    /// The name of the schema with the values of a member of a record or of a request body. `None` where they are written
    /// in place.
    pub fn values(&self, owner: &str, wire: &str) -> Option<&'c str> {
        match self.location {
            SchemaLocation::Components(names) => names.values(owner, wire),
            SchemaLocation::Files => None,
        }
    }

    /// The schema of a type; `values` is the name of the schema of its values.
    pub fn of_type(&self, ty: &Type, values: Option<&str>) -> Map {
        let plain = |name: &str| Map::default().with("type", name);
        match ty {
            Type::Text(format) => {
                plain("string").with_non_empty("format", format.map_or("", format_name))
            }
            Type::Integer => plain("integer"),
            Type::Date => plain("string").with("format", "date"),
            Type::UnixTime => {
                plain("integer").with("format", "int64").with("description", "Seconds since 1970.")
            }
            Type::Json => Map::default(),
            Type::Map(item) => {
                plain("object").with("additionalProperties", self.of_type(item, values))
            }
            Type::Number => plain("number"),
            Type::Boolean => plain("boolean"),
            // Every documented form is a `date-time`; an undocumented form has no format.
            Type::Timestamp(forms) if forms.is_empty() => plain("string"),
            Type::Timestamp(_) => plain("string").with("format", "date-time"),
            Type::Enumeration(known) => open(self.listed(known, values)),
            Type::Record(name) => self.reference(name),
            Type::List(item) => plain("array").with("items", self.of_type(item, values)),
            Type::Unknown(gap) => {
                Map::default().with("x-gaps", gaps::by_id(self.contract, [gap.as_str()]))
            }
        }
    }

    /// The schema of a type whose listed values are the only possible ones.
    pub fn of_complete(&self, ty: &Type, values: Option<&str>, constraints: &Constraints) -> Map {
        match ty {
            Type::Enumeration(known) => self.listed(known, values),
            Type::List(item) => Map::default()
                .with("type", "array")
                .with("items", self.of_complete(item, values, constraints))
                .and(of_list(constraints)),
            _ => self.of_type(ty, values),
        }
    }

    fn listed(&self, known: &[String], values: Option<&str>) -> Map {
        match values {
            Some(name) => self.reference(name),
            None => enumeration(known.iter().map(String::as_str)),
        }
    }

    /// The schema of a type with constraints. Lists of values that may grow have no other keywords.
    pub fn of_value(&self, ty: &Type, values: Option<&str>, constraints: &Constraints) -> Map {
        match ty {
            Type::Enumeration(_) => self.of_type(ty, values),
            Type::List(item) => Map::default()
                .with("type", "array")
                .with("items", self.of_value(item, values, constraints))
                .and(of_list(constraints)),
            Type::Map(item) => Map::default()
                .with("type", "object")
                .with("additionalProperties", self.of_value(item, values, constraints)),
            _ => bounded(self.of_type(ty, values), constraints),
        }
    }

    /// The schema of a request body.
    pub fn of_body(&self, operation: &'c Operation) -> Map {
        let about = format!("The request body of `{}`.", operation.id);
        self.of_inputs(&operation.body, (&operation.id, &operation.section), &about)
    }

    /// The schema of an object in a request: of these members, with the owner of their values and its section. It does not
    /// say that it is open, so that generated types refuse a misspelt member.
    pub(super) fn of_inputs(
        &self,
        members: &'c [InputField],
        (owner, section): (&str, &str),
        about: &str,
    ) -> Map {
        let required =
            members.iter().filter(|field| field.required && field.required_when.is_none());
        let required: Vec<Value> = required.map(|field| field.own_name().into()).collect();
        let values = Values { contract: self.contract };
        let property = |field: &'c InputField| {
            let listed = self.values(owner, field.own_name());
            let schema = self.of_value(&field.ty, listed, &field.constraints);
            // If null is not accepted, a default of null is left out of the schema.
            let default = field.default.as_ref().filter(|it| field.nullable || !it.value.is_null());
            let default = default.and_then(|it| serde_yaml::to_value(&it.value).ok());
            let schema = if field.nullable { or_null(schema) } else { schema };
            default
                .into_iter()
                .fold(schema, |schema, value| schema.with("default", value))
                .with_non_empty("description", describe(field))
                .with("examples", vec![values.of_input(field)])
                .with_non_empty("x-section", unless_same(&field.section, section))
        };
        let properties: Map =
            members.iter().map(|field| (field.own_name(), property(field))).collect();
        Map::default()
            .with("type", "object")
            .with_non_empty("description", about)
            .with_non_empty("required", required)
            .with("properties", properties)
    }

    /// The name of the error body's schema.
    pub fn error_name(&self) -> String {
        error_name(self.contract)
    }
}

/// The schema of a number or a text with its constraints.
fn bounded(schema: Map, constraints: &Constraints) -> Map {
    let keywords = [
        ("minimum", constraints.minimum.map(number)),
        ("maximum", constraints.maximum.map(number)),
        ("minLength", constraints.min_length.map(Value::from)),
        ("maxLength", constraints.max_length.map(Value::from)),
        ("pattern", constraints.pattern.as_ref().map(|pattern| pattern.as_str().into())),
    ];
    let stated = keywords.into_iter().filter_map(|(key, value)| Some((key, value?)));
    stated.fold(schema, |schema, (key, value)| schema.with(key, value))
}

/// The constraints on a list as a whole.
pub fn of_list(constraints: &Constraints) -> Map {
    let schema = Map::default();
    let schema = [("minItems", constraints.min_items), ("maxItems", constraints.max_items)]
        .into_iter()
        .filter_map(|(key, count)| Some((key, count?)))
        .fold(schema, |schema, (key, count)| schema.with(key, count));
    if constraints.unique_items { schema.with("uniqueItems", true) } else { schema }
}

/// A list of strings.
pub fn enumeration<'v>(values: impl Iterator<Item = &'v str>) -> Map {
    let values: Vec<_> = values.map(Value::from).collect();
    Map::default().with("type", "string").with("enum", values)
}

/// A string of a list, or any other: the list may grow.
pub fn open(known: Map) -> Map {
    let text = Map::default().with("type", "string");
    Map::default().with("anyOf", vec![Value::from(known), Value::from(text)])
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
pub(super) fn unless_same<'s>(section: &'s str, of_the_whole: &str) -> &'s str {
    if section == of_the_whole { "" } else { section }
}

/// The schema with `null` allowed in addition.
pub(super) fn or_null(schema: Map) -> Map {
    let null = || Value::from("null");
    if let Some(Value::String(name)) = schema.get("type") {
        let types = vec![Value::from(name.as_str()), null()];
        return schema.with("type", types);
    }
    if schema.is_anything() {
        return schema;
    }
    let null = Map::default().with("type", null());
    Map::default().with("anyOf", vec![Value::from(schema), Value::from(null)])
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

/// An object that a response holds, with or without members that are not described. Generators of types read an object
/// without this keyword as closed.
pub fn extensible(schema: Map, further_members: bool) -> Map {
    schema.with("additionalProperties", further_members)
}

fn format_name(format: Format) -> &'static str {
    match format {
        Format::Email => "email",
        Format::Url => "uri",
        Format::Decimal => "decimal",
        // JSON Schema has no format for these.
        Format::Country | Format::Identifier => "",
    }
}
