//! Committed generated files: pages and schemas are up to date, and schemas reject files that they do not describe,
//! checked with an independent validator; `schemas` checks that they accept others.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use boon::{Compiler, SchemaIndex, Schemas};
use referral_conformance::language_docs::{Made, made};
use referral_conformance::scenario::keys::SCENARIO;
use referral_conformance::schema::schema;
use serde_json::Value;

use crate::session::{embedded, library};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Validates a value with a committed schema of this crate. They are compiled once for all tests.
fn validate(name: &str, value: &Value) -> Result<(), String> {
    static COMPILED: OnceLock<BTreeMap<&str, (Schemas, SchemaIndex)>> = OnceLock::new();
    let compile = |name| {
        let folder = if name == "har" { "tests" } else { "schema" };
        let path = root().join(format!("conformance/{folder}/{name}.schema.json"));
        let schema = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.enable_format_assertions();
        compiler.add_resource("schema", schema).unwrap();
        let index = compiler.compile("schema", &mut schemas).unwrap();
        (name, (schemas, index))
    };
    let names = ["certificate", "events", "har", "observation", "report", "scenario", "target"];
    let compiled = COMPILED.get_or_init(|| names.map(compile).into());
    let (schemas, index) = &compiled[name];
    schemas.validate(value, *index).map_err(|error| format!("{error:#}"))
}

pub fn assert_valid(name: &str, value: &Value) {
    validate(name, value).unwrap_or_else(|error| panic!("{error}"));
}

/// Writes the files with `UPDATE_FILES=1`; otherwise compares them.
#[test]
fn committed_generated_files_are_up_to_date() {
    let mut files = made(&embedded().contract);
    files.push(library_schema());
    for file in files {
        let path = root().join(file.path);
        if env::var_os("UPDATE_FILES").is_some() {
            fs::write(&path, &file.text).unwrap();
        }
        let there = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            there == file.text,
            "{} is out of date: run `UPDATE_FILES=1 cargo test -p referral-conformance committed_files`",
            file.path
        );
    }
}

/// The schema of the scenarios of the other contract.
fn library_schema() -> Made {
    let text = schema(&SCENARIO, &library().contract, "Made by a test. Do not edit.");
    Made { path: "conformance/tests/library/schema/scenario.schema.json", text }
}

fn scenarios() -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["scenarios", "tests/library/scenarios"] {
        collect(&here.join(folder), &mut files);
    }
    assert!(files.len() > 60, "only {files:?}");
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}

#[test]
fn every_scenario_names_the_schema_of_its_contract() {
    let of_library = root().join("conformance/tests/library");
    for path in scenarios() {
        let shown = path.display();
        let folder = if path.starts_with(&of_library) { "tests/library/schema" } else { "schema" };
        let schema = root().join("conformance").join(folder).join("scenario.schema.json");
        let text = fs::read_to_string(&path).unwrap();
        let head = text.lines().take_while(|line| line.is_empty() || line.starts_with('#'));
        let named = head.filter_map(|line| line.strip_prefix("# yaml-language-server: $schema="));
        let named = path.parent().unwrap().join(named.last().unwrap_or_default());
        assert_eq!(named.canonicalize().ok(), schema.canonicalize().ok(), "{shown}");
    }
}

#[test]
fn schemas_reject_invalid_files() {
    for (name, text) in [
        ("scenario", "{ scenario: 1, title: a }"),
        ("scenario", "{ scenario: 1, title: a, steps: [{ calls: b }] }"),
        ("target", "{ target: 2 }"),
        ("target", "{ target: 1, keys: { main: secret } }"),
        ("report", "{ schema: 1 }"),
    ] {
        let value = serde_yaml::from_str(text).unwrap();
        assert!(validate(name, &value).is_err(), "{name}: {text}");
    }
}
