//! The document as a whole.

use serde_yaml::Value;
use spec::{Clause, Contract};

use super::map::Map;
use super::{gaps, operation, schema};

/// The OpenAPI document of a contract.
pub fn document(contract: &Contract) -> Value {
    let service = &contract.service;
    let clauses = contract.clauses();
    let of_service = clauses.iter().filter(|clause| clause.operation.is_none());
    let of_service: Vec<Value> = of_service.map(|clause| clause.id.as_str().into()).collect();
    let info = Map::default()
        .with("title", service.title.as_str())
        .said("description", service.about.as_str())
        .with("version", env!("CARGO_PKG_VERSION"));
    let tags = contract
        .resources
        .iter()
        .filter(|resource| !resource.operations.is_empty());
    let tags = tags.map(|resource| {
        let tag = Map::default().with("name", resource.id.as_str());
        Value::from(tag.said("description", resource.about.as_str()))
    });
    Map::default()
        .with("openapi", "3.1.0")
        .with("info", info)
        .said("tags", tags.collect::<Vec<_>>())
        .with("paths", paths(contract, &clauses))
        .with("components", components(contract))
        .said("x-clauses", of_service)
        .said("x-gaps", gaps::elsewhere(contract))
        .into()
}

/// Operations by path, then by method; a path stands where its first operation does.
fn paths(contract: &Contract, clauses: &[Clause]) -> Map {
    let mut paths: Vec<(String, Map)> = Vec::new();
    for resource in &contract.resources {
        for operation in &resource.operations {
            let path = operation.path.to_string();
            let method = operation.method.as_str().to_lowercase();
            let object = operation::of_operation(contract, clauses, resource, operation);
            match paths.iter_mut().find(|(known, _)| *known == path) {
                Some((_, methods)) => *methods = std::mem::take(methods).with(&method, object),
                None => paths.push((path, Map::default().with(&method, object))),
            }
        }
    }
    paths.into_iter().collect()
}

fn components(contract: &Contract) -> Map {
    let records = contract.records();
    let schemas: Map = records
        .map(|record| (&record.name, schema::of_record(contract, record)))
        .collect();
    let schemas = schemas.with(&schema::error_name(contract), schema::of_error(contract));
    let auth = &contract.service.auth;
    let key = Map::default()
        .with("type", "apiKey")
        .with("in", "header")
        .with("name", auth.header.as_str())
        .with("x-section", auth.section.as_str());
    Map::default().with("schemas", schemas).with(
        "securitySchemes",
        Map::default().with(operation::KEY_SCHEME, key),
    )
}
