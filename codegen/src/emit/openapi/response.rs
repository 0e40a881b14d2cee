//! The responses of an operation: its success and its refusals, by status.

use std::collections::BTreeMap;

use serde_yaml::Value;
use spec::{
    Body, Condition, Contract, ErrorCase, FurtherStatus, NamedInput, Operation, PageFact,
    PageMember, Paging, ResponseHeader, Slot,
};

use super::links;
use super::parts::Parts;
use crate::emit::schemas::gaps;
use crate::emit::schemas::map::Map;
use crate::emit::schemas::messages::{pattern, refusals};
use crate::emit::schemas::schema::{self, Schemas};
use crate::plan::condition;

/// The name of the response for undocumented refusals.
pub const OTHER: &str = "Refused";

/// The note on a response under a range of statuses.
const UNKNOWN_STATUS: &str = " The status is not shown.";

/// All responses of an operation. A status that is not shown is a range: `2XX`, `4XX`.
pub fn of_operation<'c>(parts: &Parts<'c>, operation: &'c Operation) -> Map {
    let contract = parts.contract;
    let status = operation.success.status.value();
    let status = status.map_or("2XX".to_owned(), u16::to_string);
    let responses = Map::default().with(&status, success(parts, operation, None));
    let further = operation.success.further_statuses.iter();
    let responses = further.fold(responses, |responses, further| {
        let response = success(parts, operation, Some(further));
        responses.with(&further.status.to_string(), response)
    });
    let mut by_status: BTreeMap<String, Vec<&ErrorCase>> = BTreeMap::new();
    for case in refusals(contract, Some(operation)) {
        let status = case.status.value().map_or("4XX".to_owned(), u16::to_string);
        by_status.entry(status).or_default().push(case);
    }
    let other = Map::default().with("$ref", format!("#/components/responses/{OTHER}"));
    by_status
        .into_iter()
        .fold(responses, |responses, (status, cases)| {
            let known = cases.iter().all(|case| case.status.value().is_some());
            let refusal = refusal(parts, operation, &cases, known);
            let refusal = match responses.get(&status) {
                Some(success) => either(success, &refusal),
                None => refusal,
            };
            responses.with(&status, refusal)
        })
        .with("default", other)
}

/// A success and refusals under one status: only the body distinguishes them.
fn either(success: &Value, refusal: &Map) -> Map {
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let headers = success.get("headers").cloned().unwrap_or_default();
    let success = text(success.get("description"));
    let refusal = text(refusal.get("description"));
    described(&format!("{success}\n\n{refusal}"))
        .with_non_empty("headers", headers)
        .with("content", anything(Map::default()))
}

/// JSON of which nothing else is known. `note` describes it.
fn anything(schema: Map) -> Map {
    Map::default().with("application/json", Map::default().with("schema", schema))
}

/// A refusal that no operation lists, or under a status that is not shown.
pub fn other(schemas: &Schemas<'_>) -> Map {
    let content = Map::default().with("schema", schemas.reference(&schemas.error_name()));
    described("Refused for a reason that is not listed, or under another status.")
        .with("content", Map::default().with(schemas.error_type(), content))
}

fn success<'c>(
    parts: &Parts<'c>,
    operation: &'c Operation,
    further: Option<&FurtherStatus>,
) -> Map {
    let contract = parts.contract;
    let status = match operation.success.status.value() {
        Some(_) => "",
        None => UNKNOWN_STATUS,
    };
    let when = further.and_then(|further| further.when.as_ref());
    let when = when.map_or_else(String::new, |when| {
        let name = operation.wire_name(&when.input);
        match &when.value {
            Some(value) => format!(" `{name}` is `{}`.", value.value),
            None => format!(" `{name}` is left out."),
        }
    });
    let accepted = |body: &str| described(&format!("Accepted.{status}{when}{body}"));
    let response = match operation.success.body.value() {
        None => {
            let gap = operation.success.body.gap();
            let about = schema::paragraphs(gaps::notes(contract, gap));
            let schema = Map::default()
                .with_non_empty("description", about)
                .with_non_empty("x-gaps", gaps::by_id(contract, gap));
            accepted(" The body is not shown.").with("content", anything(schema))
        }
        Some(Body::Empty) => accepted(" There is no body."),
        Some(body) => {
            let example = parts.examples(operation).success().unwrap_or_default();
            let schema = match body {
                Body::Bare(body) => parts.schemas.of_type(&body.ty, None),
                _ => parts.schemas.reference(parts.names.response(&operation.id)),
            };
            let content = Map::default().with("schema", schema).with("example", example);
            accepted("").with("content", Map::default().with("application/json", content))
        }
    };
    let paging = operation.paging.as_ref().and_then(Slot::value);
    let is_described = operation.success.header("Link").is_some();
    let link = paging.filter(|paging| paging.link && !is_described).map(|_| {
        let link = described("Leads to the next page with `rel=\"next\"`, if there is one.")
            .with("schema", Map::default().with("type", "string"));
        ("Link", link)
    });
    let described = operation.success.headers.iter();
    let described = described.map(|described| (described.name.as_str(), header(parts, described)));
    let replayed = operation.idempotency.iter().flat_map(|keys| &keys.replayed);
    let replayed = replayed.filter(|it| operation.success.header(&it.header).is_none());
    let replayed = replayed.map(|replayed| {
        let schema = Map::default().with("type", "string").with("const", replayed.value.as_str());
        let about = "In a response that is given again for its key; a first one does not have it.";
        (replayed.header.as_str(), self::described(about).with("schema", schema))
    });
    response
        .with_non_empty(
            "headers",
            link.into_iter().chain(replayed).chain(described).collect::<Map>(),
        )
        .with_non_empty("links", links::of_operation(contract, &parts.paths, operation))
}

