//! Examples on the page of an operation: parts of programs that tests run, and calls with curl.

use maud::{Markup, html};
use serde_yaml::Value;
use spec::{KeyPlace, Operation};

use crate::model::Model;
use crate::text::{block, json};

/// The examples of an operation: a section for each language, which the script makes tabs of.
pub fn section(model: &Model<'_>, operation: &Operation) -> Markup {
    let tested = model.examples.iter().filter(|example| example.operation == operation.id);
    html! {
        div.tabs {
            section data-language="curl" {
                h3 { "curl" }
                (block("Example in curl", &curl(model, operation)))
            }
            @for example in tested {
                section data-language=(example.language) {
                    h3 { (example.language) }
                    (block(&format!("Example in {}", example.language), &example.code))
                    p.note { "From " code { (example.file) } ", which the tests run." }
                }
            }
        }
    }
}

/// A call with the required inputs.
pub fn curl(model: &Model<'_>, operation: &Operation) -> String {
    let object = model.openapi(operation);
    let at = |pointer: &[&str]| pointer.iter().try_fold(object?, |value, name| value.get(*name));
    let parameters = at(&["parameters"]).and_then(Value::as_sequence);
    let path = path(operation, parameters.map_or(&[][..], Vec::as_slice));
    let method = match operation.method.as_str() {
        "GET" => String::new(),
        method => format!("-X {method} "),
    };
    let place = model.contract.service.key_place();
    let mut call = vec![format!("curl {method}\"$BASE_URL{path}\"")];
    call.extend(place.map(|place| match place {
        KeyPlace::Header(name) => format!("-H \"{name}: $API_KEY\""),
        KeyPlace::Bearer => "-H \"Authorization: Bearer $API_KEY\"".to_owned(),
        KeyPlace::Cookie(name) => format!("-b \"{name}=$API_KEY\""),
        KeyPlace::Basic => "-u \"$API_KEY\"".to_owned(),
        // `curl` escapes the value.
        KeyPlace::Query(name) => format!("--url-query \"{}=$API_KEY\"", escaped(name)),
    }));
    let examples = at(&["requestBody", "content", "application/json", "examples"]);
    let example = examples.and_then(|all| all.get("least").or_else(|| all.get("everything")));
    if let Some(body) = example.and_then(|example| example.get("value")) {
        let body = serde_json::to_string(body).unwrap_or_default();
        call.push("-H 'Content-Type: application/json'".to_owned());
        call.push(format!("-d '{}'", body.replace('\'', "'\\''")));
    }
    call.join(" \\\n  ")
}

/// A parameter of the query with its example: a pair for each value of a list, unless they share one.
fn pairs(parameter: &Value) -> Option<Vec<String>> {
    let example = parameter.get("example")?;
    let values: Vec<_> = match example.as_sequence() {
        Some(items) => items.iter().map(text).collect(),
        None => vec![text(example)],
    };
    let is_joined = parameter.get("explode") == Some(&Value::Bool(false));
    let values = if is_joined { vec![values.join(",")] } else { values };
    // `curl` expands brackets.
    let name = parameter.get("name")?.as_str()?.replace('[', "%5B").replace(']', "%5D");
    Some(values.iter().map(|value| format!("{name}={value}")).collect())
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => json(other),
    }
}

/// A name as it stands in a query.
fn escaped(name: &str) -> String {
    let bytes = name.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    });
    bytes.collect()
}

/// The path with the examples of its parameters, and required parameters of the query.
fn path(operation: &Operation, parameters: &[Value]) -> String {
    let of = |place: &str| {
        let parameters = parameters.iter();
        let place = place.to_owned();
        parameters.filter(move |one| one.get("in").and_then(Value::as_str) == Some(&place))
    };
    let mut path = operation.path.to_string();
    // The document has the parameters in this order, with the names of the first operation on the path.
    let records = operation.path_parameters.iter().map(|parameter| &parameter.name);
    let own = records.chain(operation.open_path_values().map(|value| &value.name));
    for (name, declared) in own.zip(of("path")) {
        let examples = declared.get("examples").and_then(Value::as_mapping);
        let first = examples.and_then(|all| all.iter().next());
        let first = first.and_then(|(_, example)| example.get("value"));
        let example = first.or_else(|| declared.get("example")).map(text).unwrap_or_default();
        path = path.replace(&format!("{{{name}}}"), &example);
    }
    let required = of("query").filter(|one| one.get("required") == Some(&Value::Bool(true)));
    let query: Vec<_> = required.filter_map(pairs).flatten().collect();
    let query = query.join("&");
    if query.is_empty() { path } else { format!("{path}?{query}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_a_list_are_written_as_the_parameter_says() {
        let pairs = |text: &str| pairs(&serde_yaml::from_str(text).unwrap()).unwrap();
        assert_eq!(pairs("{ name: q, example: a b }"), ["q=a b"]);
        let list = "name: 'tag[]', example: [a, b]";
        assert_eq!(pairs(&format!("{{ {list}, explode: true }}")), ["tag%5B%5D=a", "tag%5B%5D=b"]);
        assert_eq!(pairs(&format!("{{ {list}, explode: false }}")), ["tag%5B%5D=a,b"]);
    }
}
