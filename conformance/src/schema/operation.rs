//! The names that belong to one operation: inputs, error cases, clauses, members of the answer.

use serde_json::{Map, Value, json};
use spec::schema::{literal, reference, suggested, words};
use spec::{Contract, InputPart, InputRef, Operation, Type};

use super::target::closed;
use crate::contract::{envelope, fields, inputs};

/// The definition of the ids of all clauses.
pub(super) const CLAUSE_ID: &str = "clause-id";

/// Keys of a step whose values are clauses.
const PROOFS: [&str; 2] = ["proves", "must_not_affect"];

/// Keys of a step whose values are members of the answer.
const COMPARED: [&str; 3] = ["equals", "differs", "near"];

/// The names in a step that calls this operation.
pub(super) fn step_names(contract: &Contract, operation: &Operation) -> Value {
    let of = |part: &str| definition(operation, part);
    let mut names = request(operation);
    names["alternatives"] = json!({ "items": { "properties": request(operation) } });
    names["disproved_by"] = words(error_cases(contract, operation));
    names["refused"] = words(error_cases(contract, operation).into_iter().chain(["any"]));
    for key in PROOFS {
        names[key] = json!({ "items": of("clause") });
    }
    for key in COMPARED {
        names[key] = of("answer");
    }
    names
}

/// The names in a `finally` call of this operation.
pub(super) fn final_names(_: &Contract, operation: &Operation) -> Value {
    request(operation)
}

/// The definitions that these names refer to. `clauses` are the ids of all clauses.
pub(super) fn definitions(
    contract: &Contract,
    operation: &Operation,
    clauses: &[String],
) -> Vec<(String, Value)> {
    let own = format!("{}.", operation.id);
    let own = clauses.iter().filter_map(|id| id.strip_prefix(&own));
    let mut made = vec![
        ("answer", answer(contract, operation)),
        ("clause", suggested(own, reference(CLAUSE_ID))),
        ("without", without(operation)),
    ];
    made.extend(InputPart::ALL.map(|part| (part.name(), part_inputs(operation, part))));
    made.into_iter().map(|(name, value)| (format!("{}.{name}", operation.id), value)).collect()
}

fn definition(operation: &Operation, part: &str) -> Value {
    reference(&format!("{}.{part}", operation.id))
}

fn request(operation: &Operation) -> Value {
    let parts = InputPart::ALL.map(InputPart::name).into_iter().chain(["without"]);
    parts.map(|part| (part.to_owned(), definition(operation, part))).collect::<Map<_, _>>().into()
}

fn part_inputs(operation: &Operation, part: InputPart) -> Value {
    let inputs = inputs(operation).into_iter().filter(|(input, _)| input.part == part);
    closed(inputs.map(|(input, ty)| (input.name.clone(), value(operation, &input, &ty))))
}

/// The value of an input: documented values are suggested.
fn value(operation: &Operation, input: &InputRef, ty: &Type) -> Value {
    let any = json!({ "type": ["string", "number", "boolean", "null", "array"] });
    let known: Vec<&str> = match (ty, operation.query_parameter(&input.name)) {
        (_, Some(parameter)) if input.part == InputPart::Query && !parameter.values.is_empty() => {
            parameter.values.iter().map(|value| value.wire.as_str()).collect()
        }
        (Type::Enumeration(values), _) => values.iter().map(String::as_str).collect(),
        (Type::Boolean, _) => vec!["true", "false"],
        _ => Vec::new(),
    };
    let mut schema = suggested(known, any);
    let description = description(operation, input);
    if !description.is_empty() {
        schema["description"] = description.into();
    }
    schema
}

fn description<'o>(operation: &'o Operation, input: &InputRef) -> &'o str {
    let (part, name) = (input.part, &input.name);
    let found = match part {
        InputPart::Path => operation.path_parameter(name).map(|path| &path.description),
        InputPart::Query => operation.query_parameter(name).map(|query| &query.description),
        InputPart::Body => operation.body_field(name).map(|field| &field.description),
    };
    found.map_or("", String::as_str)
}

fn without(operation: &Operation) -> Value {
    let inputs = inputs(operation).into_iter().filter(|(input, _)| input.part != InputPart::Path);
    let names: Vec<_> = inputs.map(|(input, _)| input.to_string()).collect();
    json!({ "items": words(names.iter().map(String::as_str)) })
}

fn error_cases<'c>(contract: &'c Contract, operation: &'c Operation) -> Vec<&'c str> {
    let mut ids: Vec<_> = operation.errors.iter().map(|case| case.id.as_str()).collect();
    for case in &contract.service.errors {
        if !ids.contains(&case.id.as_str()) {
            ids.push(&case.id);
        }
    }
    ids
}

/// Stated members of the answer, as `MEMBER.FIELD` or `LIST[SELECTOR].FIELD`.
fn answer(contract: &Contract, operation: &Operation) -> Value {
    let (mut plain, mut patterns) = (Map::new(), Map::new());
    for member in envelope(operation).unwrap_or_default() {
        for field in fields(contract, &member.ty) {
            if field.present.stated() != Some(&true) {
                continue;
            }
            let schema = json!({ "description": field.description });
            match &member.ty {
                Type::Record(_) => {
                    plain.insert(format!("{}.{}", member.wire, field.wire), schema);
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
