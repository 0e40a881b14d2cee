//! Drafts a contract from an OpenAPI document.
//!
//! What the document states becomes facts, and what it does not state becomes gaps. What this crate does not draft is
//! left out, with its place and the reason. Nothing is guessed, and nothing is fetched.
//!
//! ```text
//! text -> Value -> routes, keys -> operations, records -> YAML -> spec::load
//! ```
//!
//! The document is read as a plain tree (`value`), with the members in their order and a JSON pointer for each place.

mod document;
mod error_body;
mod inputs;
mod left_out;
mod member;
mod names;
mod operation;
mod record;
mod records;
mod response;
mod route;
mod schema;
mod service;
mod value;
mod write;

use std::collections::BTreeMap;

use spec::{ContractFile, Loaded};

pub use left_out::{LeftOut, Reason};

use document::{Document, Node};
use operation::Addresses;
use records::Records;
use value::Value;
use write::{Map, Out};

/// Larger documents are not read, in bytes.
pub const MAX_BYTES: usize = 64 * 1024 * 1024;

/// A draft, and what it leaves out.
#[derive(Debug)]
pub struct Draft {
    /// The files of the contract by address: `service.yaml`, `<resource>/resource.yaml`, ...
    pub contract: BTreeMap<String, String>,
    /// Id of the service.
    pub service: String,
    /// The first address of the service that the document names; an address on this machine if it is a path, or if the
    /// document names no address.
    pub base_url: String,
    /// Path parameters that identify no record.
    pub path_values: Vec<String>,
    /// Whether requests need a key.
    pub has_key: bool,
    /// Further headers that most operations require, and that the draft does not have.
    pub further_headers: Vec<String>,
    /// Operations in the draft, and in the document.
    pub operations: (usize, usize),
    /// Records, clauses and gaps of the draft.
    pub records: usize,
    /// Clauses of the draft.
    pub clauses: usize,
    /// Gaps of the draft.
    pub gaps: usize,
    /// In order of reason and place, each once.
    pub left_out: Vec<LeftOut>,
}

/// Why a document has no draft.
#[derive(Debug)]
pub enum Failure {
    /// The document cannot be read: what is wrong, where, and how to fix it.
    Document {
        /// What is wrong.
        message: String,
        /// JSON pointer; empty for the whole document.
        at: String,
        /// How to fix it.
        help: String,
    },
    /// No operation is left.
    Nothing(Vec<LeftOut>),
    /// The draft does not load, which is a defect of this crate.
    Invalid(Box<Loaded>),
}

/// Drafts a contract. `schemas` is the path of the JSON Schemas of contracts from the folder of the contract, for editors.
pub fn import(text: &str, schemas: &str) -> Result<Draft, Failure> {
    let failed = |message: String, at: &str, help: &str| Failure::Document {
        message,
        at: at.to_owned(),
        help: help.to_owned(),
    };
    if text.len() > MAX_BYTES {
        let message = format!("the document is larger than {MAX_BYTES} bytes");
        return Err(failed(message, "", "split it, or remove what is not needed"));
    }
    let root = Value::parse(text).map_err(|error| {
        failed(
            format!("the document is no JSON and no YAML: {error}"),
            "",
            "correct it at this place",
        )
    })?;
    let document = check(&root)?;
    let mut left_out = Vec::new();
    for (key, node) in document.root.get("webhooks").iter().flat_map(Node::named) {
        left_out.push(node.left_out(Reason::Callback, key));
    }
    let (routes, count) = route::all(&document, &mut left_out);
    let keys = service::Keys::read(&document, &routes, &mut left_out);
    let mut records = Records::new(&document, routes.iter().map(|route| route.id.clone()));
    records.left_out = left_out;
    let (service, service_file) = service::write(&document, &mut records, &routes, &keys);
    let operations = operation::all(&document, &mut records, routes, &keys);
    let mut all = record::finish(&mut records);
    Addresses::identify(&mut records, &mut all, &operations);
    let addresses = Addresses::read(&mut records, &operations);
    let has_key = keys.place.is_some();
    let open = record::open(&all);
    let imported = operations.len();

    let mut contract = BTreeMap::new();
    let head = |kind: &str, up: &str| {
        format!("# yaml-language-server: $schema={up}{schemas}/{kind}.schema.json\n")
    };
    contract.insert("service.yaml".to_owned(), head("service", "") + &service_file.render());
    let mut resources: BTreeMap<String, String> = BTreeMap::new();
    for operation in operations {
        let (resource, id) = (operation.route.resource.clone(), operation.route.id.clone());
        resources.insert(resource.clone(), operation.route.title.clone());
        let file = operation.write(&document, &mut records, &addresses, &all, &open, has_key);
        contract.insert(format!("{resource}/{id}.yaml"), head("operation", "../") + &file.render());
    }
    for (id, title) in &resources {
        let own = all.iter().filter(|record| record.declared.resource == *id);
        for (number, records) in
            (1..).zip(parts(own.map(|record| (&record.declared.name, record.write()))))
        {
            // Records that do not fit into one file are put into further resources.
            let id = if number == 1 { id.clone() } else { format!("{id}_records_{number}") };
            let mut file = Map::default();
            file.push("resource", Out::text(&id));
            file.push("title", Out::text(title));
            file.push("source", Out::text(title));
            file.push_map("records", records);
            contract
                .insert(format!("{id}/resource.yaml"), head("resource", "../") + &file.render());
        }
    }
    let base_url = base_url(&document, &mut records.left_out);
    let mut left_out = records.left_out;
    left_out.sort();
    left_out.dedup();
    if imported == 0 {
        return Err(Failure::Nothing(left_out));
    }
    let loaded = load(&contract);
    let Some(found) = &loaded.contract else { return Err(Failure::Invalid(Box::new(loaded))) };
    Ok(Draft {
        service,
        base_url,
        path_values: found.path_values().into_keys().map(str::to_owned).collect(),
        has_key,
        further_headers: keys.further_headers.into_iter().collect(),
        operations: (imported, count),
        records: all.len(),
        clauses: found.clauses().len(),
        gaps: found.gaps.len(),
        left_out,
        contract,
    })
}

