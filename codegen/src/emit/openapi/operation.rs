//! One operation: parameters, body, responses, and extensions.

use serde_yaml::Value;
use spec::{
    Contract, Idempotency, Identifier, Operation, PageParameter, PageSelection, QueryParameter,
    Resource, Several, Type,
};

use super::parts::Parts;
use super::response;
use crate::doc::sentence;
use crate::emit::schemas::example;
use crate::emit::schemas::example::value::identifier;
use crate::emit::schemas::gaps;
use crate::emit::schemas::map::Map;
use crate::emit::schemas::messages::refusals;
use crate::emit::schemas::schema;
use crate::plan::{parameter_description, rules};

/// The name of the security scheme.
pub const KEY_SCHEME: &str = "key";

pub fn of_operation<'c>(
    parts: &Parts<'c>,
    resource: &Resource,
    operation: &'c Operation,
    clauses: Vec<Value>,
) -> Map {
    let contract = parts.contract;
    let id = operation.id.as_str();
    let gaps = || gaps::of_operation(contract, id);
    Map::default()
        .with("operationId", id)
        .with("tags", vec![Value::from(resource.id.as_str())])
        .with("summary", summary(operation))
        .with("description", description(contract, operation))
        .with_non_empty("parameters", parameters(parts, operation))
        .with_non_empty("requestBody", body(parts, operation))
        .with("responses", response::of_operation(parts, operation))
        .with("security", security(operation))
        .with("x-section", operation.section.as_str())
        .with_non_empty("x-clauses", clauses)
        .with_non_empty("x-gaps", gaps::by_id(contract, gaps()))
}

/// The schemas of its bodies, by name.
pub fn body_schemas<'c>(parts: &Parts<'c>, operation: &'c Operation) -> Vec<(String, Map)> {
    let id = operation.id.as_str();
    let request = (!operation.body.is_empty())
        .then(|| (parts.names.request(id).to_owned(), parts.schemas.of_body(operation)));
    let response = response::envelope(parts, operation);
    let response = response.map(|schema| (parts.names.response(id).to_owned(), schema));
    let refusal = parts.names.refusal(id);
    let refusal = refusal.map(|name| (name.to_owned(), parts.schemas.of_refusal(operation)));
    request.into_iter().chain(response).chain(refusal).collect()
}

/// Its rules and what is not shown; if there is neither, its summary, which stands beside the description otherwise.
pub fn description(contract: &Contract, operation: &Operation) -> String {
    let elsewhere: Vec<&str> = shown_elsewhere(contract, operation).collect();
    let ids = || gaps::of_operation(contract, &operation.id).filter(|id| !elsewhere.contains(id));
    let under = |heading: &str, items: Vec<String>| match list(&items) {
        none if none.is_empty() => none,
        items => format!("{heading}\n\n{items}"),
    };
    let open = under("Not shown (`x-gaps`):", gaps::notes_only(contract, ids()).collect());
    let answers = gaps::answers(contract, ids()).collect();
    let answers =
        under("Not shown by the documentation, decided by the overlay (`x-gaps`):", answers);
    let parts = [list(&rules(operation)), answers, open];
    match schema::paragraphs(parts.into_iter()) {
        none if none.is_empty() => format!("{}.", summary(operation)),
        description => description,
    }
}

/// The gaps that responses and security show: statuses, and whether a key is required.
fn shown_elsewhere<'c>(
    contract: &'c Contract,
    operation: &'c Operation,
) -> impl Iterator<Item = &'c str> {
    let cases = refusals(contract, Some(operation)).into_iter();
    let statuses = cases.filter_map(|case| case.status.gap());
    statuses.chain(operation.success.status.gap()).chain(operation.key_required.gap())
}

/// Its summary, or its id as words.
pub fn summary(operation: &Operation) -> String {
    let about = operation.description.trim().trim_end_matches('.');
    if about.is_empty() {
        let words = sentence(&operation.id.replace('_', " "));
        return words.trim_end_matches('.').to_owned();
    }
    about.to_owned()
}

