//! Committed generated files: pages and schemas are up to date, and schemas accept the files they describe, checked
//! with an independent validator.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use boon::{Compiler, Schemas};
use referral_conformance::language_docs::made;
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Validates a value with a committed schema.
fn validate(name: &str, value: &Value) -> Result<(), String> {
    let path = root().join(format!("conformance/schema/{name}.schema.json"));
    let schema = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.enable_format_assertions();
    compiler.add_resource(name, schema).unwrap();
    let index = compiler.compile(name, &mut schemas).unwrap();
    let result = schemas.validate(value, index);
    result.map_err(|error| format!("{error:#}"))
}

pub fn assert_valid(name: &str, value: &Value) {
    validate(name, value).unwrap_or_else(|error| panic!("{error}"));
}

/// Writes the files with `UPDATE_FILES=1`; otherwise compares them.
#[test]
fn committed_generated_files_are_up_to_date() {
    for file in made() {
        let path = root().join(file.path);
        if env::var_os("UPDATE_FILES").is_some() {
            fs::write(&path, &file.text).unwrap();
        }
        let there = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            there == file.text,
            "{} is out of date: run `UPDATE_FILES=1 cargo test -p referral-conformance made_files`",
            file.path
        );
    }
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
fn every_scenario_names_its_schema_and_matches_it() {
    let schema = root().join("conformance/schema/scenario.schema.json");
    let schema = schema.canonicalize().unwrap();
    for path in scenarios() {
        let shown = path.display();
        let text = fs::read_to_string(&path).unwrap();
        let head = text.lines().take_while(|line| line.is_empty() || line.starts_with('#'));
        let named = head.filter_map(|line| line.strip_prefix("# yaml-language-server: $schema="));
        let named = named.last().unwrap_or_default();
        let named = path.parent().unwrap().join(named);
        assert_eq!(named.canonicalize().ok().as_ref(), Some(&schema), "{shown}");
        let value = serde_yaml::from_str(&text).unwrap();
        validate("scenario", &value).unwrap_or_else(|error| panic!("{shown}: {error}"));
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
    let target = fs::read_to_string(root().join("docs/target-file.md")).unwrap();
    let example = target.split("```").nth(1).unwrap().trim_start_matches("yaml");
    assert_valid("target", &serde_yaml::from_str(example).unwrap());
}