/// The records of a resource, in one map for each file that is needed. Without records, it is one empty map.
fn parts<'r>(records: impl Iterator<Item = (&'r String, Map)>) -> Vec<Map> {
    let (mut all, mut length) = (vec![Map::default()], 0);
    for (name, record) in records {
        let record = Map::default().with(name, Out::Map(record));
        length += record.render().len() * 3 / 2;
        if length as u64 > reader::MAX_FILE_BYTES {
            length = 0;
            all.push(Map::default());
        }
        if let Some(last) = all.last_mut() {
            last.extend(record);
        }
    }
    all
}

fn load(contract: &BTreeMap<String, String>) -> Loaded {
    let files = contract.iter().map(|(address, text)| ContractFile {
        address: address.clone(),
        path: address.clone(),
        text: text.clone(),
    });
    spec::load(&files.collect::<Vec<_>>(), None)
}

/// The document, if it is one of OpenAPI 3.
fn check(root: &Value) -> Result<Document<'_>, Failure> {
    let failed = |message: String, at: &str, help: &str| {
        Err(Failure::Document { message, at: at.to_owned(), help: help.to_owned() })
    };
    if !matches!(root, Value::Map(_)) {
        return failed(
            "the document is no object".to_owned(),
            "",
            "an OpenAPI document begins with `openapi: 3.1.0`",
        );
    }
    let version = match root.get("openapi") {
        Some(Value::Text(version)) => version.clone(),
        Some(Value::Number(version)) => version.to_string(),
        Some(_) => {
            return failed(
                "the version is no text".to_owned(),
                "/openapi",
                "write `openapi: 3.1.0`",
            );
        }
        None if root.get("swagger").is_some() => {
            return failed(
                "the document is of Swagger 2".to_owned(),
                "/swagger",
                "convert it to OpenAPI 3 first",
            );
        }
        None => {
            return failed(
                "the document has no `openapi`".to_owned(),
                "",
                "an OpenAPI document begins with `openapi: 3.1.0`",
            );
        }
    };
    let is_3_1 = version.starts_with("3.1");
    if !is_3_1 && !version.starts_with("3.0") {
        let message = format!("the version {} of OpenAPI is not known", reader::quoted(&version));
        return failed(message, "/openapi", "OpenAPI 3.0 and 3.1 are read");
    }
    match root.get("paths") {
        Some(Value::Map(paths)) if !paths.is_empty() => {}
        Some(Value::Map(_)) | None => {
            return failed(
                "the document has no paths".to_owned(),
                "/paths",
                "there are no operations to import",
            );
        }
        Some(_) => {
            return failed(
                "`paths` is no object".to_owned(),
                "/paths",
                "it maps each path to its operations",
            );
        }
    }
    Ok(Document { root: Node { value: root, at: String::new() }, is_3_1 })
}

/// The first server, if it is a URL or a path without variables; another one is left out.
fn base_url(document: &Document<'_>, left_out: &mut Vec<LeftOut>) -> String {
    const LOCAL: &str = "http://127.0.0.1:8080";
    let first = document.root.get("servers").and_then(|servers| servers.items().next());
    let Some(server) = first else { return LOCAL.to_owned() };
    let url = server.text("url").unwrap_or_default();
    let is_whole = ["http://", "https://"].iter().any(|start| url.starts_with(start));
    let is_path = url.starts_with('/') && !url.starts_with("//");
    let is_plain = url.chars().all(|c| c.is_ascii_graphic() && !"{}\"'".contains(c));
    if !is_plain || !(is_whole || is_path) {
        left_out.push(server.left_out(Reason::Server, reader::quoted(url)));
        return LOCAL.to_owned();
    }
    let before = if is_path { LOCAL } else { "" };
    format!("{before}{}", url.trim_end_matches('/'))
}
