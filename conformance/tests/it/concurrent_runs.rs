//! Several runs against one deployment: a fixture that can be used once is allocated to one of them, and none mistakes the
//! records of another for its own.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::command_line::{program, serve, stderr};

/// A folder with a target file for a new library.
async fn folder_with_target() -> tempfile::TempDir {
    let port = serve().await;
    let folder = tempfile::tempdir().unwrap();
    let target = format!(
        "target: 1\nbase_url: http://127.0.0.1:{port}\nfixtures:\n  \
         open_loan: [{{ id: loan-open, facts: {{ member: ann@example.com }} }}]\n  \
         returned_loan: [{{ id: loan-returned, facts: {{ member: ann@example.com }} }}]\n"
    );
    fs::write(folder.path().join("target.yaml"), target).unwrap();
    folder
}

/// A run that writes its report to standard output.
fn run(folder: &Path, seed: u32) -> Command {
    let mut run = program(folder);
    run.args(["run", "--target", "target.yaml", "--state-dir", "state"]);
    run.args(["--seed", &seed.to_string(), "--jobs", "2", "--report", "json=-"]);
    run.env("LIBRARY_API_KEY", "card-main");
    run.stdout(Stdio::piped()).stderr(Stdio::piped());
    run
}

/// The report, in which nothing is violated.
fn report(output: &Output) -> Value {
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    crate::committed_files::assert_valid("report", &report);
    let summary = &report["summary"];
    assert_eq!(summary["violated"], 0, "{}", stderr(output));
    assert_eq!(summary["deviates"], 0, "{}", stderr(output));
    report
}

/// Whether the run returned the loan.
fn returns_loan(report: &Value) -> bool {
    let mut clauses = report["clauses"].as_array().unwrap().iter();
    let done = clauses.find(|clause| clause["id"] == "return_loan.transition.done");
    let verdict = done.unwrap()["verdict"].as_str().unwrap();
    assert!(["held", "not_exercised"].contains(&verdict), "{verdict}");
    verdict == "held"
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_runs_do_not_interfere() {
    let folder = folder_with_target().await;
    let runs: Vec<_> = (1..=4).map(|seed| run(folder.path(), seed).spawn().unwrap()).collect();
    let outputs = runs.into_iter().map(|run| run.wait_with_output().unwrap());
    let reports: Vec<_> = outputs.map(|output| report(&output)).collect();
    assert!(reports.iter().all(|report| report["summary"]["inconclusive"] == 0));
    let returned = reports.iter().filter(|report| returns_loan(report)).count();
    assert_eq!(returned, 1, "there is one loan to return");
}

/// The second run sends the values of the first one again.
#[tokio::test(flavor = "multi_thread")]
async fn second_run_with_the_same_seed_uses_no_fixture_again() {
    let folder = folder_with_target().await;
    let again = || report(&run(folder.path(), 7).output().unwrap());
    let (first, second) = (again(), again());
    assert!(returns_loan(&first) && !returns_loan(&second));
    assert_eq!(first["run"]["seed"], second["run"]["seed"]);
}
