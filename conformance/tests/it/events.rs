//! `--report ndjson=PATH`: events of a run, and the line about its progress.

use serde_json::Value;

use crate::committed_files::assert_valid;
use crate::library::{Broken, Library};
use crate::program::{Folder, assert_refused, code, stderr, stdout};
use crate::server::{serve, serve_library, write};

fn events(text: &str) -> Vec<Value> {
    let events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    events.iter().for_each(|event| assert_valid("events", event));
    events
}

fn of<'e>(events: &'e [Value], name: &str) -> Vec<&'e Value> {
    events.iter().filter(|event| event["event"] == name).collect()
}

#[test]
fn events_agree_with_the_report() {
    let (folder, server) = (Folder::new(), serve_library(Library::new(Broken::Message)));
    let reports = ["--report", "ndjson=events.ndjson", "--report", "json=report.json"];
    folder.write("events.ndjson", "an older text that is longer than the first line".repeat(40));
    let output = folder.run(&server.base_url(), &[&["--alone"], &reports[..]].concat());
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
    let events = events(&folder.read("events.ndjson"));
    let (first, last) = (&events[0], &events[events.len() - 1]);
    assert_eq!(first["event"], "start");
    assert_eq!(first["base_url"], server.base_url());
    assert_eq!(last["event"], "end");
    assert_eq!(last["summary"], report["summary"]);
    assert_eq!(last["exit_code"], 1);
    let scenarios = of(&events, "scenario");
    let first_attempts = scenarios.iter().filter(|scenario| scenario["attempt"] == 1).count();
    assert_eq!(first["scenarios"], first_attempts);
    let requests: u64 = scenarios.iter().map(|it| it["requests"].as_u64().unwrap()).sum();
    // The reads at the start and at the end of a run do not belong to a scenario.
    assert!(requests > 0 && requests <= server.request_count() as u64);
    let violated: Vec<_> = of(&events, "violation").iter().map(|it| it["clause"].clone()).collect();
    let clauses = report["clauses"].as_array().unwrap().iter();
    let expected: Vec<_> =
        clauses.filter(|it| it["verdict"] == "violated").map(|it| it["id"].clone()).collect();
    assert_eq!(violated, expected);
    let failed: Vec<_> = scenarios.iter().filter(|it| it["verdict"] == "failed").collect();
    assert!(failed.iter().all(|it| violated.contains(&it["failed"][0])), "{failed:?}");
}

#[test]
fn events_are_written_while_the_run_goes_on() {
    let folder = Folder::new();
    let (path, library) = (folder.join("events.ndjson"), Library::new(Broken::Nothing));
    let seen = std::sync::Arc::new(std::sync::Mutex::new(0));
    let most = std::sync::Arc::clone(&seen);
    let server = serve(move |received, stream| {
        let lines = std::fs::read_to_string(&path).unwrap_or_default().lines().count();
        let mut most = most.lock().unwrap();
        *most = lines.max(*most);
        let response = library.answer(&received.request());
        write(stream, &crate::server::http_response(response.status, "", &response.body));
    });
    let flags = ["--report", "ndjson=events.ndjson", "--jobs", "1", "--alone", "--only", "books"];
    let output = folder.run(&server.base_url(), &flags);
    assert!([0, 3].contains(&code(&output)), "{}", stderr(&output));
    assert!(*seen.lock().unwrap() > 5);
}

#[test]
fn standard_output_has_the_events_only() {
    let (folder, server) = (Folder::new(), serve_library(Library::new(Broken::Nothing)));
    let flags = ["--report", "ndjson=-", "--only", "add_book.errors.*"];
    let output = folder.run(&server.base_url(), &flags);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(events(&stdout(&output)).len() > 2);
    assert!(stderr(&output).contains("the service conforms (exit 0)"), "{}", stderr(&output));
}

#[test]
fn events_need_a_run() {
    let folder = Folder::new();
    let report = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reports/held.json");
    assert_refused(&mut folder.command(&["report", report, "--format", "ndjson"]), "invalid value");
    let explore = ["explore", "--base-url", "http://127.0.0.1:1", "--report", "ndjson=e"];
    assert_refused(&mut folder.command(&explore), "`explore` writes no events");
}

#[cfg(target_os = "linux")]
#[test]
fn events_that_cannot_be_written_are_an_error() {
    let (folder, server) = (Folder::new(), serve_library(Library::new(Broken::Nothing)));
    let flags = ["--report", "ndjson=/dev/full", "--report", "json=report.json"];
    let output = folder.run(&server.base_url(), &[&flags[..], &["--only", "get_book"]].concat());
    assert_eq!(code(&output), 5, "{}", stderr(&output));
    assert!(stderr(&output).contains("cannot write the report `/dev/full`"), "{}", stderr(&output));
}
