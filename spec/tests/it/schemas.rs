//! The JSON Schemas of the language, checked with an independent validator: every file is valid by the one it names, and no
//! part of it could be anything.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use boon::{Compiler, SchemaIndex, Schemas};
use reader::KeyTable;
use serde_json::{Map, Value, json};
use spec::language::FILES;
use spec::schema::contract_schema;

use crate::contracts::Files;

/// What no place of the language can hold.
fn nonsense() -> Value {
    json!([[]])
}

/// The schemas as they are made now, by the name of their files.
struct Made {
    schemas: Schemas,
    indices: Vec<(String, SchemaIndex)>,
}

impl Made {
    /// Those of the language, of any contract.
    fn new() -> Self {
        Self::of(|table| spec::schema(table, "made in a test"))
    }

    /// Those with the names of a contract.
    fn with_names(files: &Files) -> Self {
        let contract = files.load_without_overlay().contract.unwrap();
        Self::of(|table| contract_schema(table, "made in a test", &contract))
    }

    fn of(schema: impl Fn(&KeyTable) -> String) -> Self {
        let mut schemas = Schemas::new();
        let mut compiler = Compiler::new();
        let indices = FILES.iter().map(|file| {
            let name = format!("{}.schema.json", file.table.name);
            let schema = serde_json::from_str(&schema(file.table)).unwrap();
            compiler.add_resource(&name, schema).unwrap();
            let index = compiler.compile(&name, &mut schemas).unwrap();
            (name, index)
        });
        let indices = indices.collect();
        Self { schemas, indices }
    }

    fn validate(&self, name: &str, value: &Value) -> Result<(), String> {
        let (_, index) = self.indices.iter().find(|(known, _)| known == name).unwrap();
        let result = self.schemas.validate(value, *index);
        result.map_err(|error| error.to_string())
    }
}

/// Every file of the language in this crate.
fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = ["sentences.yaml", "questions.yaml"].map(|file| root.join(file)).to_vec();
    for folder in ["contract", "overlays", "tests/library"] {
        collect(&root.join(folder), &mut files);
    }
    assert!(files.len() > 40, "only {files:?}");
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            files.push(path);
        }
    }
}

/// The path of the schema that a file names in its first line.
fn named(path: &Path, text: &str) -> PathBuf {
    let line = text.lines().next().unwrap_or_default();
    let schema = line.strip_prefix("# yaml-language-server: $schema=");
    let schema = schema.unwrap_or_else(|| panic!("{} opens with no schema", path.display()));
    path.parent().unwrap().join(schema)
}

/// A file as an editor sees it: keys are text, whatever they look like.
fn value(text: &str) -> Value {
    as_json(serde_yaml::from_str(text).unwrap())
}

fn as_json(value: serde_yaml::Value) -> Value {
    match value {
        serde_yaml::Value::Mapping(entries) => {
            let entries = entries.into_iter().map(|(key, value)| {
                let key = match as_json(key) {
                    Value::String(text) => text,
                    other => other.to_string(),
                };
                (key, as_json(value))
            });
            Value::Object(entries.collect::<Map<_, _>>())
        }
        serde_yaml::Value::Sequence(items) => items.into_iter().map(as_json).collect(),
        scalar => serde_json::to_value(scalar).unwrap(),
    }
}

/// Pointers to everything in a value but what an answer, a fact or an example is: that can be of any shape.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Object(entries) => {
            for (key, inner) in entries {
                if !["answer", "example", "value"].contains(&key.as_str()) {
                    let key = key.replace('~', "~0").replace('/', "~1");
                    pointers(inner, &format!("{at}/{key}"), found);
                }
            }
        }
        Value::Array(items) => {
            for (index, inner) in items.iter().enumerate() {
                pointers(inner, &format!("{at}/{index}"), found);
            }
        }
        _ => {}
    }
}

