//! `--profile` and `profile`: a run about a named set of clauses.

use serde_json::Value;

use crate::library::{Broken, Library};
use crate::program::{Folder, code, output_text, stderr, stdout};
use crate::server::serve_library;

fn base_url(broken: Broken) -> String {
    serve_library(Library::new(broken)).base_url()
}

const RUN: [&str; 2] = ["--profile", "profile.yaml"];

#[test]
fn a_drafted_profile_selects_its_clauses_and_names_the_run() {
    let folder = Folder::new();
    let draft = ["profile", "what \"staging\" shows", "--only", "add_book.success.*"];
    let output = folder.call(&draft);
    assert_eq!(code(&output), 0, "{}", output_text(&output));
    let text = stdout(&output);
    assert!(text.starts_with("profile: \"what \\\"staging\\\" shows\"\nclauses:\n"), "{text}");
    let expected: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("  - ")).collect();
    assert!(expected.len() > 3 && expected.iter().all(|id| id.starts_with("add_book.success.")));

    folder.write("profile.yaml", &text);
    let report = ["--report", "json=report.json"];
    let output = folder.run(&base_url(Broken::MemberType), &[&RUN[..], &report].concat());
    assert_eq!(code(&output), 1, "{}", output_text(&output));
    let name = format!("what \"staging\" shows, {} clauses", expected.len());
    assert!(output_text(&output).contains(&name), "{}", output_text(&output));
    let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
    assert_eq!(report["run"]["profile"], name);
    let clauses = report["clauses"].as_array().unwrap().iter();
    let selected = clauses.filter(|clause| clause["selected"] == true);
    let selected: Vec<_> = selected.map(|clause| clause["id"].as_str().unwrap()).collect();
    assert_eq!(selected, expected);

    // What breaks another clause does not change the result.
    let output = folder.call(&["profile", "refusals", "--only", "add_book.errors.*"]);
    folder.write("profile.yaml", stdout(&output));
    let output = folder.run(&base_url(Broken::MemberType), &RUN);
    assert_eq!(code(&output), 0, "{}", output_text(&output));
}

#[test]
fn a_level_leaves_out_what_such_a_run_cannot_show() {
    let folder = Folder::new();
    let draft = |level: &str| stdout(&folder.call(&["profile", "all", "--level", level]));
    let [read, full] = ["read", "full"].map(draft);
    assert!(read.contains("  - list_books.") && !read.contains("  - add_book.accepted"), "{read}");
    assert!(full.contains("  - add_book.accepted\n"), "{full}");
    let only = ["profile", "none", "--level", "read", "--only", "add_book.accepted"];
    let output = folder.call(&only);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("can show none of the selected clauses"));
}

#[test]
fn errors_in_a_profile_are_found_before_anything_is_sent() {
    let folder = Folder::new();
    for (text, words) in [
        ("profile: a\nclauses: [add_book.acepted]\n", "there is no clause `add_book.acepted`"),
        ("profile: a\nclauses: [add_book.accepted, add_book.accepted]\n", "is listed twice"),
        ("profile: ' '\nclauses: [add_book.accepted]\n", "the name of the profile is empty"),
        ("profile: a\nclauses: []\n", "the profile has no clause"),
        ("clauses: [add_book.accepted]\n", "`profile`"),
    ] {
        folder.write("profile.yaml", text);
        let output = folder.run("http://127.0.0.1:9", &RUN);
        assert_eq!(code(&output), 2, "{text}\n{}", output_text(&output));
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
    let output = folder.run("http://127.0.0.1:9", &[&RUN[..], &["--only", "add_book"]].concat());
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("--only"), "{}", stderr(&output));
}
