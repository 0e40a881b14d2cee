//! Diagnostics for errors in a contract.

use std::path::Path;

use serde_json::Value;

use crate::support::{assert_code, copy, edit, root, stderr, xtask};

/// Line and column of a text in a file, counted from 1.
fn position(folder: &Path, file: &str, text: &str) -> (usize, usize) {
    let whole = std::fs::read_to_string(folder.join(file)).unwrap();
    let before = &whole[..whole.find(text).unwrap()];
    let column = before.lines().last().unwrap().chars().count() + 1;
    (before.lines().count(), column)
}

/// A file, the text that stands there, what takes its place, and the part of that which is wrong.
const MISTAKES: [[&str; 4]; 5] = [
    ["subscribers/create_subscriber.yaml", "unique: true", "uniqe: yes", "uniqe"],
    ["subscribers/reject_subscriber.yaml", "from: pending", "from: waiting", "waiting"],
    ["widgets/get_upscribe.yaml", "upscribe: Upscribe", "upscribe: Upscrib", "Upscrib }"],
    ["events/create_event.yaml", "status: 404", "status: 4040", "4040"],
    ["publications/list_publications.yaml", "http: GET", "http: FETCH", "FETCH"],
];

#[test]
fn all_errors_are_reported_as_text_and_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let contract = folder.path().join("contract");
    copy(&root().join("spec/contract"), &contract);
    for [file, from, to, _] in MISTAKES {
        edit(&contract, file, from, to);
    }
    let check = ["gen", "--check", "--contract", contract.to_str().unwrap()];
    let output = xtask(&check);
    assert_code(&output, 2);
    let shown = stderr(&output);
    let output = xtask(&[&check[..], &["--message-format", "json"]].concat());
    assert_code(&output, 2);
    let lines = String::from_utf8(output.stdout).unwrap();
    let errors: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for [file, _, _, wrong] in MISTAKES {
        let (line, column) = position(&contract, file, wrong);
        let place = format!("{file}:{line}:{column}");
        assert!(shown.contains(&place), "no error at {place} in:\n{shown}");
        let is_here = |error: &Value| {
            error["file"].as_str().unwrap().ends_with(file)
                && error["line"] == line
                && error["column"] == column
        };
        assert!(errors.iter().any(is_here), "no error at {place} in:\n{errors:#?}");
    }
    assert!(errors.iter().any(|error| error["code"] == "bad-status"));
    assert!(shown.ends_with("for more information: cargo xtask explain bad-status\n"), "{shown}");
}

#[test]
fn a_missing_contract_folder_is_an_error() {
    let output = xtask(&["gen", "--check", "--contract", "no/such/folder"]);
    assert_code(&output, 2);
    assert!(stderr(&output).contains("no/such/folder"));
}
