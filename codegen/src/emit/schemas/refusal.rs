//! JSON Schemas of refusals: the error body, with the documented messages as constants.

use std::collections::BTreeSet;

use serde_yaml::Value;
use spec::{Contract, ErrorEntries, Operation};

use super::gaps;
use super::map::Map;
use super::messages::{constants, forms, refusals};
use super::schema::{SchemaLocation, Schemas, enumeration, extensible, open, or_null, paragraphs};

impl<'c> Schemas<'c> {
    /// The media type of error bodies.
    pub fn error_type(&self) -> &'c str {
        let stated = self.contract.service.error_body.content_type.as_ref();
        stated.map_or("application/json", |fact| fact.value.as_str())
    }

    /// The schema of the error body, with the messages of every operation.
    pub fn of_error(&self) -> Map {
        let error = &self.contract.service.error_body;
        let gap = error.further_members.gap();
        let notes = gaps::notes(self.contract, gap);
        let about = paragraphs(["Why a request was refused.".to_owned()].into_iter().chain(notes));
        self.of_body_with(about, self.message(None))
            .with("x-section", error.section.as_str())
            .with_non_empty("x-gaps", gaps::by_id(self.contract, gap))
    }

    /// The error body of an operation with messages of its own.
    pub fn of_refusal(&self, operation: &'c Operation) -> Map {
        let about = format!("Why `{}` was refused.", operation.id);
        self.of_body_with(about, self.message(Some(operation)))
    }

    /// The schema of a message: one that is documented, or any other text.
    fn message(&self, operation: Option<&'c Operation>) -> Map {
        let cases = refusals(self.contract, operation);
        let constants = constants(&cases);
        let known = match self.location {
            SchemaLocation::Components(names) => {
                names.messages(operation).map(|name| self.reference(name))
            }
            SchemaLocation::Files if constants.is_empty() => None,
            SchemaLocation::Files => {
                Some(enumeration(constants.iter().map(|(_, text)| text.as_str())))
            }
        };
        let schema = known.map_or_else(|| Map::default().with("type", "string"), open);
        let example = constants.first().map(|(_, text)| Value::from(text.as_str()));
        let forms = forms(&cases).into_iter();
        let forms = forms.map(|(form, pattern)| format!("or `{form}`, by the pattern `{pattern}`"));
        let forms: Vec<_> = ["The message".to_owned()].into_iter().chain(forms).collect();
        schema
            .with("description", format!("{}.", forms.join("; ")))
            .with_non_empty("examples", example.into_iter().collect::<Vec<_>>())
    }

    /// The error body around the schema of its message.
    fn of_body_with(&self, about: String, message: Map) -> Map {
        let error = &self.contract.service.error_body;
        let properties = Map::default().with(&error.member.name, message);
        let code = error.code.as_ref();
        let properties = code.iter().fold(properties, |properties, path| {
            let codes = error_codes(self.contract);
            let code = if codes.is_empty() {
                Map::default().with("type", "string")
            } else {
                open(enumeration(codes.into_iter()))
            };
            properties.with(&path.name, code.with("description", "The code."))
        });
        let properties = match &error.field {
            Some(member) => {
                let input = Map::default()
                    .with("type", "string")
                    .with("description", "The name of the offending input.");
                let input =
                    if member.present.value() == Some(&false) { input } else { or_null(input) };
                properties.with(&member.path.name, input)
            }
            None => properties,
        };
        let properties = match &error.entries {
            Some(shape) => properties.with(&shape.list.name, error_entries(self.contract, shape)),
            None => properties,
        };
        let is_open = error.further_members.value() != Some(&false);
        let object = |about: String, properties: Map, required: &str| {
            let schema = Map::default()
                .with("type", "object")
                .with_non_empty("description", about)
                .with("required", vec![Value::from(required)])
                .with("properties", properties);
            extensible(schema, is_open)
        };
        let innermost = (properties, &error.member.name);
        let within = error.member.within.iter().rev();
        let (properties, required) = within.fold(innermost, |(inner, required), name| {
            (Map::default().with(name, object(String::new(), inner, required)), name)
        });
        object(about, properties, required)
    }
}

/// The schema of the list of errors.
fn error_entries(contract: &Contract, shape: &ErrorEntries) -> Map {
    let text = |about: &str| Map::default().with("type", "string").with("description", about);
    let properties = Map::default().with(&shape.field, text("The name of the offending input."));
    let codes = error_codes(contract);
    let properties = shape.code.iter().fold(properties, |properties, name| {
        let code = if codes.is_empty() {
            Map::default().with("type", "string")
        } else {
            open(enumeration(codes.iter().copied()))
        };
        properties.with(name, code.with("description", "The code."))
    });
    let required: Vec<Value> = [Some(&shape.field), shape.code.as_ref()]
        .into_iter()
        .flatten()
        .map(|it| it.as_str().into())
        .collect();
    let gap = shape.complete.gap();
    let about = match shape.complete.value() {
        Some(true) => "An entry for each offending input, and none for another, in any order.",
        _ => "Entries for offending inputs, in any order.",
    };
    let about = [about.to_owned()].into_iter().chain(gaps::notes(contract, gap));
    let item = Map::default()
        .with("type", "object")
        .with("required", required)
        .with("properties", properties);
    Map::default()
        .with("type", "array")
        .with("description", paragraphs(about))
        .with("items", extensible(item, true))
        .with_non_empty("x-gaps", gaps::by_id(contract, gap))
}

/// The documented codes of refusals, each once.
fn error_codes(contract: &Contract) -> BTreeSet<&str> {
    contract.error_cases().filter_map(|case| Some(case.code.as_ref()?.value()?.as_str())).collect()
}
