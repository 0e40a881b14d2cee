//! Operations: each a file of the draft.

use std::collections::{BTreeMap, BTreeSet};

use crate::document::{Document, Node};
use crate::inputs::{self, Input};
use crate::left_out::{LeftOut, Reason};
use crate::member::Member;
use crate::names::{Names, snake};
use crate::record::{Field, Record};
use crate::records::{Records, Usage};
use crate::response::{self, Success};
use crate::route::{Route, Segment};
use crate::schema::Kind;
use crate::service::{Keys, Need};
use crate::write::{Map, Out};

/// An operation of the draft.
#[derive(Clone, Debug)]
pub struct Operation<'d> {
    pub route: Route<'d>,
    need: Need,
    success: Success,
    query: Map,
    inputs: Vec<Input>,
    /// Names of path parameters in the draft, by those of the document.
    path: Vec<(String, String)>,
}

/// The operations that can be drafted.
pub fn all<'d>(
    document: &Document<'d>,
    records: &mut Records<'d>,
    routes: Vec<Route<'d>>,
    keys: &Keys,
) -> Vec<Operation<'d>> {
    let mut operations = Vec::new();
    for route in routes {
        records.resource.clone_from(&route.resource);
        match Operation::read(document, records, route, keys) {
            Ok(operation) => operations.push(operation),
            Err(found) => records.left_out.push(found),
        }
    }
    operations
}

impl<'d> Operation<'d> {
    fn read(
        document: &Document<'d>,
        records: &mut Records<'d>,
        route: Route<'d>,
        keys: &Keys,
    ) -> Result<Self, LeftOut> {
        let need = keys.need(document, &route, &mut records.left_out);
        if need == Need::Other {
            return Err(route.node.left_out(Reason::OtherKey, route.title()));
        }
        if let Some(node) = route.node.get("callbacks") {
            records.left_out.push(node.left_out(Reason::Callback, route.title()));
        }
        let mut names = Names::default();
        let mut path = Vec::new();
        for segment in &route.segments {
            if let Segment::Parameter(name) = segment {
                kind(records, &route, name)?;
                path.push((name.clone(), names.claim(snake(name), "_")));
            }
        }
        let query = inputs::query(records, &route, &mut names, &keys.further_headers)?;
        let inputs = inputs::body(document, records, &route, &mut names)?;
        let success = response::success(document, records, &route)?;
        if route.node.is_true("deprecated") {
            records.left_out.push(route.node.left_out(Reason::Deprecation, route.title()));
        }
        Ok(Self { route, need, success, query, inputs, path })
    }
}

/// The kind of identifier that a path parameter takes. Fails when it takes no kind of identifier.
fn kind<'d>(
    records: &mut Records<'d>,
    route: &Route<'d>,
    name: &str,
) -> Result<&'static str, LeftOut> {
    let parameter = route
        .parameters
        .iter()
        .find(|it| it.text("in") == Some("path") && it.text("name") == Some(name));
    let refused = |node: &Node<'d>| {
        node.left_out(Reason::PathParameter, format!("{}: {name}", route.title()))
    };
    let parameter = parameter.ok_or_else(|| refused(&route.node))?;
    let schema = parameter.get("schema").ok_or_else(|| refused(parameter))?;
    let schema = records.schema(&schema);
    match schema.kind {
        Kind::Integer => Ok("integer"),
        Kind::Text if schema.text("format") == Some("uuid") => Ok("uuid"),
        Kind::Text => Ok("string"),
        _ => Err(refused(parameter)),
    }
}

/// The record that a path parameter identifies, by the path up to the parameter and the kind of identifier.
#[derive(Default)]
pub struct Addresses {
    records: BTreeMap<(String, &'static str), String>,
}

impl Addresses {
    /// A `GET` that ends with a parameter and returns one record shows what the parameter identifies; without such a
    /// `GET`, a `PUT` or a `PATCH` does.
    pub fn read<'d>(records: &mut Records<'d>, operations: &[Operation<'d>]) -> Self {
        let mut found = Self::default();
        let mut kinds: BTreeMap<String, &'static str> = BTreeMap::new();
        for method in ["GET", "PUT", "PATCH"] {
            for operation in operations.iter().filter(|it| it.route.method == method) {
                let route = &operation.route;
                let (Some(name), Some(record)) =
                    (route.last_parameter(), &operation.success.record)
                else {
                    continue;
                };
                let Ok(kind) = kind(records, route, name) else { continue };
                // A record has one kind of identifier.
                if *kinds.entry(record.clone()).or_insert(kind) == kind {
                    found
                        .records
                        .entry((route.prefix(name), kind))
                        .or_insert_with(|| record.clone());
                }
            }
        }
        found
    }

    /// The record that a path parameter identifies by this kind of identifier; `None` if the document shows none.
    fn of(&self, route: &Route<'_>, name: &str, kind: &'static str) -> Option<&String> {
        self.records.get(&(route.prefix(name), kind))
    }

