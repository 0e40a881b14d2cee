//! What a request carries: query parameters and members of the body.

use std::collections::BTreeSet;

use crate::document::{Document, Node};
use crate::left_out::{LeftOut, Reason};
use crate::member::Member;
use crate::names::{Names, is_member, snake};
use crate::record::Record;
use crate::records::{Records, Usage};
use crate::response::is_json;
use crate::route::Route;
use crate::schema::{Kind, Schema};
use crate::value::Value;
use crate::write::{Map, Out};

/// The open question about inputs for which the draft says less than the document.
const QUESTION: &str = "accepted_values";

/// An input of the body.
#[derive(Clone, Debug)]
pub struct Input {
    pub name: String,
    pub keys: Map,
    pub record: Option<String>,
    wire: String,
    /// The place where the document says that it can be null.
    null: Option<LeftOut>,
    description: Option<String>,
    /// Whether the document says more about its values than the draft.
    pub is_open: bool,
}

/// The query parameters. Fails when a required one cannot be drafted.
pub fn query<'d>(
    records: &mut Records<'d>,
    route: &Route<'d>,
    names: &mut Names,
    further_headers: &BTreeSet<String>,
) -> Result<Map, LeftOut> {
    let mut all = Map::default();
    for place in ["header", "cookie"] {
        for node in route.parameters_in(place) {
            let name = node.text("name").unwrap_or_default();
            // OpenAPI says that these are ignored here.
            if ["accept", "content-type", "authorization"].contains(&&*name.to_lowercase()) {
                continue;
            }
            let is_given = place == "header" && further_headers.contains(name);
            if node.is_true("required") && !is_given {
                return Err(
                    node.left_out(Reason::RequiredInput, format!("{}: {name}", route.title()))
                );
            }
            records.left_out.push(node.left_out(Reason::Header, name));
        }
    }
    let parameters: Vec<_> =
        route.parameters.iter().filter(|it| it.text("in") == Some("query")).collect();
    for node in parameters {
        let name = node.text("name").unwrap_or_default();
        match parameter(records, node, name, names) {
            Ok(found) => all.extend(found),
            Err(_) if node.is_true("required") => {
                return Err(
                    node.left_out(Reason::RequiredInput, format!("{}: {name}", route.title()))
                );
            }
            Err(found) => records.left_out.push(found),
        }
    }
    Ok(all)
}

/// The keys of a parameter, or those of the members of one that is an object.
fn parameter<'d>(
    records: &mut Records<'d>,
    node: &Node<'d>,
    name: &str,
    names: &mut Names,
) -> Result<Map, LeftOut> {
    let refused = |why: &str| node.left_out(Reason::Parameter, format!("{name}: {why}"));
    let schema =
        node.get("schema").ok_or_else(|| refused("its value is JSON, or not described"))?;
    let schema = records.schema(&schema);
    let style = node.text("style").unwrap_or("form");
    if let (Kind::Object(object), "deepObject") = (&schema.kind, style) {
        let mut all = Map::default();
        for (member, child) in object.members.clone() {
            let inner = records.schema(&child);
            let is_required = node.is_true("required") && object.required.contains(&member);
            let wire = format!("{name}[{member}]");
            match one(records, &child, &inner, (&wire, "form", true, is_required), names) {
                Ok(found) => all.extend(found),
                Err(found) if is_required => return Err(found),
                Err(found) => records.left_out.push(found),
            }
        }
        return Ok(all);
    }
    let explodes = node.value.get("explode").map_or(style == "form", Value::is_true);
    let found =
        one(records, node, &schema, (name, style, explodes, node.is_true("required")), names)?;
    if node.is_true("deprecated") {
        records.left_out.push(node.left_out(Reason::Deprecation, name));
    }
    Ok(found)
}

/// The keys of a parameter with one value, or a list of values.
fn one<'d>(
    records: &mut Records<'d>,
    node: &Node<'d>,
    schema: &Schema<'d>,
    (wire, style, explodes, required): (&str, &str, bool, bool),
    names: &mut Names,
) -> Result<Map, LeftOut> {
    let refused = |why: &str| node.left_out(Reason::Parameter, format!("{wire}: {why}"));
    let member = Member::read(records, schema, wire, Usage::Query);
    let losses = member.lost.iter().filter(|lost| !matches!(lost.reason, Reason::Example));
    if let Some(lost) = losses.clone().next() {
        return Err(refused(lost.reason.text()));
    }
    let (form, sent) = match (member.is_list, style, explodes) {
        (false, "form", _) => (None, wire),
        (true, "form", true) => match wire.strip_suffix("[]") {
            Some(stem) => (Some("brackets"), stem),
            None => (Some("repeated"), wire),
        },
        (true, "form", false) => (Some("commas"), wire),
        _ => return Err(refused("its form")),
    };
    if sent.trim().is_empty() || sent.chars().any(char::is_control) {
        return Err(refused("its name"));
    }
    let name = names.claim(snake(sent), "_");
    let mut keys = Map::default();
    if name != sent {
        keys.push("wire_name", Out::Text(sent.to_owned()));
    }
    let mut stated = member.keys.clone();
    if let Some(Out::List(items)) = stated.get("example").cloned() {
        stated.remove("example");
        stated.extend(
            items.into_iter().take(1).fold(Map::default(), |map, it| map.with("example", it)),
        );
    }
    if let Some(form) = form {
        keys.push("type", stated.get("type").cloned().unwrap_or_else(|| Out::word("string")));
        stated.remove("type");
        keys.push("form", Out::word(form));
    }
    keys.extend(stated);
    if required {
        keys.push("required", Out::word(true));
    }
    if let Some(default) = schema.keyword("default") {
        match member.text_of(default.value) {
            Some(text) => keys.push("default", Out::Text(text)),
            None => records.left_out.push(default.left_out(Reason::Default, wire)),
        }
    }
    describe(&mut keys, node.text("description").or(schema.text("description")));
    Ok(Map::default().with(name, Out::Map(keys)))
}

