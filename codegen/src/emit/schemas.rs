//! The JSON Schemas of the records and of the error body, one file each; the OpenAPI document contains the same schemas.
//!
//! A schema requires only what is stated, and rejects additional members only if that is stated.

pub mod component_names;
pub mod example;
pub mod gaps;
pub mod map;
pub mod messages;
mod record;
mod refusal;
pub mod schema;

use serde_yaml::Value;
use spec::Contract;

use crate::file_set::FileSet;

use map::Map;
use schema::{SchemaLocation, Schemas};

/// The dialect of the schemas.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

pub fn emit(contract: &Contract, files: &mut FileSet) {
    let schemas = Schemas::new(contract, SchemaLocation::Files);
    for resource in &contract.resources {
        let source = format!("{}/resource.yaml", resource.id);
        for record in &resource.records {
            add(files, &record.name, &source, schemas.of_record(record));
        }
    }
    add(files, &schemas.error_name(), "service.yaml", schemas.of_error());
}

fn add(files: &mut FileSet, name: &str, source: &str, schema: Map) {
    let file = schema::file_name(name);
    let head = Map::default()
        .with("$schema", DIALECT)
        // A relative id, so that references work in any folder.
        .with("$id", file.as_str())
        .with("title", name);
    files.json(format!("schemas/{file}"), source, &Value::from(head.and(schema)));
}