    /// The member that identifies each record: one with the name of the path parameter of a `GET`, or its identifier.
    pub fn identify<'d>(
        records: &mut Records<'d>,
        all: &mut [Record],
        operations: &[Operation<'d>],
    ) {
        let mut named: BTreeMap<String, (String, &'static str)> = BTreeMap::new();
        for operation in operations.iter().filter(|it| it.route.method == "GET") {
            let route = &operation.route;
            if let (Some(name), Some(record)) = (route.last_parameter(), &operation.success.record)
                && let Ok(kind) = kind(records, route, name)
            {
                named.entry(record.clone()).or_insert_with(|| (name.to_owned(), kind));
            }
        }
        for record in all {
            let usual = ["id", "uuid", "guid"];
            let suggested = record
                .fields
                .iter()
                .find(|field| usual.contains(&field.wire.to_lowercase().as_str()));
            record.suggested = suggested.map(|field| field.wire.clone());
            let Some((parameter, kind)) = named.get(&record.declared.name) else { continue };
            let word = if *kind == "integer" { "integer" } else { "string" };
            let can =
                |field: &&Field| field.is_present && !field.is_nullable && field.is_of_type(word);
            let (wanted, own) = (snake(parameter), snake(&record.declared.name));
            let same = record.fields.iter().filter(can).find(|field| snake(&field.wire) == wanted);
            // `pet_id` in the path is `id` of a Pet.
            let inner = record.fields.iter().filter(can).find(|field| {
                let name = snake(&field.wire);
                usual.contains(&name.as_str())
                    && (wanted == format!("{own}_{name}")
                        || usual.contains(&wanted.as_str())
                        || wanted == own)
            });
            let found = same.or(inner);
            if let Some(field) = found.filter(|field| field.is_refined()) {
                records.left_out.push(LeftOut {
                    reason: Reason::Identifier,
                    at: field.at.clone(),
                    what: format!("{}.{}", record.declared.name, field.wire),
                });
            }
            record.identified_by = found.map(|field| field.wire.clone());
        }
    }
}

impl<'d> Operation<'d> {
    /// The file of the operation.
    pub fn write(
        self,
        document: &Document<'d>,
        records: &mut Records<'d>,
        addresses: &Addresses,
        all: &[Record],
        open: &BTreeSet<String>,
        has_key: bool,
    ) -> Map {
        let route = &self.route;
        let mut map = Map::default();
        map.push("operation", Out::text(&route.id));
        map.push("source", Out::text(route.title()));
        let about = route.node.text("description").or(route.node.text("summary"));
        if let Some(about) = about.filter(|text| !text.trim().is_empty()) {
            map.push("description", Out::text(about));
        }
        let mut path = Map::default();
        let mut identified = None;
        let mut in_path = Vec::new();
        for (name, own) in &self.path {
            let Ok(kind) = kind(records, route, name) else { continue };
            let record = addresses.of(route, name, kind);
            let mut keys = Map::default();
            if let Some(record) = record {
                in_path.push(record);
                if route.last_parameter() == Some(name) {
                    identified = Some(record);
                }
                keys.push("identified_by", Out::List(vec![Out::word(kind)]));
                keys.push("record", Out::word(record));
            } else {
                let word = if kind == "integer" { "integer" } else { "string" };
                keys.push("type", Out::word(word));
            }
            let node = route
                .parameters
                .iter()
                .find(|it| it.text("in") == Some("path") && it.text("name") == Some(name));
            if let Some(node) = node {
                let schema = node.get("schema").map(|schema| records.schema(&schema));
                let lost =
                    schema.map(|schema| Member::read(records, &schema, name, Usage::Query).lost);
                let lost = lost.into_iter().flatten().filter(|lost| lost.reason != Reason::Example);
                let is_said = |lost: &LeftOut| record.is_some() && lost.what.contains("uuid");
                records.left_out.extend(lost.filter(|lost| !is_said(lost)));
                if let Some(text) = node.text("description").filter(|text| !text.trim().is_empty())
                {
                    keys.push("description", Out::text(text));
                }
            }
            path.push(own.clone(), Out::Map(keys));
        }
        let segments = route.segments.iter().map(|segment| match segment {
            Segment::Literal(text) => format!("/{text}"),
            Segment::Parameter(name) => {
                let own = self.path.iter().find(|(known, _)| known == name);
                format!("/{{{}}}", own.map_or(name.as_str(), |(_, own)| own))
            }
        });
        let mut effect = None;
        match (&self.success.record, &self.success.list, route.method) {
            // A `POST` on a record of the same kind may also change that record.
            (Some(record), _, "POST")
                if self.success.status == Some(201) && !in_path.contains(&record) =>
            {
                effect = Some(("creates", record));
            }
            (Some(record), _, "POST") => {
                map.comment(format!("If it makes a new record, write `creates: {record}`."));
            }
            (_, Some(record), "GET") => effect = Some(("lists", record)),
            _ => {}
        }
        if let Some(hint) = &self.success.hint {
            map.comment(hint);
        }
        match (route.method, identified) {
            ("DELETE", Some(record)) => {
                map.comment(format!(
                    "If the record is gone afterwards, write `removes: {record}`."
                ));
            }
            ("PUT" | "PATCH", Some(record)) => {
                map.comment(format!(
                    "If the record then has the values of the body, write `updates: {record}`."
                ));
            }
            _ => {}
        }
        map.push("http", Out::word(format!("{} {}", route.method, segments.collect::<String>())));
        if let Some((key, record)) = effect {
            map.push(key, Out::word(record));
        }
        if has_key && self.need != Need::NotShown {
            let required = Out::word(self.need == Need::Required);
            map.push("key", Out::Map(Map::default().with("required", required)));
        }
        map.push_map("path", path);
        if self.success.list.is_some() && !self.query.is_empty() {
            map.comment("If a parameter keeps the records that have its value, write `filter: { equals: MEMBER }`.");
        }
        map.push_map("query", self.query);
        let mut questions = response::refusals(document, route, &mut records.left_out);
        let mut inputs = self.inputs;
        for input in &mut inputs {
            input.is_open |= input.record.as_ref().is_some_and(|record| open.contains(record));
        }
        let written = all.iter().filter(|record| {
            let name = &record.declared.name;
            self.success.record.as_ref() == Some(name) || identified == Some(name)
        });
        let written: Vec<_> = written.collect();
        let body = inputs::write(inputs, &written, &mut questions, &mut records.left_out);
        map.push_map("body", body);
        map.push("success", Out::Map(self.success.keys));
        map.push_map("open_questions", questions);
        map
    }
}
