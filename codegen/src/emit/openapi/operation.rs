//! One operation: parameters, body, responses, and extensions.

use serde_yaml::Value;
use spec::{Operation, PageSelection, QueryParameter, Resource, Type};

use super::response;
use crate::doc::sentence;
use crate::emit::schemas::example::{self, Examples};
use crate::emit::schemas::gaps;
use crate::emit::schemas::map::Map;
use crate::emit::schemas::schema::{self, SchemaLocation, Schemas};
use crate::plan::{parameter_description, rules};

/// The name of the security scheme.
pub const KEY_SCHEME: &str = "key";

/// The operation object. `names` are the parameter names of its path.
pub fn of_operation(
    examples: &Examples<'_>,
    resource: &Resource,
    names: &[String],
    clauses: Vec<Value>,
) -> Map {
    let Examples { contract, operation } = examples;
    let id = operation.id.as_str();
    let gaps = || gaps::of_operation(contract, id);
    let rules = rules(operation).into_iter();
    let rules: Vec<_> = rules.chain(gaps::notes(contract, gaps())).collect();
    Map::default()
        .with("operationId", id)
        .with("tags", vec![Value::from(resource.id.as_str())])
        .with("summary", summary(operation))
        .with_non_empty("description", list(&rules))
        .with_non_empty("parameters", parameters(examples, names))
        .with_non_empty("requestBody", body(examples))
        .with("responses", response::of_operation(examples))
        .with("security", security(operation))
        .with("x-section", operation.section.as_str())
        .with_non_empty("x-clauses", clauses)
        .with_non_empty("x-gaps", gaps::by_id(contract, gaps()))
}

/// Its summary, or its id as words.
fn summary(operation: &Operation) -> String {
    let about = operation.description.trim().trim_end_matches('.');
    if about.is_empty() {
        let words = sentence(&operation.id.replace('_', " "));
        return words.trim_end_matches('.').to_owned();
    }
    about.to_owned()
}

fn parameters(examples: &Examples<'_>, names: &[String]) -> Vec<Value> {
    let Examples { contract, operation } = examples;
    let schemas = Schemas::new(contract, SchemaLocation::Components);
    let path = operation.path_parameters.iter().zip(names);
    let path = path.map(|(parameter, name)| {
        let addressed = schema::addressed(&parameter.record, &parameter.identifiers);
        let about = format!("{addressed} {}", parameter.description);
        let text = Map::default().with("type", "string");
        let ways = parameter.identifiers.iter().map(|way| {
            let value = example::identifier(&parameter.record, *way);
            let example =
                Map::default().with("summary", format!("By {}", way.name())).with("value", value);
            (format!("by_{}", way.name()), example)
        });
        self::parameter("path", name, true, text)
            .with("description", about.trim_end())
            .with_non_empty("examples", ways.collect::<Map>())
    });
    let query = operation.query.iter().map(|parameter| {
        self::parameter("query", &parameter.name, parameter.required, query(&schemas, parameter))
            .with_non_empty("description", describe(parameter))
            .with_non_empty("style", if parameter.several { "form" } else { "" })
            .with_non_empty("explode", not_exploded(parameter))
            .with("example", examples.query(parameter))
            .with_non_empty("x-evidence", schema::unless_stated(parameter.evidence))
    });
    let page = operation.paging.as_ref().and_then(|paging| paging.value()?.selection.value());
    path.chain(query).chain(page.into_iter().flat_map(paging)).map(Value::from).collect()
}

fn parameter(place: &str, name: &str, required: bool, schema: Map) -> Map {
    Map::default()
        .with("name", name)
        .with("in", place)
        .with("required", required)
        .with("schema", schema)
}

fn query(schemas: &Schemas<'_>, parameter: &QueryParameter) -> Map {
    let schema = if parameter.values.is_empty() {
        schemas.of_type(&parameter.ty)
    } else {
        schema::open_enumeration(parameter.values.iter().map(|value| value.wire.as_str()))
    };
    let schema = if parameter.several {
        Map::default().with("type", "array").with("items", schema)
    } else {
        schema
    };
    schema.with_non_empty(
        "default",
        parameter.default.as_deref().map_or(Value::Null, |text| default(parameter, text)),
    )
}

/// The default in its type; the contract writes all of them as text.
fn default(parameter: &QueryParameter, text: &str) -> Value {
    match &parameter.ty {
        _ if parameter.several => vec![Value::from(text)].into(),
        Type::Integer => text.parse::<i64>().map_or(text.into(), Value::from),
        Type::Boolean => text.parse::<bool>().map_or(text.into(), Value::from),
        _ => text.into(),
    }
}

fn describe(parameter: &QueryParameter) -> String {
    let values = parameter.values.iter().map(|value| match value.meaning.value() {
        Some(meaning) => format!("- `{}`: {meaning}", value.wire),
        None => format!("- `{}`: not shown", value.wire),
    });
    let values = values.collect::<Vec<_>>().join("\n");
    schema::paragraphs([parameter_description(parameter), values].into_iter())
}

/// Several values in one parameter, separated by commas.
fn not_exploded(parameter: &QueryParameter) -> Value {
    if parameter.several { false.into() } else { Value::Null }
}

fn list(sentences: &[String]) -> String {
    let items = sentences.iter().map(|sentence| format!("- {sentence}"));
    items.collect::<Vec<_>>().join("\n")
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

fn body(examples: &Examples<'_>) -> Map {
    let Examples { contract, operation } = examples;
    let schemas = Schemas::new(contract, SchemaLocation::Components);
    let fields = &operation.body;
    if fields.is_empty() {
        return Map::default();
    }
    let example =
        |summary: &str, value: Map| Map::default().with("summary", summary).with("value", value);
    let mut shown = Map::default();
    let required = fields.iter().any(|field| field.required);
    if required && !fields.iter().all(|field| field.required) {
        let least = examples.body(|field| field.required);
        shown = shown.with("least", example("Required members", least));
    }
    let everything = examples.body(|_| true);
    let content = Map::default()
        .with("schema", schemas.of_body(operation))
        .with("examples", shown.with("everything", example("All members", everything)));
    Map::default()
        .with("required", required)
        .with("content", Map::default().with("application/json", content))
}

/// A key that is required, not required, or (if that is not shown) optional.
fn security(operation: &Operation) -> Vec<Value> {
    let key = || Value::from(Map::default().with(KEY_SCHEME, Vec::<Value>::new()));
    match operation.key_required.value() {
        Some(true) => vec![key()],
        Some(false) => Vec::new(),
        None => vec![key(), Map::default().into()],
    }
}
