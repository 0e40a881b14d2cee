//! `--only` and `--allow`: unselected clauses and allowed reasons do not affect the exit code.

use serde_json::Value;

use crate::library::{Broken, Library};
use crate::program::{Folder, code, output_text};
use crate::server::serve_library;

/// Exit code, output and report of a run.
struct RunResult {
    code: i32,
    text: String,
    json: Value,
    junit: String,
}

fn run(base_url: &str, flags: &[&str]) -> RunResult {
    let folder = Folder::new();
    let reports = ["--report", "json=report.json", "--report", "junit=report.xml"];
    let output = folder.run(base_url, &[&reports, flags].concat());
    let json = serde_json::from_str(&folder.read("report.json")).unwrap();
    crate::committed_files::assert_valid("report", &json);
    let junit = folder.read("report.xml");
    RunResult { code: code(&output), text: output_text(&output), json, junit }
}

#[test]
fn unselected_clauses_do_not_affect_the_exit_code() {
    let base_url = serve_library(Library::new(Broken::MemberType)).base_url();
    assert_eq!(run(&base_url, &[]).code, 1, "something else is broken");

    let ran = run(&base_url, &["--only", "add_book.errors.*"]);
    assert_eq!(ran.code, 0, "{}", ran.text);
    let head = ran.text.split("\n\n").nth(1).unwrap_or_default();
    assert!(head.contains("add_book") && !head.contains("lend_book"), "{}", ran.text);
    for words in ["VIOLATED", "\nnot exercised\n", "filter"] {
        assert!(!ran.text.contains(words), "{words}: {}", ran.text);
    }
    let cases: Vec<_> = ran.junit.split("<testcase name=\"").skip(1).collect();
    assert!(!cases.is_empty() && cases.iter().all(|it| it.starts_with("add_book.errors.")));
    for clause in ran.json["clauses"].as_array().unwrap() {
        let selected = clause["id"].as_str().unwrap().starts_with("add_book.errors.");
        assert_eq!(clause["selected"], selected, "{clause}");
        assert_eq!(clause["reason"] == "filter", !selected, "{clause}");
    }
}

#[test]
fn operation_or_resource_selects_its_clauses() {
    let base_url = serve_library(Library::new(Broken::Nothing)).base_url();
    let selected = |only: &str| -> Vec<String> {
        let ran = run(&base_url, &["--only", only]);
        let clauses = ran.json["clauses"].as_array().unwrap().iter();
        let clauses = clauses.filter(|clause| clause["selected"] == true);
        clauses.map(|clause| clause["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(selected("reserve_book"), selected("reserve_book.*"));
    assert_eq!(
        selected("loans"),
        selected("lend_book.*,list_loans.*,reserve_book.*,return_loan.*")
    );
}

#[test]
fn allowed_reasons_keep_the_run_complete() {
    let base_url = serve_library(Library::new(Broken::Nothing)).base_url();
    let run = |flags: &[&str]| run(&base_url, &[&["--only", "loans"], flags].concat());
    let incomplete = run(&[]);
    assert_eq!(incomplete.code, 3, "{}", incomplete.text);
    let one = run(&["--allow", "not_exercised:no_scenario"]);
    assert_eq!(one.code, 3, "{}", one.text);
    assert!(one.text.contains("no_scenario (allowed): "), "{}", one.text);
    assert!(one.text.contains("no_fixture: "), "{}", one.text);
    let all = run(&[
        "--allow",
        "not_exercised:no_scenario",
        "--allow",
        "not_exercised:no_fixture",
        "--allow",
        "not_exercised:no_key",
    ]);
    assert_eq!(all.code, 0, "{}", all.text);
    let allowed =
        "allowed: not_exercised:no_scenario, not_exercised:no_fixture, not_exercised:no_key\n";
    assert!(all.text.contains(allowed), "{}", all.text);
    assert_eq!(all.json["run"]["allowed"][1], "not_exercised:no_fixture");
    let clauses = all.json["clauses"].as_array().unwrap().iter();
    let mut missing = clauses.filter(|it| it["reason"] == "no_fixture");
    assert!(missing.all(|clause| clause["allowed"] == true));
    assert_eq!(run(&["--allow", "not_exercised"]).code, 0);
}

#[test]
fn clauses_that_did_not_hold_are_selected_from_a_report() {
    let folder = Folder::new();
    let run = |base_url: &str, flags: &[&str]| {
        let output = folder.run(base_url, flags);
        (code(&output), output_text(&output))
    };
    let broken = serve_library(Library::new(Broken::MemberType)).base_url();
    assert_eq!(run(&broken, &["--report", "json=old.json"]).0, 1);
    let old: Value = serde_json::from_str(&folder.read("old.json")).unwrap();
    let open = |report: &Value| {
        let clauses = report["clauses"].as_array().unwrap().iter();
        let selected = clauses.filter(|clause| clause["selected"] == true);
        let ids = |clause: &Value| clause["id"].as_str().unwrap().to_owned();
        let is_open = |clause: &&Value| clause["verdict"] != "held" && clause["testable"] == true;
        let open: Vec<_> = selected.clone().filter(is_open).map(ids).collect();
        (selected.map(ids).collect::<Vec<_>>(), open)
    };
    let (_, failed) = open(&old);
    assert!(failed.contains(&"add_book.success.book.reference_only.type".to_owned()), "{failed:?}");

    let flags = ["--failed-from", "old.json", "--report", "json=new.json"];
    assert_eq!(run(&broken, &flags).0, 1);
    let new: Value = serde_json::from_str(&folder.read("new.json")).unwrap();
    assert_eq!(open(&new), (failed.clone(), failed));

    let sound = serve_library(Library::new(Broken::Nothing)).base_url();
    let (code, text) = run(&sound, &["--only", "add_book.errors.*", "--report", "json=held.json"]);
    assert_eq!(code, 0, "{text}");
    for (flags, code, words) in [
        (["--failed-from", "held.json"], 2, "each clause of `held.json` that can be tested held"),
        (["--failed-from", "none.json"], 2, "cannot read the report `none.json`"),
    ] {
        let (found, text) = run(&sound, &flags);
        assert_eq!(found, code, "{text}");
        assert!(text.contains(words), "{text}");
    }
}
