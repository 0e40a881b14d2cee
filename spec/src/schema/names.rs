//! The names of a contract in the schemas of overlays and of its own files.
//!
//! Gaps and resources that an overlay names exist in the contract. The files of the contract may
//! declare what they name, so that other names are valid there: known ones are suggested.

use reader::{Key, KeyTable};
use serde_json::{Map, Value, json};

use super::{Names, literal, reference, schema_with, suggested, words};
use crate::model::{Contract, Gap};

/// The JSON Schema of a file of the language with the names of a contract; `comment` is its head.
pub fn contract_schema(table: &KeyTable, comment: &str, contract: &Contract) -> String {
    let clauses = contract.clauses().into_iter().map(|clause| clause.id).collect();
    schema_with(table, comment, &ContractNames { contract, clauses })
}

struct ContractNames<'c> {
    contract: &'c Contract,
    clauses: Vec<String>,
}

impl Names for ContractNames<'_> {
    fn key(&self, table: &KeyTable, key: &Key, mut made: Value) -> Value {
        match (table.name, key.name) {
            ("overlay", "answers") => self.answers(),
            ("overlay record", "resource") => {
                words(self.contract.resources.iter().map(|resource| resource.id.as_str()))
            }
            ("operation", "lists" | "creates" | "updates" | "removes") | (_, "record") => {
                suggested(self.records(), made)
            }
            ("field", "type") => {
                if let Some(shapes) = made["anyOf"].as_array_mut() {
                    shapes.insert(1, words(self.records()));
                }
                made
            }
            ("fixture", "clauses") | ("question", "decided") => {
                made["items"] = suggested(self.clauses(), made["items"].take());
                made
            }
            ("question", "open") => {
                made["items"] = suggested(self.gaps(), made["items"].take());
                made
            }
            ("sentences", "sections") => {
                let items = &mut made["additionalProperties"]["additionalProperties"]["items"];
                *items = suggested(self.clauses().chain(self.gaps()), items.take());
                made
            }
            _ => made,
        }
    }
}

impl ContractNames<'_> {
    fn records(&self) -> impl Iterator<Item = &str> {
        self.contract.records().map(|record| record.name.as_str())
    }

    fn clauses(&self) -> impl Iterator<Item = &str> {
        self.clauses.iter().map(String::as_str)
    }

    fn gaps(&self) -> impl Iterator<Item = &str> {
        self.contract.gaps.iter().map(|gap| gap.id.as_str())
    }

    /// Answers by gap. An answer may have gaps of its own, whose ids begin with that of the answered
    /// gap; those of the overlay's records begin with `overlay`.
    fn answers(&self) -> Value {
        let answers = self.contract.gaps.iter().map(|gap| (gap.id.clone(), hints(gap)));
        let answers: Map<_, _> = answers.collect();
        let mut ids = vec![r"overlay\.".to_owned()];
        ids.extend(self.gaps().map(|gap| format!(r"{}(\.|$)", literal(gap))));
        let ids = format!("^({})", ids.join("|"));
        json!({
            "type": "object",
            "properties": answers,
            "patternProperties": { ids: reference("answer") },
            "additionalProperties": false,
        })
    }
}

/// What an editor shows for a gap; any text is valid.
fn hints(gap: &Gap) -> Value {
    let mut schema = json!({ "description": gap.note });
    if !gap.interpretations.is_empty() {
        schema["properties"] = json!({ "answer": { "examples": gap.interpretations } });
    }
    schema
}
