//! Names in scenarios: operations and what belongs to each, kinds of keys and fixtures, facts, clauses, gaps.

use std::collections::BTreeMap;

use reader::{Key, KeyTable};
use serde_json::{Value, json};
use spec::Contract;
use spec::schema::{Names, words};

use super::operation::{CLAUSE_ID, definitions, final_names, step_names};
use super::target::facts;
use crate::contract::{fixture_kinds, key_kinds};

pub(super) struct ScenarioNames<'c> {
    contract: &'c Contract,
    /// The ids of all clauses, in order.
    clauses: Vec<String>,
}

impl<'c> ScenarioNames<'c> {
    pub fn new(contract: &'c Contract) -> Self {
        let clauses = contract.clauses().into_iter().map(|clause| clause.id).collect();
        Self { contract, clauses }
    }

    fn operations(&self) -> Value {
        words(self.contract.operations().map(|operation| operation.id.as_str()))
    }

    /// The values of `key` in a step.
    fn keys(&self) -> Value {
        let kinds = key_kinds(self.contract);
        let lengthened = kinds.first().map(|_| "lengthened");
        words(["none", "invalid"].into_iter().chain(lengthened).chain(kinds.iter().copied()))
    }

    /// For each kind of fixture, the facts that a need can ask for.
    fn facts_of_needs(&self) -> Vec<Value> {
        let kinds = self.contract.service.fixtures.iter();
        kinds.map(|kind| when("kind", &kind.kind, json!({ "facts": facts(kind) }))).collect()
    }
}

impl Names for ScenarioNames<'_> {
    fn key(&self, table: &KeyTable, key: &Key, mut made: Value) -> Value {
        match (table.name, key.name) {
            ("scenario", "needs") => {
                let kinds = words(fixture_kinds(self.contract));
                made["additionalProperties"]["anyOf"][0] = kinds;
                made
            }
            ("need", "kind") => words(fixture_kinds(self.contract)),
            ("need", "account") => words(key_kinds(self.contract)),
            ("step" | "final step", "call") => self.operations(),
            ("step" | "final step", "key") => self.keys(),
            // The error cases are those of the operation.
            ("step", "refused" | "disproved_by") => json!({}),
            ("step", "observes_gap") => words(self.contract.gaps.iter().map(|gap| gap.id.as_str())),
            _ => made,
        }
    }

    fn table(&self, table: &KeyTable) -> Vec<Value> {
        let names = match table.name {
            "need" => return self.facts_of_needs(),
            "step" => step_names,
            "final step" => final_names,
            _ => return Vec::new(),
        };
        let operations = self.contract.operations();
        operations
            .map(|operation| when("call", &operation.id, names(self.contract, operation)))
            .collect()
    }

    fn definitions(&self) -> BTreeMap<String, Value> {
        let clauses = self.clauses.iter().map(String::as_str);
        let mut made = BTreeMap::from([(CLAUSE_ID.to_owned(), words(clauses))]);
        for operation in self.contract.operations() {
            made.extend(definitions(self.contract, operation, &self.clauses));
        }
        made
    }
}

/// The schemas of other keys where one has this value.
fn when(key: &str, value: &str, properties: Value) -> Value {
    json!({
        "if": { "properties": { key: words([value]) }, "required": [key] },
        "then": { "properties": properties },
    })
}