/// A header that the document describes.
fn header(parts: &Parts<'_>, header: &ResponseHeader) -> Map {
    let is_required = header.is_always_there();
    let schema = if header.complete {
        parts.schemas.of_complete(&header.ty, None, &header.constraints)
    } else {
        parts.schemas.of_value(&header.ty, None, &header.constraints)
    };
    let target = header.leads_to.as_ref().and_then(|target| parts.contract.operation(target));
    let target =
        target.map(|target| format!("Ends with the path `{}` of the record.", target.path));
    let gap = header.present.gap();
    let about = [header.description.clone(), target.unwrap_or_default()].into_iter();
    let about = schema::paragraphs(about.chain(gaps::notes(parts.contract, gap)));
    Map::default()
        .with_non_empty("description", about)
        .with_non_empty("required", is_required.then_some(true).map_or(Value::Null, Value::from))
        .with("schema", schema)
        .with_non_empty("x-gaps", gaps::by_id(parts.contract, gap))
}

/// The schema of a success body with an envelope, if it is shown.
pub fn envelope(parts: &Parts<'_>, operation: &Operation) -> Option<Map> {
    let Body::Envelope(members) = operation.success.body.value()? else {
        return None;
    };
    let schemas = &parts.schemas;
    let mut properties: Map =
        members.iter().map(|member| (&member.wire, schemas.of_type(&member.ty, None))).collect();
    let mut required: Vec<Value> =
        members.iter().map(|member| member.wire.as_str().into()).collect();
    if let Some(paging) = operation.paging.as_ref().and_then(Slot::value) {
        if let Some(wire) = &paging.meta {
            properties = properties.with(wire, meta(parts.contract, paging));
            required.push(wire.as_str().into());
        } else {
            for (member, schema) in page_members(paging) {
                properties = properties.with(&member.wire, schema);
            }
            required.extend(required_members(paging));
        }
    }
    let schema = Map::default()
        .with("type", "object")
        .with("description", format!("The success body of `{}`.", operation.id))
        .with("required", required)
        .with("properties", properties);
    Some(schema::extensible(schema, true))
}

fn meta(contract: &Contract, paging: &Paging) -> Map {
    let gap = paging.integers.gap();
    let about = ["The page and the total of the list.".to_owned()].into_iter();
    let about = schema::paragraphs(about.chain(gaps::notes(contract, gap)));
    let schema = Map::default()
        .with("type", "object")
        .with("description", about)
        .with("required", required_members(paging))
        .with(
            "properties",
            page_members(paging).map(|(member, schema)| (&member.wire, schema)).collect::<Map>(),
        );
    schema::extensible(schema, true).with_non_empty("x-gaps", gaps::by_id(contract, gap))
}

/// The members about a page, each with its schema.
fn page_members(paging: &Paging) -> impl Iterator<Item = (&PageMember, Map)> {
    paging.members.iter().map(|member| {
        let schema = match (member.says, paging.integers.value()) {
            (Some(PageFact::More), _) => Map::default().with("type", "boolean"),
            (Some(PageFact::Next), _) => Map::default().with("type", vec!["string", "null"]),
            (_, Some(true)) => {
                Map::default().with("type", "integer").with("examples", vec![Value::from(1)])
            }
            _ => Map::default().with("examples", vec![Value::from(1)]),
        };
        (member, schema)
    })
}

/// The members that every page has.
fn required_members(paging: &Paging) -> Vec<Value> {
    let members = paging.members.iter().filter(|member| member.says != Some(PageFact::Next));
    members.map(|member| member.wire.as_str().into()).collect()
}

