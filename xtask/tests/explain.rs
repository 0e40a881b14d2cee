//! Tests of `explain` and `clauses` with the built binary.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

const LIBRARY: [&str; 4] =
    ["--contract", "spec/tests/library/contract", "--overlay", "spec/tests/library/overlay.yaml"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn xtask(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask")).args(arguments).current_dir(root()).output().unwrap()
}

fn stdout(output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn explain(arguments: &[&str]) -> String {
    stdout(&xtask(&[&["explain"], arguments].concat()))
}

/// Explains an id of the library contract, which no scenario refers to. Line numbers are replaced.
fn explain_library(id: &str) -> String {
    let text = explain(&[&[id], LIBRARY.as_slice()].concat());
    let line = |line: &str| match line.split_once(".yaml:") {
        Some((path, _)) => format!("{path}.yaml:LINE\n"),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// The line of a declaration in the library contract, according to `explain`.
fn declaration(id: &str) -> String {
    let text = explain(&[&[id, "--format", "json"], LIBRARY.as_slice()].concat());
    let all: Value = serde_json::from_str(&text).unwrap();
    let declared = all["explanations"][0]["declared"].as_str().unwrap();
    let (path, line) = declared.rsplit_once(':').unwrap();
    let text = std::fs::read_to_string(root().join(path)).unwrap();
    let line = text.lines().nth(line.parse::<usize>().unwrap() - 1);
    line.unwrap().trim().to_owned()
}

#[test]
fn a_clause() {
    insta::assert_snapshot!(explain_library("lend_book.accepted"));
}

#[test]
fn a_gap_and_its_answer() {
    insta::assert_snapshot!(explain_library("lend_book.success.status"));
}

#[test]
fn a_record() {
    insta::assert_snapshot!(explain_library("Loan"));
}

#[test]
fn an_operation() {
    insta::assert_snapshot!(explain_library("remove_book"));
}

#[test]
fn a_fixture_kind() {
    insta::assert_snapshot!(explain_library("book_elsewhere"));
}

#[test]
fn a_diagnostic_code() {
    insta::assert_snapshot!(explain(&["unknown-state"]));
}

#[test]
fn a_code_is_explained_without_a_valid_contract() {
    let nowhere = ["yaml-syntax", "--contract", "no/such/folder"];
    assert!(explain(&nowhere).contains("quote or bracket"));
}

#[test]
fn declarations_have_the_right_line() {
    for (id, expected) in [
        ("lend_book", "operation: lend_book"),
        ("Loan", "Loan:"),
        ("lend_book.creates", "creates: Loan"),
        ("lend_book.errors.member_missing.message", "Who borrows the book?"),
        ("lend_book.errors.book_lent.status", "409"),
        ("list_books.order", "order:"),
        ("get_book.path.book.uuid", "book:"),
    ] {
        let line = declaration(id);
        assert!(line.contains(expected), "{id} is declared at `{line}`");
    }
}

#[test]
fn an_unknown_id_is_an_error_with_a_suggestion() {
    let output = xtask(&[&["explain", "lend_book.acepted"], LIBRARY.as_slice()].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    insta::assert_snapshot!(String::from_utf8(output.stderr).unwrap());
}

#[test]
fn scenarios_and_files_of_the_project_are_listed() {
    let id = "create_event.errors.value_missing.message";
    let text = explain(&[id, "--format", "json"]);
    let all: Value = serde_json::from_str(&text).unwrap();
    let one = &all["explanations"][0];
    assert_eq!(one["id"], id);
    assert_eq!(one["sort"], "clause");
    let names = |kind: &str| one["used_by"][kind].as_array().unwrap().clone();
    let files = names("files");
    for file in [
        "generated/server/src/events/create_event.rs",
        "reference/src/operations/events/create_event.rs",
        "conformance/scenarios/events/create_event",
    ] {
        assert!(files.contains(&file.into()), "{file} is not in {files:?}");
    }
    let scenarios = names("scenarios");
    let is_of_operation = |location: &Value| {
        location
            .as_str()
            .is_some_and(|path| path.starts_with("conformance/scenarios/events/create_event/"))
    };
    assert!(scenarios.iter().any(is_of_operation), "{scenarios:?}");
}

#[test]
fn every_listed_clause_can_be_explained() {
    let text = stdout(&xtask(&[&["clauses", "--format", "json"], &LIBRARY[..2]].concat()));
    let listed: Value = serde_json::from_str(&text).unwrap();
    // One of each kind is enough: each takes a process.
    let mut kinds = std::collections::BTreeMap::new();
    for clause in listed["clauses"].as_array().unwrap() {
        kinds.insert(clause["kind"].as_str().unwrap(), clause["id"].as_str().unwrap());
    }
    assert!(kinds.len() > 20, "{kinds:?}");
    for (kind, id) in kinds {
        let text = explain_library(id);
        assert!(text.contains(&format!("  kind        {kind}\n")), "{text}");
        assert!(text.contains("  declared    spec/tests/library/contract/"), "{text}");
    }
}

#[test]
fn the_table_ends_with_counts() {
    let output = xtask(&["clauses", "--contract", LIBRARY[1], "--only", "lend_book.errors.*"]);
    insta::assert_snapshot!(stdout(&output));
    insta::assert_snapshot!("counted", String::from_utf8(output.stderr).unwrap());
}
