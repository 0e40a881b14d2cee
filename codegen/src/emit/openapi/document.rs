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

/// How to read what is ours in it.
const LEGEND: &str = "\
What the description of the service does not show is said as *Not shown*, and stands under `x-gaps`: nothing is promised \
there, and schemas are as loose as what is known. `x-evidence` marks what is not stated: `exampled` is only shown by an example, `conventional` is the usual name of something \
that is not named. `x-seen` is the schema of that where anything else may stand elsewhere. `x-section` names the section that says it, `x-clauses` the \
checkable statements made of it. Examples are made from types: they are well-formed, and mean nothing.";

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
        .with("description", "Paths are below the address of the deployment you call.");
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

/// One path and what can be done there.
struct Path {
    template: String,
    /// Names of its parameters.
    names: Vec<String>,
    methods: Map,
}

/// Operations by path, then by method; a path stands where its first operation does. Paths that
/// differ in the names of parameters alone are one, with the names of the first.
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

/// What is stated of the key.
fn key(auth: &Auth) -> String {
    let whose = (auth.identifies_account.stated() == Some(&true))
        .then_some("The key identifies the account.");
    let case = (auth.case_insensitive.stated() == Some(&true))
        .then_some("The case of the header's name does not matter.");
    let said: Vec<_> = whose.into_iter().chain(case).collect();
    said.join(" ")
}