fn refusal<'c>(
    parts: &Parts<'c>,
    operation: &'c Operation,
    cases: &[&ErrorCase],
    status_is_known: bool,
) -> Map {
    let Parts { contract, schemas, .. } = parts;
    let examples = parts.examples(operation);
    let (mut of_key, mut others): (Vec<_>, Vec<_>) = cases.iter().partition(|case| is_of_key(case));
    if of_key.len() == 1 {
        others.append(&mut of_key);
    }
    let items = others.into_iter().map(|case| refusal_item(contract, operation, case));
    let messages: Vec<_> = items.chain(key_item(operation, &of_key)).collect();
    let examples: Map = cases
        .iter()
        .filter_map(|case| {
            let body = error_example(operation, contract, case, examples.message(case)?);
            Some((&case.id, Map::default().with("value", body)))
        })
        .collect();
    let status = if status_is_known { "" } else { UNKNOWN_STATUS };
    let response = described(&format!(
        "Refused with one of these messages.{status}\n\n{}",
        messages.join("\n")
    ));
    if cases.iter().all(|case| case.is_empty()) {
        return response;
    }
    let error = schemas.error_name();
    let name = parts.names.refusal(&operation.id).unwrap_or(&error);
    let content =
        Map::default().with("schema", schemas.reference(name)).with_non_empty("examples", examples);
    response.with("content", Map::default().with(schemas.error_type(), content))
}

/// The body of a refusal with this message.
fn error_example(
    operation: &Operation,
    contract: &Contract,
    case: &ErrorCase,
    message: String,
) -> Map {
    let error = &contract.service.error_body;
    let code = case.code.as_ref().and_then(Slot::value);
    let innermost = Map::default().with(&error.member.name, message);
    let innermost = error
        .code
        .iter()
        .zip(code)
        .fold(innermost, |body, (path, code)| body.with(&path.name, code.as_str()));
    let innermost = match (&error.field, case.named_input()) {
        (Some(member), Some(input)) => {
            innermost.with(&member.path.name, operation.wire_name(input))
        }
        (Some(member), None) if member.present.value() == Some(&true) => {
            innermost.with(&member.path.name, Value::Null)
        }
        _ => innermost,
    };
    let innermost = match error.entries_of(case) {
        Some(shape) => {
            let input = case.named_input().map_or("...", |input| operation.wire_name(input));
            let entry = Map::default().with(&shape.field, input);
            let code = shape.code.iter().zip(code);
            let entry = code.fold(entry, |entry, (name, code)| entry.with(name, code.as_str()));
            innermost.with(&shape.list.name, vec![Value::from(entry)])
        }
        None => innermost,
    };
    let within = error.member.within.iter().rev();
    within.fold(innermost, |inner, name| Map::default().with(name, inner))
}

fn is_of_key(case: &ErrorCase) -> bool {
    use Condition::{KeyAbsent, KeyInvalid, KeyOf, KeyUserless};
    matches!(case.when.stated(), Some(KeyAbsent | KeyInvalid | KeyUserless | KeyOf(_)))
}

/// The messages of the key check as one item: the schema of the messages says when each is the answer.
fn key_item(operation: &Operation, cases: &[&ErrorCase]) -> Option<String> {
    let titles: Vec<_> =
        cases.iter().map(|case| format!("{}{}", case.title(), code_note(case))).collect();
    let needs_key = operation.key_required.stated() == Some(&true);
    let required = if needs_key { "" } else { ", where one is required" };
    (!titles.is_empty()).then(|| format!("- {}: the check of the key{required}", titles.join(", ")))
}

/// The code of a refusal after its message; empty if there is none.
fn code_note(case: &ErrorCase) -> String {
    let code = case.code.as_ref().and_then(Slot::value);
    code.map_or_else(String::new, |code| format!(" (code `{code}`)"))
}

/// A message and the condition of the refusal, as an item of a list.
fn refusal_item(contract: &Contract, operation: &Operation, case: &ErrorCase) -> String {
    let when = condition(case)
        .map_or_else(|| "; the condition is not shown".to_owned(), |when| format!(": {when}"));
    let pattern = case.text().and_then(pattern);
    let pattern = pattern.map_or_else(String::new, |pattern| format!(" (pattern `{pattern}`)"));
    let others = contract.indistinct_cases(Some(operation), case).skip(1);
    let others: String = others
        .map(|other| format!("; or {}: the difference between the two is not shown", other.title()))
        .collect();
    let code = code_note(case);
    let field = match (case.field.as_ref().and_then(Slot::value), case.named_input()) {
        (Some(NamedInput::Nothing), _) | (None, _) => String::new(),
        (_, Some(input)) => format!(" (names `{}`)", operation.wire_name(input)),
        (_, None) => " (names the input)".to_owned(),
    };
    format!("- {}{code}{field}{pattern}{when}{others}", case.title())
}

fn described(text: &str) -> Map {
    Map::default().with("description", text)
}