fn parameters<'c>(parts: &Parts<'c>, operation: &'c Operation) -> Vec<Value> {
    let examples = parts.examples(operation);
    let path = operation.path_parameters.iter().filter_map(|parameter| {
        let name = parts.paths.name(operation, &parameter.name)?;
        let addressed = schema::addressed(&parameter.record, &parameter.identifiers);
        let about = format!("{addressed} {}", parameter.description);
        let is_number = parameter.identifiers.contains(&Identifier::Integer);
        let ty = Map::default().with("type", if is_number { "integer" } else { "string" });
        let ways = parameter.identifiers.iter().map(|way| {
            let value = identifier(&parameter.record, *way);
            let example =
                Map::default().with("summary", format!("By {}", way.name())).with("value", value);
            (format!("by_{}", way.name()), example)
        });
        let described = self::parameter("path", name, true, ty)
            .with("description", about.trim_end())
            .with_non_empty("examples", ways.collect::<Map>());
        Some(described)
    });
    let values = operation.path_values.iter().filter_map(|value| {
        let name = parts.paths.name(operation, &value.name)?;
        let described = parameter("path", name, true, parts.schemas.of_type(&value.ty, None))
            .with_non_empty("description", value.description.as_str())
            .with("example", example::path_value(value));
        Some(described)
    });
    let query = operation.query.iter().map(|parameter| {
        let schema = query(parts, operation, parameter);
        let described = self::parameter("query", &parameter.key(), parameter.required, schema);
        with_form(described, parameter)
            .with_non_empty("description", describe(parameter))
            .with("example", examples.query(parameter))
            .with_non_empty("x-evidence", schema::unless_stated(parameter.evidence))
    });
    let pages = operation.page_selection().into_iter().flat_map(PageSelection::parameters);
    path.chain(values)
        .chain(query)
        .chain(pages.map(|it| page(parts, it)))
        .chain(operation.idempotency.iter().map(|keys| idempotency(parts, keys)))
        .map(Value::from)
        .collect()
}

/// The header with the key of a request that can be repeated.
fn idempotency(parts: &Parts<'_>, keys: &Idempotency) -> Map {
    let schema = parts.schemas.of_value(&Type::Text(None), None, &keys.constraints);
    let replayed = keys.replayed.as_ref().map(|replayed| {
        format!(" Such a response has the header `{}: {}`.", replayed.header, replayed.value)
    });
    let about = format!(
        "A key of the client's choice. A request that is sent again with the same key and the same body is carried out \
         once, and gets the first response again.{}",
        replayed.unwrap_or_default()
    );
    parameter("header", &keys.header, false, schema).with("description", about)
}

fn parameter(place: &str, name: &str, required: bool, schema: Map) -> Map {
    Map::default()
        .with("name", name)
        .with("in", place)
        .with("required", required)
        .with("schema", schema)
}

/// The style of a list, whose schema is an array.
fn with_form(described: Map, parameter: &QueryParameter) -> Map {
    match parameter.several {
        None | Some(Several::Text) => described,
        Some(_) => described.with("style", "form").with("explode", parameter.repeats()),
    }
}

fn query(parts: &Parts<'_>, operation: &Operation, parameter: &QueryParameter) -> Map {
    let schemas = &parts.schemas;
    let values = parts.names.query_values(&operation.id, &parameter.name);
    let schema = match values {
        Some(name) if !parameter.values.is_empty() => schema::open(schemas.reference(name)),
        _ => schemas.of_value(&parameter.ty, values, &parameter.constraints),
    };
    let default = parameter.default.as_deref().map(|text| default(parameter, text));
    let (schema, default) = match parameter.several {
        None | Some(Several::Text) => (schema, default),
        Some(_) => (
            Map::default()
                .with("type", "array")
                .with("items", schema)
                .and(schema::of_list(&parameter.constraints)),
            default.map(|value| vec![value].into()),
        ),
    };
    schema.with_non_empty("default", default.unwrap_or_default())
}

/// The default in its type; the contract writes all of them as text.
fn default(parameter: &QueryParameter, text: &str) -> Value {
    match &parameter.ty {
        Type::Integer | Type::UnixTime => text.parse::<i64>().map_or(text.into(), Value::from),
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
    let is_text = parameter.several == Some(Several::Text);
    let several = if is_text { "Several values are separated by commas." } else { "" };
    let parts = [parameter_description(parameter), several.to_owned(), values];
    schema::paragraphs(parts.into_iter())
}

fn list(sentences: &[String]) -> String {
    let items = sentences.iter().map(|sentence| format!("- {sentence}"));
    items.collect::<Vec<_>>().join("\n")
}

/// A parameter that selects a page.
fn page(parts: &Parts<'_>, page: &PageParameter) -> Map {
    let schema = parts.schemas.of_value(&page.ty, None, &page.constraints);
    let default = page.default.map(Value::from);
    let schema = schema.with_non_empty("default", default.unwrap_or_default());
    let described = parameter("query", &page.wire, false, schema)
        .with("description", format!("{}.", page.about));
    match example::page(page) {
        Some(example) => described.with("example", example),
        None => described,
    }
}

fn body<'c>(parts: &Parts<'c>, operation: &'c Operation) -> Map {
    let examples = parts.examples(operation);
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
        .with("schema", parts.schemas.reference(parts.names.request(&operation.id)))
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
