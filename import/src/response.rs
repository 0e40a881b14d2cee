//! Successes: status and body.

use std::collections::BTreeSet;

use crate::document::{Document, Node};
use crate::left_out::{LeftOut, Reason};
use crate::member::Member;
use crate::names::{is_header, is_member, snake};
use crate::records::{Records, Usage};
use crate::route::Route;
use crate::schema::{Kind, Schema};
use crate::value::Value;
use crate::write::{Map, Out};

/// What an operation answers with.
#[derive(Clone, Debug)]
pub struct Success {
    pub keys: Map,
    pub status: Option<u16>,
    /// The record that the body is, or shows in its only member.
    pub record: Option<String>,
    /// The record that the body is a list of.
    pub list: Option<String>,
    /// What else the body may be, as a comment.
    pub hint: Option<String>,
}

/// The success of an operation. Fails when the operation has none that can be drafted.
pub fn success<'d>(
    document: &Document<'d>,
    records: &mut Records<'d>,
    route: &Route<'d>,
) -> Result<Success, LeftOut> {
    let all = route.node.get("responses");
    let all: Vec<_> = all.iter().flat_map(Node::entries).collect();
    let mut successes: Vec<_> = all.iter().filter(|(status, _)| status.starts_with('2')).collect();
    if successes.is_empty() {
        if let Some((_, node)) = all.iter().find(|(status, _)| status.starts_with('3')) {
            return Err(node.left_out(Reason::Redirect, route.title()));
        }
        successes = all.iter().filter(|(status, _)| *status == "default").collect();
    }
    let mut made =
        Success { keys: Map::default(), status: None, record: None, list: None, hint: None };
    let note = match successes.as_slice() {
        [] => "The document shows no success.".to_owned(),
        [(status, node)] => {
            let number = status.parse::<u16>().ok().filter(|status| (200..300).contains(status));
            made.status = number;
            made.keys.push(
                "status",
                match number {
                    Some(status) => Out::word(status),
                    None => Out::not_shown(format!(
                        "The status of the success, which the document calls {status}."
                    )),
                },
            );
            let mut headers = Map::default();
            let body = match document.resolve(node) {
                Ok(response) => {
                    headers = response_headers(document, records, route, &response);
                    made.body(records, route, &response)
                }
                Err(found) => {
                    records.left_out.push(found);
                    Out::not_shown("The document refers to a response that it does not have.")
                }
            };
            // HTTP allows no body with these statuses.
            let body = if matches!(number, Some(204 | 205)) { Out::word("none") } else { body };
            made.keys.push("body", body);
            made.keys.push_map("headers", headers);
            return Ok(made);
        }
        several => {
            let (_, node) = several[0];
            let statuses: Vec<_> = several.iter().map(|(status, _)| *status).collect();
            let note = format!("Which of the statuses {} it is, and when.", statuses.join(", "));
            records.left_out.push(node.left_out(Reason::SeveralSuccesses, route.title()));
            note
        }
    };
    made.keys.push("status", Out::not_shown(&note));
    made.keys.push("body", Out::not_shown(note));
    Ok(made)
}

/// The headers of a success with one value each.
fn response_headers<'d>(
    document: &Document<'d>,
    records: &mut Records<'d>,
    route: &Route<'d>,
    response: &Node<'d>,
) -> Map {
    let mut made = Map::default();
    let mut seen = BTreeSet::new();
    for (name, node) in response.get("headers").iter().flat_map(Node::named) {
        // OpenAPI ignores a header of this name.
        if name.eq_ignore_ascii_case("content-type") {
            continue;
        }
        let is_new = is_header(name) && seen.insert(name.to_ascii_lowercase());
        let header = document.resolve(&node).ok().filter(|_| is_new);
        let keys = header.and_then(|header| header_keys(records, route, name, &header));
        match keys {
            Some(keys) => made.push(name, Out::Map(keys)),
            None => records.left_out.push(node.left_out(Reason::Header, name)),
        }
    }
    made
}

