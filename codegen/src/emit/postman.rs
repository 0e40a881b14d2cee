//! A Postman collection of a contract, in version 2.1.0 of the format, which other HTTP clients import, too.
//!
//! Requests are in the order of the OpenAPI document, grouped by resource. Base URL and key are variables. Bodies have
//! the required members; optional query parameters are switched off.

use serde_yaml::Value;
use spec::{
    Contract, KeyPlace, Operation, PageSelection, PathParameter, PathValue, QueryParameter,
    Resource, Segment,
};

use super::openapi::operation::{description, summary};
use super::openapi::order;
use super::schemas::example::value::identifier;
use super::schemas::example::{self, Examples, text};
use super::schemas::map::Map;
use super::schemas::schema::{addressed, paragraphs};
use crate::file_set::FileSet;
use crate::plan::parameter_description;

const FORMAT: &str = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/// How a request names a variable of the collection.
const BASE_URL: &str = "{{base_url}}";

const LEGEND: &str = "\
Set the variables `base_url`, such as `https://staging.example/api`, and `api_key` before you send a request. Keep the key out of \
files that you share. Example values are generated from types, without meaning.";

const LEGEND_WITHOUT_KEY: &str = "\
Set the variable `base_url`, such as `https://staging.example/api`, before you send a request. Example values are generated from \
types, without meaning.";

pub fn emit(contract: &Contract, files: &mut FileSet) {
    let service = &contract.service;
    let place = service.key_place();
    let legend = if place.is_some() { LEGEND } else { LEGEND_WITHOUT_KEY };
    let about = [service.description.clone(), legend.to_owned()];
    let info = Map::default()
        .with("name", service.title.as_str())
        .with("description", paragraphs(about.into_iter()))
        .with("schema", FORMAT);
    let folders = order::resources(contract);
    let folders = folders.iter().filter(|(_, operations)| !operations.is_empty());
    let folders = folders.map(|(resource, operations)| folder(contract, resource, operations));
    let mut variables = vec![variable("base_url", "http://127.0.0.1:8080")];
    variables.extend(place.map(|_| variable("api_key", "")));
    let is_basic = place == Some(&KeyPlace::Basic);
    variables.extend(is_basic.then(|| variable("api_password", "")));
    let collection = Map::default()
        .with("info", info)
        .with_non_empty("auth", place.map(key).unwrap_or_default())
        .with("variable", variables)
        .with("item", folders.collect::<Vec<_>>());
    files.json("postman/collection.json", "", &Value::from(collection));
}

/// The key in its place, for every request. In HTTP Basic, the variable is the user and `api_password` the password.
fn key(place: &KeyPlace) -> Map {
    let (kind, parts) = match place {
        KeyPlace::Bearer => ("bearer", vec![("token", "{{api_key}}")]),
        KeyPlace::Basic => {
            ("basic", vec![("username", "{{api_key}}"), ("password", "{{api_password}}")])
        }
        KeyPlace::Query(name) => ("apikey", of_name(name, "{{api_key}}", "query")),
        KeyPlace::Header(name) => ("apikey", of_name(name, "{{api_key}}", "header")),
        KeyPlace::Cookie(name) => {
            let value = format!("{name}={{{{api_key}}}}");
            return api_key(&of_name("Cookie", &value, "header"), "apikey");
        }
    };
    api_key(&parts, kind)
}

fn of_name<'t>(name: &'t str, value: &'t str, part: &'t str) -> Vec<(&'t str, &'t str)> {
    vec![("key", name), ("value", value), ("in", part)]
}

fn api_key(parts: &[(&str, &str)], kind: &str) -> Map {
    let parts =
        parts.iter().map(|(name, value)| Value::from(variable(name, value).with("type", "string")));
    Map::default().with("type", kind).with(kind, parts.collect::<Vec<_>>())
}

fn variable(name: &str, value: &str) -> Map {
    Map::default().with("key", name).with("value", value)
}

fn folder(contract: &Contract, resource: &Resource, operations: &[&Operation]) -> Value {
    let requests = operations.iter().map(|operation| {
        let item = Map::default().with("name", summary(operation));
        Value::from(item.with("request", request(contract, operation)))
    });
    Map::default()
        .with("name", resource.title.as_str())
        .with_non_empty("description", resource.description.as_str())
        .with("item", requests.collect::<Vec<_>>())
        .into()
}

fn request(contract: &Contract, operation: &Operation) -> Map {
    let examples = Examples { contract, operation };
    let without_key =
        operation.key_required.value() == Some(&false) && contract.service.auth.is_some();
    let auth = if without_key { Map::default().with("type", "noauth") } else { Map::default() };
    let request = Map::default()
        .with("method", operation.method.as_str())
        .with("description", description(contract, operation))
        .with_non_empty("auth", auth)
        .with("url", url(&examples));
    if operation.body.is_empty() {
        return request;
    }
    let is_required = operation.body.iter().any(|field| field.required);
    let body = Value::from(examples.body(|field| field.required || !is_required));
    let raw = serde_json::to_string_pretty(&body).unwrap_or_default();
    let language = Map::default().with("raw", Map::default().with("language", "json"));
    let body = Map::default().with("mode", "raw").with("raw", raw).with("options", language);
    let json = variable("Content-Type", "application/json");
    request.with("header", vec![Value::from(json)]).with("body", body)
}

fn url(examples: &Examples<'_>) -> Map {
    let operation = examples.operation;
    let path = operation.path.segments.iter().map(|segment| match segment {
        Segment::Literal(text) => text.clone(),
        Segment::Parameter(name) => format!(":{name}"),
    });
    let path: Vec<_> = path.collect();
    let page = operation
        .page_selection()
        .into_iter()
        .flat_map(PageSelection::parameters)
        .filter_map(|page| Some((page, text(&example::page(page)?))));
    let page = page.map(|(page, value)| variable(&page.wire, &value).with("disabled", true).into());
    let query = operation.query.iter().map(|parameter| query(examples, parameter)).chain(page);
    Map::default()
        .with("raw", format!("{BASE_URL}/{}", path.join("/")))
        .with("host", vec![Value::from(BASE_URL)])
        .with("path", path.into_iter().map(Value::from).collect::<Vec<_>>())
        .with_non_empty("query", query.collect::<Vec<_>>())
        .with_non_empty(
            "variable",
            operation
                .path_parameters
                .iter()
                .map(path_variable)
                .chain(operation.path_values.iter().map(path_value))
                .collect::<Vec<_>>(),
        )
}

fn query(examples: &Examples<'_>, parameter: &QueryParameter) -> Value {
    let example = examples.query(parameter);
    let items = example.as_sequence().map(|items| items.iter().map(text).collect::<Vec<_>>());
    // A collection names a parameter once: of a list whose values each have the name, it has the first.
    let example = match items {
        Some(items) if parameter.repeats() => items.into_iter().next().unwrap_or_default(),
        Some(items) => items.join(","),
        None => text(&example),
    };
    let entry = variable(&parameter.key(), &example);
    let entry = entry.with_non_empty("description", parameter_description(parameter));
    let entry = if parameter.required { entry } else { entry.with("disabled", true) };
    entry.into()
}

fn path_value(value: &PathValue) -> Value {
    variable(&value.name, &text(&example::path_value(value)))
        .with_non_empty("description", value.description.as_str())
        .into()
}

fn path_variable(parameter: &PathParameter) -> Value {
    let value = parameter.identifiers.first();
    let value = value.map_or_else(Value::default, |way| identifier(&parameter.record, *way));
    let about = addressed(&parameter.record, &parameter.identifiers);
    variable(&parameter.name, &text(&value)).with("description", about).into()
}
