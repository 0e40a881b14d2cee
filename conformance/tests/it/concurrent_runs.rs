//! Two concurrent runs against one deployment: a fixture that can be used once is allocated to one of them, and neither
//! mistakes the other's records for its own.

use std::fs;

use crate::command_line::{program, serve, stderr};

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_runs_do_not_interfere() {
    let port = serve().await;
    let folder = tempfile::tempdir().unwrap();
    let target = format!(
        "target: 1\nbase_url: http://127.0.0.1:{port}\nfixtures:\n  \
         open_loan: [{{ id: loan-open, facts: {{ member: ann@example.com }} }}]\n  \
         returned_loan: [{{ id: loan-returned, facts: {{ member: ann@example.com }} }}]\n"
    );
    fs::write(folder.path().join("target.yaml"), target).unwrap();
    let runs: Vec<_> = (1..=4)
        .map(|seed: u32| {
            let mut run = program(folder.path());
            run.args(["run", "--target", "target.yaml", "--state-dir", "state"]);
            run.args(["--seed", &seed.to_string(), "--report"]);
            run.arg(format!("json={seed}.json"));
            run.env("LIBRARY_API_KEY", "card-main");
            run.stdout(std::process::Stdio::piped());
            run.stderr(std::process::Stdio::piped());
            run.spawn().unwrap()
        })
        .collect();
    let mut returned = 0;
    for (run, seed) in runs.into_iter().zip(1..) {
        let output = run.wait_with_output().unwrap();
        let report = fs::read_to_string(folder.path().join(format!("{seed}.json"))).unwrap();
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        crate::committed_files::assert_valid("report", &report);
        let summary = &report["summary"];
        assert_eq!(summary["violated"], 0, "{}", stderr(&output));
        assert_eq!(summary["inconclusive"], 0, "{}", stderr(&output));
        let mut clauses = report["clauses"].as_array().unwrap().iter();
        let done = clauses.find(|clause| clause["id"] == "return_loan.transition.done");
        match done.unwrap()["verdict"].as_str().unwrap() {
            "held" => returned += 1,
            other => assert_eq!(other, "not_exercised"),
        }
    }
    assert_eq!(returned, 1, "there is one loan to return");
}