/// What is stated of a header; `None` if its value is no single value.
fn header_keys<'d>(
    records: &mut Records<'d>,
    route: &Route<'d>,
    name: &str,
    header: &Node<'d>,
) -> Option<Map> {
    let schema = records.schema(&header.get("schema")?);
    let is_plain = matches!(schema.kind, Kind::Text | Kind::Integer | Kind::Number | Kind::Boolean);
    if schema.nullable || !is_plain {
        return None;
    }
    let member = Member::read(records, &schema, &format!("{} {name}", route.id), Usage::Shown);
    records.left_out.extend(member.lost.iter().cloned());
    let mut keys = member.keys.with("present", Out::word(header.is_true("required")));
    if let Some(text) = header.text("description").map(str::trim).filter(|text| !text.is_empty()) {
        keys.push("description", Out::text(text));
    }
    Some(keys)
}

impl Success {
    fn body<'d>(
        &mut self,
        records: &mut Records<'d>,
        route: &Route<'d>,
        response: &Node<'d>,
    ) -> Out {
        if response.get("links").is_some_and(|links| !links.value.entries().is_empty()) {
            records.left_out.push(response.left_out(Reason::Callback, "links"));
        }
        let content = response.get("content");
        let content: Vec<_> = content.iter().flat_map(Node::named).collect();
        let json = content.iter().find(|(media, _)| is_json(media));
        let Some((_, media)) = json else {
            let Some((name, node)) = content.first() else {
                return Out::not_shown("The document shows no body.");
            };
            records.left_out.push(node.left_out(Reason::OtherContent, *name));
            return Out::not_shown(format!("The body is {name}, which is not JSON."));
        };
        for (name, node) in content.iter().filter(|(name, _)| !is_json(name)) {
            records.left_out.push(node.left_out(Reason::OtherContent, *name));
        }
        let Some(node) = media.get("schema") else {
            return Out::not_shown("The document shows no schema of the body.");
        };
        let schema = records.schema(&node);
        match &schema.kind {
            Kind::Object(_) if !schema.nullable => {
                if let Some(envelope) = self.envelope(records, route, &schema) {
                    return envelope;
                }
                let name =
                    records.declare(&schema, &format!("{} response", route.id), Usage::Shown);
                self.record = Some(name.clone());
                Out::text(name)
            }
            Kind::List(_) if !schema.nullable => {
                let member =
                    Member::read(records, &schema, &format!("{} item", route.id), Usage::Shown);
                records.left_out.extend(member.lost.iter().cloned());
                if member.is_unknown {
                    return Out::not_shown("The items of the list.");
                }
                self.list.clone_from(&member.record);
                member.keys.get("type").cloned().unwrap_or_else(|| Out::not_shown("The list."))
            }
            Kind::Map(_) => {
                records.left_out.push(node.left_out(Reason::Map, "a body that is a map"));
                Out::not_shown(format!("The body: {}.", Reason::Map.text()))
            }
            Kind::Other(found) => {
                records.left_out.push(found.clone());
                Out::not_shown(format!("The body: {}.", found.reason.text()))
            }
            _ => {
                records
                    .left_out
                    .push(node.left_out(Reason::AnyValue, "a body that is one value or null"));
                Out::not_shown("The body is one value, or null.")
            }
        }
    }

    /// The body as members, if exactly one of the members that are always there is a list of records, or if the only
    /// member is a record.
    fn envelope<'d>(
        &mut self,
        records: &mut Records<'d>,
        route: &Route<'d>,
        schema: &Schema<'d>,
    ) -> Option<Out> {
        let object = schema.object()?;
        let members: Vec<_> =
            object.members.iter().map(|(name, node)| (*name, node, records.schema(node))).collect();
        let is_always = |name: &str, schema: &Schema<'d>| {
            object.required.contains(&name) && !schema.nullable && is_member(name)
        };
        let of_records = |schema: &Schema<'d>| {
            let Kind::List(Some(items)) = &schema.kind else { return false };
            let item = records.schema(items);
            item.object().is_some() && !item.nullable
        };
        let always: Vec<_> =
            members.iter().filter(|(name, _, schema)| is_always(name, schema)).collect();
        let lists: Vec<_> = always.iter().filter(|(_, _, schema)| of_records(schema)).collect();
        let is_list = route.method == "GET" && route.last_parameter().is_none() && lists.len() == 1;
        let is_record = members.len() == 1 && always.len() == 1 && always[0].2.object().is_some();
        // A named schema is a record, which may have a list.
        if schema.name.is_some() || !(is_list || is_record) {
            let list = lists.first().filter(|_| is_list);
            self.hint = list.map(|(name, _, _)| {
                format!("If the body is the list of `{name}`, write its members under `body`, and `lists: RECORD`.")
            });
            return None;
        }
        let mut out = Map::default();
        for (name, node, schema) in &members {
            let is_said = is_always(name, schema);
            let member = is_said.then(|| {
                Member::read(records, schema, &format!("{} {name}", route.id), Usage::Shown)
            });
            let Some(member) = member.filter(|member| !member.is_unknown) else {
                records.left_out.push(node.left_out(Reason::Envelope, *name));
                continue;
            };
            records.left_out.extend(member.lost.iter().cloned());
            if let Some(ty) = member.keys.get("type") {
                out.push(*name, ty.clone());
            }
            match (&member.record, member.is_list) {
                (Some(record), true) if is_list => self.list = Some(record.clone()),
                (Some(record), false) if is_record => self.record = Some(record.clone()),
                _ => {}
            }
        }
        Some(Out::Map(out))
    }
}

