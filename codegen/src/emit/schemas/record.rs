//! JSON Schemas of records and their members.

use serde_yaml::Value;
use spec::{Contract, Field, Operation, Record, Type};

use super::example::value::Values;
use super::gaps;
use super::map::Map;
use super::schema::{Schemas, extensible, or_null, paragraphs, unless_same, unless_stated};
use crate::plan::{SharedNote, is_only_seen, is_required, limits, shared_notes};

impl<'c> Schemas<'c> {
    /// The schema of a record.
    pub fn of_record(&self, record: &'c Record) -> Map {
        if let Some(object) = self.contract.object_of(record) {
            let owner = (record.name.as_str(), record.section.as_str());
            return self
                .of_inputs(&object.members, owner, &record.description)
                .with("x-section", record.section.as_str());
        }
        let fields = record.fields.iter();
        let required = fields.clone().filter(|field| is_required(self.contract, field));
        let required: Vec<Value> = required.map(|field| field.wire.as_str().into()).collect();
        let shared = shared_notes(record, |field| {
            gaps::notes(self.contract, gaps::of_field(field)).collect::<Vec<_>>()
        });
        let properties = fields.map(|field| (&field.wire, self.of_field(record, field, &shared)));
        let properties: Map = properties.collect();
        let properties = properties.and(expansions(self.contract, record));
        let gap = record.further_members.gap();
        let about = [record.description.clone()].into_iter();
        let about = about.chain(limits(self.contract, record));
        let about = about.chain(gaps::notes(self.contract, gap));
        let about = about.chain(shared.iter().map(shared_sentence));
        let schema = Map::default()
            .with("type", "object")
            .with_non_empty("description", paragraphs(about))
            .with_non_empty("required", required)
            .with_non_empty("properties", properties);
        extensible(schema, record.further_members.value() != Some(&false))
            .with("x-section", record.section.as_str())
            .with_non_empty("x-gaps", gaps::by_id(self.contract, gap))
    }

    fn of_field(&self, record: &'c Record, field: &'c Field, shared: &[SharedNote<'_>]) -> Map {
        let schema = match &field.ty {
            // Its gap is written with the others.
            Type::Unknown(_) => Map::default(),
            ty => {
                let values = self.values(&record.name, &field.wire);
                if field.complete {
                    self.of_complete(ty, values, &field.constraints)
                } else {
                    self.of_value(ty, values, &field.constraints)
                }
            }
        };
        // No keywords besides `anyOf`: generators make unusable types of that.
        let (schema, seen) = if is_only_seen(self.contract, field) && !schema.is_anything() {
            (Map::default(), schema.into())
        } else if field.nullable.value() == Some(&false) {
            (schema, Value::Null)
        } else {
            (or_null(schema), Value::Null)
        };
        let notes = gaps::notes(self.contract, gaps::of_field(field));
        let notes = notes.filter(|note| shared.iter().all(|(known, _)| known != note));
        let null = if field.nullable.value() == Some(&true) { "May be `null`." } else { "" };
        let about = [field.description.clone(), null.to_owned()].into_iter();
        let values = Values { contract: self.contract };
        schema
            .with_non_empty("description", paragraphs(about.chain(notes)))
            .with_non_empty(
                "examples",
                values.of_field(record, field).into_iter().collect::<Vec<_>>(),
            )
            .with_non_empty("x-evidence", unless_stated(field.evidence))
            .with_non_empty("x-seen", seen)
            .with_non_empty("x-section", unless_same(&field.section, &record.section))
            .with_non_empty("x-gaps", gaps::by_id(self.contract, gaps::of_field(field)))
    }
}

/// The sentence about a note that several members share.
fn shared_sentence((note, members): &SharedNote<'_>) -> String {
    let members = format!("Not shown of `{}`:", members.join("`, `"));
    note.replacen("Not shown:", &members, 1)
}

/// The members that parameters of operations add to a record, where the record has no such member: their form is not
/// shown.
fn expansions(contract: &Contract, record: &Record) -> Map {
    let mut added = Map::default();
    for operation in contract.operations().filter(|one| returned(one) == Some(&record.name)) {
        for parameter in &operation.query {
            for value in &parameter.values {
                let adds = value.expansion.as_ref().and_then(|expansion| expansion.adds.as_ref());
                let own = |wire: &String| record.fields.iter().any(|field| field.wire == *wire);
                if let Some(wire) = adds.filter(|wire| !own(wire)) {
                    let about = match value.meaning.value() {
                        Some(meaning) => format!(
                            "Added by `{}={}`: {}.",
                            parameter.name,
                            value.wire,
                            meaning.trim_end_matches('.')
                        ),
                        None => format!("Added by `{}={}`.", parameter.name, value.wire),
                    };
                    let about = format!("{about} Not shown: its type.");
                    added = added.with(wire, Map::default().with("description", about));
                }
            }
        }
    }
    added
}

/// The record that an operation lists, or that its path identifies.
fn returned(operation: &Operation) -> Option<&String> {
    let identified = operation.path_parameters.last().map(|parameter| &parameter.record);
    operation.lists.as_ref().or(identified)
}
