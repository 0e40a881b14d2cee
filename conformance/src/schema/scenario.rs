//! Names in scenarios: operations and what belongs to each, kinds of keys and fixtures, facts, clauses, gaps.

use std::collections::BTreeMap;

use reader::{Key, KeyTable};
use serde_json::{Value, json};
use spec::Contract;
use spec::schema::{Names, reference, words};

use super::operation::{CALL, INPUT, definitions, when};
use super::target::{fact_definitions, facts};
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
        kinds
            .map(|kind| when("kind", &kind.kind, json!({ "properties": { "facts": facts(kind) } })))
            .collect()
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
            ("step" | "final step" | "alternative", "path" | "query" | "body") => {
                made["additionalProperties"] = reference(INPUT);
                made
            }
            ("step", "observes_gap") => words(self.contract.gaps.iter().map(|gap| gap.id.as_str())),
            _ => made,
        }
    }

    fn table(&self, table: &KeyTable) -> Vec<Value> {
        match table.name {
            "need" => self.facts_of_needs(),
            "step" | "final step" => vec![reference(CALL)],
            _ => Vec::new(),
        }
    }

    fn definitions(&self) -> BTreeMap<String, Value> {
        let mut made = definitions(self.contract, &self.clauses);
        made.extend(fact_definitions());
        made
    }
}