fn describe(keys: &mut Map, text: Option<&str>) {
    if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
        keys.push("description", Out::text(text));
    }
}

/// The members of the request body. Fails when the body, or a required member, cannot be drafted.
pub fn body<'d>(
    document: &Document<'d>,
    records: &mut Records<'d>,
    route: &Route<'d>,
    names: &mut Names,
) -> Result<Vec<Input>, LeftOut> {
    let Some(node) = route.node.get("requestBody") else { return Ok(Vec::new()) };
    let node = document.resolve(&node)?;
    if matches!(route.method, "GET" | "DELETE") && !node.is_true("required") {
        records.left_out.push(node.left_out(Reason::BodyOfOtherKind, route.title()));
        return Ok(Vec::new());
    }
    let refused = || node.left_out(Reason::BodyOfOtherKind, route.title());
    let content = node.get("content").ok_or_else(refused)?;
    let (_, media) = content.named().find(|(media, _)| is_json(media)).ok_or_else(refused)?;
    for (media, other) in content.named().filter(|(media, _)| !is_json(media)) {
        records.left_out.push(other.left_out(Reason::OtherContent, media));
    }
    let schema = records.schema(&media.get("schema").ok_or_else(refused)?);
    let object = schema.object().ok_or_else(refused)?.clone();
    let mut inputs = Vec::new();
    for (wire, child) in &object.members {
        let schema = records.schema(child);
        let required = object.required.contains(wire);
        if schema.is_true("readOnly") {
            continue;
        }
        if !is_member(wire) {
            let found = child.left_out(Reason::Name, reader::quoted(wire));
            if required {
                return Err(LeftOut { reason: Reason::RequiredInput, ..found });
            }
            records.left_out.push(found);
            continue;
        }
        inputs.push(input(records, (wire, &schema, required), &route.id, names));
    }
    Ok(inputs)
}

fn input<'d>(
    records: &mut Records<'d>,
    (wire, schema, required): (&str, &Schema<'d>, bool),
    operation: &str,
    names: &mut Names,
) -> Input {
    let member = Member::read(records, schema, &format!("{operation} {wire}"), Usage::Sent);
    records.left_out.extend(member.lost.iter().cloned());
    records.deprecated(schema);
    if let Some(node) = schema.keyword("default") {
        records.left_out.push(node.left_out(Reason::Default, wire));
    }
    let at = schema.keyword("nullable").map_or(&schema.at, |node| &node.at).clone();
    let null = LeftOut { reason: Reason::Null, at, what: wire.to_owned() };
    let name = names.claim(snake(wire), "_");
    let mut keys = Map::default();
    if name != wire {
        keys.push("wire_name", Out::Text(wire.to_owned()));
    }
    keys.extend(member.keys.clone());
    if required {
        keys.push("required", Out::word(true));
    }
    let losses = member.lost.iter().filter(|lost| lost.reason != Reason::Example);
    let is_open = !member.is_unknown && losses.count() > 0;
    Input {
        name,
        keys,
        record: member.record,
        wire: wire.to_owned(),
        null: schema.nullable.then_some(null),
        description: schema.text("description").map(str::to_owned),
        is_open,
    }
}

/// The map of inputs, and the open question that inputs with open values need. `written` are the records that may get
/// their values. An input is nullable only if the member of each of these records is nullable.
pub fn write(
    inputs: Vec<Input>,
    written: &[&Record],
    questions: &mut Map,
    left_out: &mut Vec<LeftOut>,
) -> Map {
    let mut open = Vec::new();
    let mut all = Map::default();
    for input in inputs {
        let mut keys = input.keys;
        let mut members = written.iter().flat_map(|record| &record.fields);
        if let Some(null) = input.null {
            if members.any(|field| field.wire == input.wire && !field.is_nullable) {
                left_out.push(null);
            } else {
                keys.push("nullable", Out::word(true));
            }
        }
        describe(&mut keys, input.description.as_deref());
        if input.is_open {
            keys.push("values_open", Out::text(QUESTION));
            open.push(input.name.clone());
        }
        all.push(input.name, Out::Map(keys));
    }
    if !open.is_empty() {
        let note = format!(
            "Which values are accepted: the document says more than this file about {}.",
            open.join(", ")
        );
        questions.push(QUESTION, Out::Map(Map::default().with("note", Out::text(note))));
    }
    all
}
