//! Servers that implement nothing: reported reasons, and no clause holds without evidence.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::thread;

use crate::runs::{Report, TARGET, run};
use crate::servers::seed;
use crate::test_server::{JSON, ReceivedRequest, answer, serve};

/// A run with all fixtures that the demo data has. Derived scenarios and retries would only repeat the failures, and many
/// scenarios at once wait together.
fn run_against(base_url: &str, flags: &[&str]) -> Report {
    let folder = tempfile::tempdir().unwrap();
    seed(folder.path(), base_url, 1);
    let settings = ["--depth", "quick", "--alone", "--jobs", "32"];
    let report = run(folder.path(), &[&TARGET[..], &settings, flags].concat());
    report.assert_none("held");
    report
}

/// Number of clauses by verdict and reason, and the exit code.
fn summary(report: &Report) -> String {
    let mut counts = BTreeMap::<&str, u32>::new();
    for verdict in report.verdicts.values().filter(|verdict| !verdict.starts_with("untestable")) {
        *counts.entry(verdict).or_default() += 1;
    }
    let mut text = format!("exit code {}\n", report.code.unwrap_or(-1));
    for (verdict, count) in counts {
        _ = writeln!(text, "{count:>4} {verdict}");
    }
    text
}

type Answer = fn(&ReceivedRequest) -> Vec<u8>;

const SERVERS: [(&str, Answer); 7] = [
    ("not found", |_| answer(404, JSON, r#"{"error":"Not Found"}"#)),
    ("not found without a body", |_| answer(404, "", "")),
    ("an empty success", |_| answer(200, JSON, "{}")),
    ("an HTML page", |_| {
        let page = "<!doctype html><title>Welcome</title><p>It works!";
        answer(200, "content-type: text/html\r\n", page)
    }),
    ("a description of the request", |received| {
        let ReceivedRequest { path, method, body, .. } = received;
        let body = if body.is_empty() { "{}" } else { body };
        let body = format!(r#"{{"path":{path:?},"method":"{method}","body":{body}}}"#);
        answer(200, JSON, &body)
    }),
    ("the body of the request", |received| answer(200, JSON, &received.body)),
    ("a server error", |_| answer(500, JSON, r#"{"error":"Internal Server Error"}"#)),
];

#[test]
fn the_same_answer_to_every_request_proves_nothing() {
    let runs = SERVERS.map(|(name, answer)| {
        let run = move || run_against(&serve(move |received| Some(answer(received))), &[]);
        (name, thread::spawn(run))
    });
    let mut names = BTreeMap::<String, Vec<&str>>::new();
    for (name, run) in runs {
        names.entry(summary(&run.join().unwrap())).or_default().push(name);
    }
    let shown: Vec<_> =
        names.iter().map(|(summary, names)| format!("{}:\n{summary}", names.join(", "))).collect();
    insta::assert_snapshot!(shown.join("\n"), @"
    an empty success, a description of the request, the body of the request:
    exit code 1
       5 inconclusive no_control
     155 inconclusive not_as_documented
      22 inconclusive not_demonstrated
      56 inconclusive not_shown_to_discriminate
      23 inconclusive other_outcome
       2 inconclusive page_limit
      10 not_exercised no_capture
      21 not_exercised unobservable
      17 violated

    not found, not found without a body, an HTML page:
    exit code 6
       1 inconclusive other_outcome
       6 not_exercised no_capture
     304 not_exercised not_started

    a server error:
    exit code 6
      10 inconclusive no_control
      85 inconclusive not_demonstrated
     157 inconclusive other_outcome
      23 inconclusive server_error
      30 inconclusive wrong_reason
       6 not_exercised no_capture
    ");
}

#[test]
fn a_server_that_does_not_answer_violates_nothing() {
    // No test listens on this port.
    let refused = run_against("http://127.0.0.1:1", &[]);
    refused.assert_code(&[6]);
    let silent = run_against(&serve(|_| None), &["--timeout", "300ms"]);
    // It is unknown whether a write had an effect.
    silent.assert_code(&[6, 4]);
    for report in [refused, silent] {
        report.assert_none("violated");
    }
}
