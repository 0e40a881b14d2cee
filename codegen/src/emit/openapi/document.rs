//! The document as a whole.

use std::collections::BTreeMap;

use serde_yaml::Value;
use spec::{Auth, Clause, Contract, KeyPlace};

use super::parts::Parts;
use super::{operation, response};
use crate::emit::schemas::component_names::ComponentNames;
use crate::emit::schemas::gaps;
use crate::emit::schemas::map::Map;
use crate::emit::schemas::schema::{enumeration, paragraphs};

/// Explains the extensions of the document.
const LEGEND: &str = "\
`x-gaps` lists what the documentation does not specify; descriptions repeat it after *Not shown*. Schemas allow every value \
that the documentation allows. `x-evidence` marks what the documentation does not state: `exampled` members appear only in an \
example, `conventional` members have the usual name of a member that is not named. `x-seen` is the schema of the value in the \
example; another deployment may send another value. `x-section` names the section of the documentation, `x-clauses` the \
testable statements derived from it. A range of statuses (`2XX`, `4XX`) means that the status is not specified, and a body without a \
type that any JSON value is possible. Lists of values may grow. Examples are generated from types: they are well-formed, without \
meaning, and no statement about the service.";

/// Explains the answers of an overlay.
const ANSWERS: &str = "\
This document has the answers of an overlay: where `x-gaps` has an `answer`, schemas and statuses are those of the answer, and \
`because` is its reason.";

/// The OpenAPI document of a contract.
pub fn document(contract: &Contract, license: Option<&str>) -> Value {
    let names = ComponentNames::new(contract);
    let parts = Parts::new(contract, &names);
    let service = &contract.service;
    let clauses = contract.clauses();
    let of_service = clauses.iter().filter(|clause| clause.operation.is_none());
    let of_service: Vec<Value> = of_service.map(|clause| clause.id.as_str().into()).collect();
    let answers = if contract.overlay.is_some() { ANSWERS } else { "" };
    let about = [service.description.as_str(), LEGEND, answers];
    let info = Map::default()
        .with("title", service.title.as_str())
        .with_non_empty("description", paragraphs(about.map(str::to_owned).into_iter()))
        .with("version", env!("CARGO_PKG_VERSION"))
        .with("contact", Map::default().with("name", format!("Maintainers of {}", service.title)))
        .with_non_empty("license", license.map_or_else(Map::default, license_object));
    let server = Map::default()
        .with("url", "/")
        .with("description", "Paths are relative to the base URL of the deployment.");
    let tags = parts.resources.iter().filter(|(_, operations)| !operations.is_empty());
    let tags = tags.map(|(resource, _)| {
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
        .with("paths", path_items(&parts, &clauses))
        .with("components", components(&parts))
        .with_non_empty("x-clauses", of_service)
        .with_non_empty("x-gaps", gaps::elsewhere(contract))
        .into()
}

/// Operations by path, then by method.
fn path_items(parts: &Parts<'_>, clauses: &[Clause]) -> Map {
    let mut clauses = by_operation(clauses);
    let mut items = Map::default();
    for (resource, operations) in &parts.resources {
        for operation in operations {
            let template = parts.paths.template(operation);
            let method = operation.method.as_str().to_lowercase();
            let clauses = clauses.remove(operation.id.as_str()).unwrap_or_default();
            let object = operation::of_operation(parts, resource, operation, clauses);
            items = items.with_nested(template, &method, object);
        }
    }
    items
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

fn license_object(expression: &str) -> Map {
    Map::default().with("name", expression).with("identifier", expression)
}

fn components(parts: &Parts<'_>) -> Map {
    let Parts { contract, schemas, .. } = parts;
    let records: Map =
        contract.records().map(|record| (&record.name, schemas.of_record(record))).collect();
    let all = records.with(&schemas.error_name(), schemas.of_error());
    let operations = parts.resources.iter().flat_map(|(_, operations)| operations);
    let bodies = operations.flat_map(|operation| operation::body_schemas(parts, operation));
    let lists = parts.names.lists.iter().map(|list| {
        let values = enumeration(list.values.iter().map(String::as_str));
        let names = list.constants.iter().map(|name| name.as_str().into());
        let values = values
            .with("description", list.about.as_str())
            .with_non_empty("x-enum-varnames", names.collect::<Vec<Value>>());
        (&list.name, values)
    });
    let all = all.and(bodies.collect()).and(lists.collect());
    let key = |auth: &Auth| {
        let scheme = key_scheme(&auth.place)
            .with_non_empty("description", key(auth))
            .with("x-section", auth.section.as_str());
        Map::default().with(operation::KEY_SCHEME, scheme)
    };
    let other = Map::default().with(response::OTHER, response::other(schemas));
    let key = contract.service.auth.as_ref().map(key).unwrap_or_default();
    Map::default()
        .with("schemas", all)
        .with("responses", other)
        .with_non_empty("securitySchemes", key)
}

/// Where the key is.
fn key_scheme(place: &KeyPlace) -> Map {
    let key = |part, name: &str| {
        Map::default().with("type", "apiKey").with("in", part).with("name", name)
    };
    let http = |scheme| Map::default().with("type", "http").with("scheme", scheme);
    match place {
        KeyPlace::Header(name) => key("header", name),
        KeyPlace::Query(name) => key("query", name),
        KeyPlace::Cookie(name) => key("cookie", name),
        KeyPlace::Bearer => http("bearer"),
        KeyPlace::Basic => http("basic"),
    }
}

/// The stated facts about the key.
fn key(auth: &Auth) -> String {
    let facts = [
        (Some(&auth.identifies_account), "The key identifies the account."),
        (auth.case_insensitive.as_ref(), "The case of the header's name does not matter."),
    ];
    let facts = facts.into_iter().filter_map(|(slot, fact)| Some((slot?, fact)));
    let stated = facts.filter(|(slot, _)| slot.stated() == Some(&true));
    stated.map(|(_, fact)| fact).collect::<Vec<_>>().join(" ")
}
