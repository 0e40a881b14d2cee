//! The document as a whole.

use std::collections::BTreeMap;

use serde_yaml::Value;
use spec::{Auth, Clause, Contract, Operation, Segment};

use super::operation;
use super::response;
use crate::emit::schemas::example::Examples;
use crate::emit::schemas::gaps;
use crate::emit::schemas::map::Map;
use crate::emit::schemas::schema::{SchemaLocation, Schemas};

/// Explains the extensions of the document.
const LEGEND: &str = "\
`x-gaps` lists what the documentation does not specify; descriptions repeat it after *Not shown*. Schemas allow every value \
that the documentation allows. `x-evidence` marks what the documentation does not state: `exampled` members appear only in an \
example, `conventional` members have the usual name of a member that is not named. `x-seen` is the schema of the value in the \
example; another deployment may send another value. `x-section` names the section of the documentation, `x-clauses` the \
testable statements derived from it. Examples are generated from types: they are well-formed, without meaning.";

/// The OpenAPI document of a contract.
pub fn document(contract: &Contract) -> Value {
    let service = &contract.service;
    let clauses = contract.clauses();
    let of_service = clauses.iter().filter(|clause| clause.operation.is_none());
    let of_service: Vec<Value> = of_service.map(|clause| clause.id.as_str().into()).collect();
    let info = Map::default()
        .with("title", service.title.as_str())
        .with_non_empty("description", format!("{}\n\n{LEGEND}", service.description).trim_start())
        .with("version", env!("CARGO_PKG_VERSION"));
    let server = Map::default()
        .with("url", "/")
        .with("description", "Paths are relative to the base URL of the deployment.");
    let tags = contract.resources.iter().filter(|resource| !resource.operations.is_empty());
    let tags = tags.map(|resource| {
        let tag = Map::default()
            .with("name", resource.id.as_str())
            .with("x-displayName", resource.title.as_str());
        Value::from(tag.with_non_empty("description", resource.description.as_str()))
    });
    Map::default()
        .with("openapi", "3.1.0")
        .with("info", info)
        .with("servers", vec![Value::from(server)])
        .with_non_empty("tags", tags.collect::<Vec<_>>())
        .with("paths", paths(contract, &clauses))
        .with("components", components(contract))
        .with_non_empty("x-clauses", of_service)
        .with_non_empty("x-gaps", gaps::elsewhere(contract))
        .into()
}

/// One path with its operations.
struct Path {
    template: String,
    /// Names of its parameters.
    names: Vec<String>,
    methods: Map,
}

/// Operations by path, then by method, in order of the first operation of each path. Paths that differ only in the names of
/// parameters are one, with the names of the first.
fn paths(contract: &Contract, clauses: &[Clause]) -> Map {
    let mut clauses = by_operation(clauses);
    let mut paths: Vec<Path> = Vec::new();
    let mut places: BTreeMap<Vec<Option<&str>>, usize> = BTreeMap::new();
    for resource in &contract.resources {
        for operation in &resource.operations {
            let shape = operation.path.segments.iter().map(|segment| match segment {
                Segment::Literal(text) => Some(text.as_str()),
                Segment::Parameter(_) => None,
            });
            let place = *places.entry(shape.collect()).or_insert_with(|| {
                paths.push(Path::of(operation));
                paths.len() - 1
            });
            let path = &mut paths[place];
            let method = operation.method.as_str().to_lowercase();
            let examples = Examples { contract, operation };
            let clauses = clauses.remove(operation.id.as_str()).unwrap_or_default();
            let object = operation::of_operation(&examples, resource, &path.names, clauses);
            path.methods = std::mem::take(&mut path.methods).with(&method, object);
        }
    }
    let paths = paths.into_iter();
    paths.map(|path| (path.template, path.methods)).collect()
}

impl Path {
    fn of(operation: &Operation) -> Self {
        let names = operation.path_parameters.iter();
        Self {
            template: operation.path.to_string(),
            names: names.map(|parameter| parameter.name.clone()).collect(),
            methods: Map::default(),
        }
    }
}

/// Ids of clauses by operation.
fn by_operation(clauses: &[Clause]) -> BTreeMap<&str, Vec<Value>> {
    let mut ids: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for clause in clauses {
        let operation = clause.operation.as_deref().unwrap_or_default();
        let ids = ids.entry(operation).or_default();
        ids.push(clause.id.as_str().into());
    }
    ids
}

fn components(contract: &Contract) -> Map {
    let schemas = Schemas::new(contract, SchemaLocation::Components);
    let records: Map =
        contract.records().map(|record| (&record.name, schemas.of_record(record))).collect();
    let all = records.with(&schemas.error_name(), schemas.of_error());
    let auth = &contract.service.auth;
    let key = Map::default()
        .with("type", "apiKey")
        .with("in", "header")
        .with("name", auth.header.as_str())
        .with_non_empty("description", key(auth))
        .with("x-section", auth.section.as_str());
    let other = Map::default().with(response::OTHER, response::other(&schemas));
    Map::default()
        .with("schemas", all)
        .with("responses", other)
        .with("securitySchemes", Map::default().with(operation::KEY_SCHEME, key))
}

/// The stated facts about the key.
fn key(auth: &Auth) -> String {
    let facts = [
        (&auth.identifies_account, "The key identifies the account."),
        (&auth.case_insensitive, "The case of the header's name does not matter."),
    ];
    let stated = facts.into_iter().filter(|(slot, _)| slot.stated() == Some(&true));
    stated.map(|(_, fact)| fact).collect::<Vec<_>>().join(" ")
}
