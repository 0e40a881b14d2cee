//! The names that belong to one operation: inputs, error cases, clauses, members of the response.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use spec::schema::{literal, reference, suggested, words};
use spec::{Contract, InputPart, InputRef, Operation, Type, field_path};

use super::target::closed;
use crate::contract::{envelope, fields, inputs};

/// The definition of the ids of all clauses.
const CLAUSE_ID: &str = "clause-id";

/// The definition of the error cases of the service.
const SERVICE_ERROR: &str = "service-error";

/// The definition of the value of an input.
pub(super) const INPUT: &str = "input";

/// The definition of the names that belong to the called operation: in a step, an alternative and a final call.
pub(super) const CALL: &str = "call";

/// The definitions of these names. `clauses` are the ids of all clauses.
pub(super) fn definitions(contract: &Contract, clauses: &[String]) -> BTreeMap<String, Value> {
    let errors = contract.service.errors.iter().map(|case| case.id.as_str());
    let types = ["string", "number", "boolean", "null", "array"];
    let json = json!({ "type": "object", "properties": { "json": { "type": "string" } },
        "required": ["json"], "additionalProperties": false });
    let calls = contract.operations();
    let calls = calls.map(|operation| when("call", &operation.id, reference(&name(operation))));
    let mut made = BTreeMap::from([
        (CLAUSE_ID.to_owned(), words(clauses.iter().map(String::as_str))),
        (SERVICE_ERROR.to_owned(), words(errors)),
        (INPUT.to_owned(), json!({ "anyOf": [{ "type": types }, json] })),
        (CALL.to_owned(), json!({ "allOf": calls.collect::<Vec<_>>() })),
    ]);
    made.extend(contract.operations().map(|operation| {
        let own = format!("{}.", operation.id);
        let own = clauses.iter().filter_map(|id| id.strip_prefix(&own));
        (name(operation), call(contract, operation, suggested(own, reference(CLAUSE_ID))))
    }));
    made
}

/// The name of the definition of a call.
fn name(operation: &Operation) -> String {
    format!("{CALL}.{}", operation.id)
}

fn call(contract: &Contract, operation: &Operation, clause: Value) -> Value {
    let name = name(operation);
    let errors = operation.errors.iter().map(|case| case.id.as_str());
    let refused = reference(&format!("{name}/properties/disproved_by"));
    let mut names = json!({
        "alternatives": { "items": reference(&name) },
        "disproved_by": suggested(errors, reference(SERVICE_ERROR)),
        "refused": { "anyOf": [refused, { "const": "any" }] },
        "without": without(operation),
    });
    for part in InputPart::ALL {
        let inputs = inputs(operation).into_iter().filter(|(input, _)| input.part == part);
        let inputs = inputs.map(|(input, ty)| (input.name.clone(), hints(operation, &input, &ty)));
        names[part.name()] = closed(inputs);
    }
    json!({
        "properties": names,
        "patternProperties": {
            "^(equals|differs|near)$": response(contract, operation),
            "^(proves|must_not_affect)$": { "items": clause },
        },
    })
}

/// What an editor shows for an input; other values are valid, too.
fn hints(operation: &Operation, input: &InputRef, ty: &Type) -> Value {
    let mut hints = json!({});
    let known: Vec<&str> = match (ty, operation.query_parameter(&input.name)) {
        (_, Some(parameter)) if input.part == InputPart::Query && !parameter.values.is_empty() => {
            parameter.values.iter().map(|value| value.wire.as_str()).collect()
        }
        (Type::Enumeration(values), _) => values.iter().map(String::as_str).collect(),
        (Type::Boolean, _) => vec!["true", "false"],
        _ => Vec::new(),
    };
    if !known.is_empty() {
        hints["examples"] = known.into();
    }
    let description = description(operation, input);
    if !description.is_empty() {
        hints["description"] = description.into();
    }
    hints
}

fn description<'o>(operation: &'o Operation, input: &InputRef) -> &'o str {
    let (part, name) = (input.part, &input.name);
    let found = match part {
        InputPart::Path => operation.path_parameter(name).map(|path| &path.description),
        InputPart::Query => operation.query_parameter(name).map(|query| &query.description),
        InputPart::Body => operation.body_field(name).map(|field| &field.description),
        InputPart::Header => None,
    };
    found.map_or("", String::as_str)
}

fn without(operation: &Operation) -> Value {
    let inputs = inputs(operation)
        .into_iter()
        .filter(|(input, _)| matches!(input.part, InputPart::Query | InputPart::Body));
    let names: Vec<_> = inputs.map(|(input, _)| input.to_string()).collect();
    json!({ "items": words(names.iter().map(String::as_str)) })
}

/// Stated members of the response, as `MEMBER.FIELD` or `LIST[SELECTOR].FIELD`; of a bare body as `FIELD` or
/// `[SELECTOR].FIELD`.
fn response(contract: &Contract, operation: &Operation) -> Value {
    let (mut plain, mut patterns) = (Map::new(), Map::new());
    for member in envelope(operation).unwrap_or_default() {
        for field in fields(contract, &member.ty) {
            if field.present.stated() != Some(&true) {
                continue;
            }
            let schema = json!({ "description": field.description });
            match &member.ty {
                Type::Record(_) => {
                    plain.insert(field_path(&member.wire, &field.wire), schema);
                }
                Type::List(_) => {
                    let (list, field) = (literal(&member.wire), literal(&field.wire));
                    patterns.insert(format!(r"^{list}\[.*\]\.{field}$"), schema);
                }
                _ => {}
            }
        }
    }
    json!({
        "type": "object",
        "properties": plain,
        "patternProperties": patterns,
        "additionalProperties": false,
    })
}

/// The schema of a map in which a key has this value.
pub(super) fn when(key: &str, value: &str, then: Value) -> Value {
    let name = match words([value]) {
        // A name that YAML reads otherwise has two spellings.
        Value::Object(names) if names["enum"].as_array().is_some_and(|names| names.len() > 1) => {
            names.into()
        }
        _ => json!({ "const": value }),
    };
    json!({ "if": { "properties": { key: name }, "required": [key] }, "then": then })
}