/// The schemas of a file: without names, and with those of its contract.
fn schemas_of(path: &Path) -> [&'static Made; 2] {
    static PLAIN: LazyLock<Made> = LazyLock::new(Made::new);
    static OURS: LazyLock<Made> = LazyLock::new(|| Made::with_names(&Files::of_ours()));
    static LIBRARY: LazyLock<Made> = LazyLock::new(|| Made::with_names(&Files::of_library()));
    let is_library = path.components().any(|part| part.as_os_str() == "library");
    [&PLAIN, if is_library { &LIBRARY } else { &OURS }]
}

#[test]
fn every_file_matches_its_schemas() {
    for path in files() {
        let text = fs::read_to_string(&path).unwrap();
        let schema = named(&path, &text);
        assert!(schema.is_file(), "{} names {}", path.display(), schema.display());
        let name = schema.file_name().unwrap().to_string_lossy();
        for made in schemas_of(&path) {
            let result = made.validate(&name, &value(&text));
            assert!(result.is_ok(), "{}: {}", path.display(), result.unwrap_err());
        }
    }
}

#[test]
fn schemas_reject_nonsense_everywhere() {
    let mut tried = 0;
    for path in files() {
        let text = fs::read_to_string(&path).unwrap();
        let schema = named(&path, &text);
        let name = schema.file_name().unwrap().to_string_lossy();
        let whole = value(&text);
        let mut places = Vec::new();
        pointers(&whole, "", &mut places);
        for place in places {
            let mut changed = whole.clone();
            let at = changed.pointer_mut(&place).unwrap();
            match at.as_object_mut() {
                Some(entries) => _ = entries.insert("zzz".to_owned(), nonsense()),
                None => *at = nonsense(),
            }
            let location = format!("{} {place}", path.display());
            for made in schemas_of(&path) {
                assert!(made.validate(&name, &changed).is_err(), "{location}");
            }
            tried += 1;
        }
    }
    assert!(tried > 1000, "tried only {tried}");
}

#[test]
fn names_that_an_overlay_must_find_in_the_contract_are_checked() {
    let made = Made::with_names(&Files::of_library());
    let overlay = |entries: &str| value(&format!("overlay: a\ncomplete: false\n{entries}\n"));
    for (entries, is_valid) in [
        ("answers: { lend_book.scope: { answer: account, reason: b } }", true),
        ("answers: { lend_book.scop: { answer: account, reason: b } }", false),
        // An answer can have gaps of its own.
        ("answers: { list_loans.order.by: { answer: c, reason: b } }", true),
        ("answers: {}\nrecords: { Note: { resource: books, fields: {} } }", true),
        ("answers: {}\nrecords: { Note: { resource: boks, fields: {} } }", false),
    ] {
        let result = made.validate("overlay.schema.json", &overlay(entries));
        assert_eq!(result.is_ok(), is_valid, "{entries}: {result:?}");
    }
}

#[test]
fn schemas_reject_common_errors() {
    let made = Made::new();
    let slips = [
        ("operation.schema.json", "operation: a\nhttp: GET /a\nsucess: {}\n"),
        ("operation.schema.json", "operation: a\nhttp: GET /a\nsuccess: { status: ok }\n"),
        ("operation.schema.json", "operation: a\nhttp: GET /a\nsuccess: {}\nscope: branch\n"),
        (
            "operation.schema.json",
            "operation: a\nhttp: GET /a\nsuccess: {}\nkey: { required: maybe }\n",
        ),
        (
            "operation.schema.json",
            "operation: a\nhttp: GET /a\nsuccess: {}\nnot_shown: { sope: { note: b } }\n",
        ),
        ("overlay.schema.json", "overlay: a\ncomplete: maybe\nanswers: {}\n"),
        (
            "sentences.schema.json",
            "sentences: 1\ndocument: a\nsections: { A: { 1: a.accepted } }\n",
        ),
    ];
    for (name, text) in slips {
        assert!(made.validate(name, &value(text)).is_err(), "{text}");
    }
    let right =
        "operation: a\nhttp: GET /a\nsuccess: { status: not_shown }\nkey: { required: true }\n";
    assert_eq!(made.validate("operation.schema.json", &value(right)), Ok(()));
}
