//! Several runs against one deployment: a fixture that can be used once is allocated to one of them, and none mistakes the
//! records of another for its own.

use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::command_line::LOANS;
use crate::library::{Broken, Library};
use crate::program::{Folder, clause, stderr};
use crate::server::serve_library;

/// A folder with a target file for a new library.
fn folder_with_target() -> Folder {
    Folder::with_target(&serve_library(Library::new(Broken::Nothing)).base_url(), LOANS)
}

/// A run that writes its report to standard output.
fn run(folder: &Folder, seed: u32) -> Command {
    let mut run = folder.command(&["run", "--target", "target.yaml", "--state-dir", "state"]);
    run.args(["--seed", &seed.to_string(), "--jobs", "2", "--report", "json=-"]);
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
    let verdict = clause(report, "return_loan.transition.done")["verdict"].as_str().unwrap();
    assert!(["held", "not_exercised"].contains(&verdict), "{verdict}");
    verdict == "held"
}

#[test]
fn concurrent_runs_do_not_interfere() {
    let folder = folder_with_target();
    let runs: Vec<_> = (1..=4).map(|seed| run(&folder, seed).spawn().unwrap()).collect();
    let outputs = runs.into_iter().map(|run| run.wait_with_output().unwrap());
    let reports: Vec<_> = outputs.map(|output| report(&output)).collect();
    assert!(reports.iter().all(|report| report["summary"]["inconclusive"] == 0));
    let returned = reports.iter().filter(|report| returns_loan(report)).count();
    assert_eq!(returned, 1, "there is one loan to return");
}

/// The second run sends the values of the first one again.
#[test]
fn second_run_with_the_same_seed_uses_no_fixture_again() {
    let folder = folder_with_target();
    let again = || report(&run(&folder, 7).output().unwrap());
    let (first, second) = (again(), again());
    assert!(returns_loan(&first) && !returns_loan(&second));
    assert_eq!(first["run"]["seed"], second["run"]["seed"]);
}
