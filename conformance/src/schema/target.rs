//! Names in target files: kinds of keys and fixtures, facts.

use std::collections::BTreeMap;

use reader::{Key, KeyTable};
use serde_json::{Map, Value, json};
use spec::schema::{Names, reference, words};
use spec::{Contract, FactDeclaration, Fixture, Type};

use crate::contract::key_kinds;

pub(super) struct TargetNames<'c> {
    pub contract: &'c Contract,
}

impl Names for TargetNames<'_> {
    fn key(&self, table: &KeyTable, key: &Key, made: Value) -> Value {
        let service = &self.contract.service;
        match (table.name, key.name) {
            ("target", "keys") => closed(service.keys.iter().map(|key| {
                let (description, source) = (&key.description, reference("key-source"));
                (key.name.clone(), json!({ "description": description, "allOf": [source] }))
            })),
            ("target", "fixtures") => {
                closed(service.fixtures.iter().map(|kind| (kind.kind.clone(), fixtures(kind))))
            }
            ("target", "parameters") => {
                closed(self.contract.path_values().into_iter().map(|(name, value)| {
                    let described = json!({ "description": value.description, "type": "string" });
                    (name.to_owned(), described)
                }))
            }
            ("fixture", "account") => words(key_kinds(self.contract)),
            _ => made,
        }
    }

    fn definitions(&self) -> BTreeMap<String, Value> {
        fact_definitions()
    }
}

fn fixtures(kind: &Fixture) -> Value {
    let facts = json!({ "properties": { "facts": facts(kind) } });
    json!({
        "description": format!("{} {}", kind.description, kind.setup),
        "type": "array",
        "items": { "allOf": [reference("fixture"), facts] },
    })
}

/// The facts of a kind of fixture.
pub(super) fn facts(kind: &Fixture) -> Value {
    closed(kind.facts.iter().map(|fact| (fact.name.clone(), fact_value(fact))))
}

fn fact_value(fact: &FactDeclaration) -> Value {
    match fact.ty {
        Type::Boolean => reference("fact-flag"),
        Type::Integer | Type::Number | Type::UnixTime => reference("fact-number"),
        Type::Timestamp(_) | Type::Date => json!({ "type": "string" }),
        _ => reference("fact-text"),
    }
}

/// The definitions that facts refer to.
pub(super) fn fact_definitions() -> BTreeMap<String, Value> {
    BTreeMap::from([
        ("fact-flag".to_owned(), words(["true", "false", "yes", "no"])),
        ("fact-number".to_owned(), json!({ "type": ["number", "string"] })),
        ("fact-text".to_owned(), json!({ "type": ["string", "number", "boolean"] })),
    ])
}

/// The schema of a map that has no other keys.
pub(super) fn closed(properties: impl Iterator<Item = (String, Value)>) -> Value {
    let properties: Map<_, _> = properties.collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}
