//! Diagnostics for errors in a contract.

use std::path::Path;

use crate::support::{copy, edit, root, stderr, xtask};

/// Line and column of a text in a file, counted from 1.
fn position(folder: &Path, file: &str, text: &str) -> (usize, usize) {
    let whole = std::fs::read_to_string(folder.join(file)).unwrap();
    let before = &whole[..whole.find(text).unwrap()];
    let column = before.lines().last().unwrap().chars().count() + 1;
    (before.lines().count(), column)
}

#[test]
fn five_errors_are_all_reported() {
    let folder = tempfile::tempdir().unwrap();
    let contract = folder.path().join("contract");
    copy(&root().join("spec/contract"), &contract);
    edit(&contract, "subscribers/create_subscriber.yaml", "unique: true", "uniqe: yes");
    edit(&contract, "subscribers/reject_subscriber.yaml", "from: pending", "from: waiting");
    edit(&contract, "widgets/get_upscribe.yaml", "upscribe: Upscribe", "upscribe: Upscrib");
    edit(&contract, "events/create_event.yaml", "status: 404", "status: 4040");
    edit(&contract, "publications/list_publications.yaml", "http: GET", "http: FETCH");
    let output = xtask(&["gen", "--check", "--contract", contract.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let shown = stderr(&output);
    for (file, wrong) in [
        ("subscribers/create_subscriber.yaml", "uniqe"),
        ("subscribers/reject_subscriber.yaml", "waiting"),
        ("widgets/get_upscribe.yaml", "Upscrib }"),
        ("events/create_event.yaml", "4040"),
        ("publications/list_publications.yaml", "FETCH"),
    ] {
        let (line, column) = position(&contract, file, wrong);
        let place = format!("{file}:{line}:{column}");
        assert!(shown.contains(&place), "no error at {place} in:\n{shown}");
    }
    assert!(shown.ends_with("for more information: cargo xtask explain bad-status\n"), "{shown}");
}

#[test]
fn diagnostics_as_json_are_one_object_per_line() {
    let folder = tempfile::tempdir().unwrap();
    let contract = folder.path().join("contract");
    copy(&root().join("spec/contract"), &contract);
    edit(&contract, "events/create_event.yaml", "status: 404", "status: 4040");
    let output = xtask(&[
        "gen",
        "--check",
        "--message-format",
        "json",
        "--contract",
        contract.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<serde_json::Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["code"], "bad-status");
    let (line, column) = position(&contract, "events/create_event.yaml", "4040");
    assert_eq!(lines[0]["line"], line);
    assert_eq!(lines[0]["column"], column);
}

#[test]
fn a_missing_contract_folder_is_an_error() {
    let output = xtask(&["gen", "--check", "--contract", "no/such/folder"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no/such/folder"));
}
