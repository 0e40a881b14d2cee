//! `explain` and `clauses`.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::{assert_code, root, stderr, stdout, xtask};

const LIBRARY: [&str; 4] =
    ["--contract", "spec/tests/library/contract", "--overlay", "spec/tests/library/overlay.yaml"];

fn json(arguments: &[&str]) -> Value {
    let text = stdout(&xtask(&[arguments, &["--format", "json"]].concat()));
    serde_json::from_str(&text).unwrap()
}

/// Explains an id of the library contract, which no scenario refers to. Line numbers are replaced.
fn explain_library(id: &str) -> String {
    let text = stdout(&xtask(&[&["explain", id], LIBRARY.as_slice()].concat()));
    let line = |line: &str| match line.split_once(".yaml:") {
        Some((path, _)) => format!("{path}.yaml:LINE\n"),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[test]
fn every_sort_of_id_is_explained() {
    let ids =
        ["lend_book.accepted", "lend_book.success.status", "Loan", "remove_book", "book_elsewhere"];
    let mut texts = ids.map(explain_library).to_vec();
    texts.push(stdout(&xtask(&["explain", "unknown-state"])));
    insta::assert_snapshot!(texts.join("\n"));
}

#[test]
fn a_code_is_explained_without_a_valid_contract() {
    let explained = xtask(&["explain", "yaml-syntax", "--contract", "no/such/folder"]);
    assert!(stdout(&explained).contains("quote or bracket"));
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
        let all = json(&[&["explain", id], LIBRARY.as_slice()].concat());
        let declared = all["explanations"][0]["declared"].as_str().unwrap();
        let (path, line) = declared.rsplit_once(':').unwrap();
        let text = std::fs::read_to_string(root().join(path)).unwrap();
        let line = text.lines().nth(line.parse::<usize>().unwrap() - 1).unwrap();
        assert!(line.contains(expected), "{id} is declared at `{line}`");
    }
}

#[test]
fn an_unknown_id_is_an_error_with_a_suggestion() {
    let output = xtask(&[&["explain", "lend_book.acepted"], LIBRARY.as_slice()].concat());
    assert_code(&output, 2);
    assert!(output.stdout.is_empty());
    insta::assert_snapshot!(stderr(&output), @r"
    error: unknown id `lend_book.acepted`
    help: did you mean `lend_book.accepted`?
    help: `cargo xtask clauses` lists clauses and gaps
    ");
}

#[test]
fn scenarios_and_files_of_the_project_are_listed() {
    let id = "create_event.errors.value_missing.message";
    let all = json(&["explain", id]);
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
    let folder = "conformance/scenarios/events/create_event/";
    let is_of_operation = |path: &Value| path.as_str().is_some_and(|path| path.starts_with(folder));
    assert!(scenarios.iter().any(is_of_operation), "{scenarios:?}");
}

#[test]
fn every_listed_clause_can_be_explained() {
    let listed = json(&["clauses", LIBRARY[0], LIBRARY[1]]);
    // One of each kind is enough: each takes a process.
    let mut kinds = BTreeMap::new();
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
fn clauses_are_listed_as_a_table_and_as_json() {
    let table = xtask(&["clauses", "--contract", LIBRARY[1], "--only", "lend_book.errors.*"]);
    let text = stdout(&table);
    assert!(text.starts_with("ID "), "{text}");
    assert!(text.contains("\nlend_book.errors.book_lent.status "), "{text}");
    assert_eq!(text.lines().count(), 13, "{text}");
    let counts = "12 clauses: 12 testable, 0 untestable (0.0 %); 0 gaps\n";
    assert_eq!(stderr(&table), counts);

    let gaps = stdout(&xtask(&["clauses", "--gaps"]));
    assert!(gaps.contains("list_subscribers.success.body"), "{gaps}");
    assert!(!gaps.contains("create_event.accepted"), "{gaps}");

    let all = json(&["clauses"]);
    assert_eq!(all["schema"], 1);
    let find = |list: &str, id: &str| {
        let mut all = all[list].as_array().unwrap().iter();
        all.find(|one| one["id"] == id).unwrap()
    };
    let clause = find("clauses", "create_event.errors.value_missing.status");
    assert_eq!(clause["operation"], "create_event");
    assert_eq!(clause["evidence"], "stated");
    assert_eq!(clause["testable"], true);
    assert!(clause["untestable_because"].is_null());
    assert!(find("clauses", "service.key.header_case")["operation"].is_null());
    find("gaps", "create_subscriber.success.status");
}
