//! What an operation answers: its success and its refusals, by status.

use std::collections::BTreeMap;

use serde_yaml::Value;
use spec::{Body, Contract, ErrorCase, Operation, Paging, Slot};

use super::map::Map;
use super::schema;

/// All responses of an operation. A status that is not shown is a range: `2XX`, `4XX`.
pub fn of_operation(contract: &Contract, operation: &Operation) -> Map {
    let status = operation.success.status.known();
    let status = status.map_or("2XX".to_owned(), u16::to_string);
    let responses = Map::default().with(&status, success(contract, operation));
    let mut refusals: BTreeMap<String, Vec<&ErrorCase>> = BTreeMap::new();
    for case in operation.errors.iter().chain(&contract.service.errors) {
        let status = case.status.known().map_or("4XX".to_owned(), u16::to_string);
        refusals.entry(status).or_default().push(case);
    }
    refusals
        .into_iter()
        .fold(responses, |responses, (status, cases)| {
            responses.with(&status, refusal(contract, &cases))
        })
}

fn success(contract: &Contract, operation: &Operation) -> Map {
    match operation.success.body.known() {
        None => described("The body is not shown."),
        Some(Body::Empty) => described("No body."),
        Some(Body::Envelope(members)) => {
            let mut properties: Map = members
                .iter()
                .map(|member| (&member.wire, schema::of_type(contract, &member.ty)))
                .collect();
            let mut required: Vec<Value> = members
                .iter()
                .map(|member| member.wire.as_str().into())
                .collect();
            if let Some(paging) = operation.paging.as_ref().and_then(Slot::known) {
                properties = properties.with(&paging.meta, meta(paging));
                required.push(paging.meta.as_str().into());
            }
            let body = Map::default()
                .with("type", "object")
                .with("required", required)
                .with("properties", properties);
            described(&operation.about).with("content", json(body))
        }
    }
}

fn meta(paging: &Paging) -> Map {
    let members: Vec<&String> = paging.keys.iter().chain([&paging.total]).collect();
    let member = || match paging.integers.known() {
        Some(true) => Map::default().with("type", "integer"),
        _ => Map::default(),
    };
    Map::default()
        .with("type", "object")
        .with(
            "required",
            members
                .iter()
                .map(|wire| wire.as_str().into())
                .collect::<Vec<Value>>(),
        )
        .with(
            "properties",
            members.iter().map(|wire| (wire, member())).collect::<Map>(),
        )
}

fn refusal(contract: &Contract, cases: &[&ErrorCase]) -> Map {
    let messages: Vec<_> = cases
        .iter()
        .map(|case| format!("- `{}`", case.message))
        .collect();
    let member = contract.service.error_body.member.as_str();
    let examples: Map = cases
        .iter()
        .map(|case| {
            let body = Map::default().with(member, case.message.to_string());
            (&case.id, Map::default().with("value", body))
        })
        .collect();
    let content = Map::default()
        .with("schema", schema::reference(&schema::error_name(contract)))
        .with("examples", examples);
    described(&format!(
        "Refused with one of these messages:\n\n{}",
        messages.join("\n")
    ))
    .with("content", Map::default().with("application/json", content))
}

fn described(text: &str) -> Map {
    Map::default().with("description", text)
}

fn json(body: Map) -> Map {
    Map::default().with("application/json", Map::default().with("schema", body))
}