/// Whether a media type is that of JSON.
pub fn is_json(media: &str) -> bool {
    let name = media.split(';').next().unwrap_or_default().trim().to_lowercase();
    name == "application/json"
        || name.ends_with("+json")
        || name == "*/*"
        || name == "text/json"
        || name == "application/*"
}

/// Refusals of an operation: the document has a status and a description for each, and no message.
pub fn refusals<'d>(
    document: &Document<'d>,
    route: &Route<'d>,
    left_out: &mut Vec<LeftOut>,
) -> Map {
    let mut questions = Map::default();
    for (status, node) in route.node.get("responses").iter().flat_map(Node::entries) {
        let is_refusal = status.starts_with(['4', '5']);
        let is_default = status == "default";
        if !is_refusal && !is_default {
            continue;
        }
        let response = match document.resolve(&node) {
            Ok(response) => response,
            Err(found) => {
                left_out.push(found);
                continue;
            }
        };
        left_out.push(node.left_out(Reason::ErrorResponse, format!("{} {status}", route.title())));
        let about = response.text("description").map(str::trim).filter(|text| !text.is_empty());
        let about = about.map_or_else(String::new, |text| format!(": {text}"));
        let (key, note) = if is_default {
            ("other_errors".to_owned(), format!("What else it is refused with, and when{about}"))
        } else {
            (
                format!("status_{}", status.to_lowercase()),
                format!("When it is refused with status {status}, and with which message{about}"),
            )
        };
        let key = snake(&key);
        if !questions.has(&key) {
            questions.push(key, Out::Map(Map::default().with("note", Out::text(note))));
        }
    }
    questions
}

/// The schemas of error bodies of a route, each with its media type.
pub fn error_schemas<'d>(document: &Document<'d>, route: &Route<'d>) -> Vec<(&'d str, Node<'d>)> {
    let responses = route.node.get("responses");
    let responses = responses.iter().flat_map(Node::entries);
    let refusals =
        responses.filter(|(status, _)| status.starts_with(['4', '5']) || *status == "default");
    let found = refusals.filter_map(|(_, node)| {
        let content = document.resolve(&node).ok()?.get("content")?;
        let (media, json) = content.named().find(|(media, _)| is_json(media))?;
        let schema = json.get("schema").filter(|schema| matches!(schema.value, Value::Map(_)))?;
        Some((media, schema))
    });
    found.collect()
}
