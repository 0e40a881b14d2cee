//! Clauses that hold in a run with only a base URL and a key.

use crate::support::{Reference, Report, binary};

/// Of 314 clauses. The others need a second key, or records that no stated answer contains: ref codes, pending
/// subscribers, programs that were not joined, what a program accepts, times of creation, what is hidden or archived by a
/// sponsor.
const HELD: usize = 265;

#[test]
fn key_without_fixtures_exercises_most_clauses() {
    let folder = tempfile::tempdir().unwrap();
    let reference = Reference::start(folder.path());
    let json = format!("json={}", folder.path().join("report.json").display());
    let mut run = std::process::Command::new(binary("referral-conformance"));
    run.args(["run", "--alone", "--base-url", &reference.base_url]);
    run.args(["--api-key-file", "target.main.key", "--report", &json]);
    run.arg("--state-dir").arg(folder.path().join("state"));
    run.env_remove("REFERRAL_API_KEY").current_dir(folder.path());
    let output = run.output().unwrap();
    let report = Report::of(folder.path(), "report.json", &output);
    let held = |(_, verdict): &(&String, &String)| verdict.starts_with("held");
    let (held, open): (Vec<_>, Vec<_>) = report.verdicts.iter().partition(held);
    assert_eq!(report.code, Some(3), "{}", report.human);
    assert!(held.len() >= HELD, "{} held, not {open:#?}", held.len());
    let violated = |(_, verdict): &&(&String, &String)| verdict.starts_with("violated");
    assert!(!open.iter().any(|one| violated(&one)), "{}", report.human);
}
