//! One operation: parameters, body, responses, and what the contract knows beyond OpenAPI.

use serde_yaml::Value;
use spec::{Clause, Contract, Operation, PageSelection, QueryParameter, Resource, Type};

use super::map::Map;
use super::{gaps, response, schema};

/// The name of the scheme by which callers say who they are.
pub const KEY_SCHEME: &str = "key";

/// The operation object.
pub fn of_operation(
    contract: &Contract,
    clauses: &[Clause],
    resource: &Resource,
    operation: &Operation,
) -> Map {
    let id = operation.id.as_str();
    let clauses = clauses
        .iter()
        .filter(|clause| clause.operation.as_deref() == Some(id));
    let clauses: Vec<Value> = clauses.map(|clause| clause.id.as_str().into()).collect();
    Map::default()
        .with("operationId", id)
        .with("tags", vec![Value::from(resource.id.as_str())])
        .with("summary", operation.about.as_str())
        .said("parameters", parameters(contract, operation))
        .said("requestBody", body(contract, operation))
        .with("responses", response::of_operation(contract, operation))
        .with("security", security(operation))
        .with("x-section", operation.section.as_str())
        .said("x-clauses", clauses)
        .said("x-gaps", gaps::of_operation(contract, id))
}

fn parameters(contract: &Contract, operation: &Operation) -> Vec<Value> {
    let path = operation.path_parameters.iter().map(|parameter| {
        let ways: Vec<_> = parameter
            .alternatives
            .iter()
            .map(|way| way.name())
            .collect();
        let about = format!(
            "The {}, by {}. {}",
            parameter.of,
            ways.join(" or "),
            parameter.about
        );
        let text = Map::default().with("type", "string");
        self::parameter("path", &parameter.name, true, text).with("description", about.trim_end())
    });
    let query = operation.query.iter().map(|parameter| {
        self::parameter(
            "query",
            &parameter.name,
            parameter.required,
            query(contract, parameter),
        )
        .said("description", describe(parameter))
    });
    let page = operation
        .paging
        .as_ref()
        .and_then(|paging| paging.known()?.selection.known());
    path.chain(query)
        .chain(page.into_iter().flat_map(paging))
        .map(Value::from)
        .collect()
}

fn parameter(place: &str, name: &str, required: bool, schema: Map) -> Map {
    Map::default()
        .with("name", name)
        .with("in", place)
        .with("required", required)
        .with("schema", schema)
}

fn query(contract: &Contract, parameter: &QueryParameter) -> Map {
    let schema = if parameter.values.is_empty() {
        schema::of_type(contract, &parameter.ty)
    } else {
        schema::open_enumeration(parameter.values.iter().map(|value| value.wire.as_str()))
    };
    schema.said(
        "default",
        parameter
            .default
            .as_deref()
            .map_or(Value::Null, |text| default(&parameter.ty, text)),
    )
}

/// The default in its type; the contract writes all of them as text.
fn default(ty: &Type, text: &str) -> Value {
    match ty {
        Type::Integer => text.parse::<i64>().map_or(text.into(), Value::from),
        Type::Boolean => text.parse::<bool>().map_or(text.into(), Value::from),
        _ => text.into(),
    }
}

fn describe(parameter: &QueryParameter) -> String {
    let values = parameter
        .values
        .iter()
        .map(|value| match value.meaning.known() {
            Some(meaning) => format!("- `{}`: {meaning}", value.wire),
            None => format!("- `{}`: not shown", value.wire),
        });
    let values = values.collect::<Vec<_>>().join("\n");
    match (parameter.about.is_empty(), values.is_empty()) {
        (_, true) => parameter.about.clone(),
        (true, false) => values,
        (false, false) => format!("{}\n\n{values}", parameter.about),
    }
}

fn paging(selection: &PageSelection) -> [Map; 2] {
    let count = || Map::default().with("type", "integer");
    let page = parameter("query", &selection.page, false, count());
    let per_page = parameter("query", &selection.per_page, false, count());
    [
        page.with("description", "Number of the page."),
        per_page.with("description", "Size of a page."),
    ]
}

fn body(contract: &Contract, operation: &Operation) -> Map {
    if operation.body.is_empty() {
        return Map::default();
    }
    let schema = schema::of_body(contract, operation);
    let content = Map::default().with("application/json", Map::default().with("schema", schema));
    let required = operation.body.iter().any(|field| field.required);
    Map::default()
        .with("required", required)
        .with("content", content)
}

/// A key that must be sent, must not, or (where that is not shown) may be sent.
fn security(operation: &Operation) -> Vec<Value> {
    let key = || Value::from(Map::default().with(KEY_SCHEME, Vec::<Value>::new()));
    match operation.key_required.known() {
        Some(true) => vec![key()],
        Some(false) => Vec::new(),
        None => vec![key(), Map::default().into()],
    }
}
