//! The suite with its real scenarios against conforming deployments, one run at a time and several at once.

use std::collections::BTreeSet;
use std::process::{Child, Command};

use serde_json::json;

use crate::runs::{Report, TARGET, output_text, run, suite};
use crate::servers::{Reference, Server, binary};
use crate::support::{root, xtask};
use crate::test_server::{JSON, answer, serve};

#[test]
fn certify_reports_that_the_reference_conforms() {
    let folder = tempfile::tempdir().unwrap();
    let json = format!("json={}", folder.path().join("report.json").display());
    let output = xtask(&["certify", "--report", &json]);
    let report = Report::of(folder.path(), "report.json", &output);
    report.assert_code(&[0]);
    let held = report.with("held").len() + report.with("untestable").len();
    assert_eq!(held, report.verdicts.len(), "{}", report.human);
    // The server is gone, with its journal and with what a run cannot clean up.
    assert!(!report.human.contains("not cleaned up"), "{}", report.human);
    assert_eq!(report.json["leftovers"], json!([]));

    let output = xtask(&["certify", "--no-such-flag"]);
    assert_eq!(output.status.code(), Some(2), "{}", output_text(&output));
}

#[test]
fn a_run_without_the_state_of_the_first_one_uses_other_fixtures() {
    let reference = Reference::start();
    let folder = reference.folder.path();
    let run = |state: &str| {
        let output = suite(folder, "report.json", state).args(TARGET).output().unwrap();
        let report = Report::of(folder, "report.json", &output);
        report.assert_code(&[0]);
        report
    };
    assert_eq!(run("first").json["repeated"], json!([]));
    let mut sweep = Command::new(binary("referral-conformance"));
    sweep.args(["sweep", "--state-dir", "first"]).args(TARGET).current_dir(folder);
    let swept = sweep.output().unwrap();
    assert_eq!(swept.status.code(), Some(0), "{}", output_text(&swept));
    assert_eq!(String::from_utf8_lossy(&swept.stdout), "nothing is left to clean up\n");
    // The second run has no memory of the records that the first one rejected.
    let second = run("second");
    let mut repeated = second.json["repeated"].as_array().unwrap().iter();
    assert!(repeated.any(|again| again["why"] == "used_up"), "{}", second.human);
}

/// Of 314 clauses. The others need a second key, or records that no stated answer contains: ref codes, pending
/// subscribers, programs that were not joined, what a program accepts, times of creation, what is hidden or archived by a
/// sponsor.
const HELD: usize = 265;

#[test]
fn key_without_fixtures_exercises_most_clauses() {
    let reference = Reference::start();
    let key = ["--alone", "--base-url", &reference.base_url, "--api-key-file", "target.main.key"];
    let report = run(reference.folder.path(), &key);
    report.assert_code(&[3]);
    report.assert_none("violated");
    let held = report.with("held").len();
    assert!(held >= HELD, "{held} held: {}", report.human);
}

#[test]
fn three_implemented_operations_pass() {
    let mut serve = Command::new(binary("three-operations"));
    serve.arg("127.0.0.1:0");
    let (_server, base_url) = Server::start(serve);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("demo.key"), "demo").unwrap();
    let target = ["--base-url", &base_url, "--api-key-file", "demo.key"];
    // A fixture cannot supply the values that come from other operations.
    let offered = ["--only", "create_subscriber,get_subscriber,list_subscribers"];
    let allowed = ["--allow", "not_exercised:no_fixture"];
    let report = run(folder.path(), &[&target[..], &offered, &allowed].concat());
    report.assert_code(&[0]);
    assert!(report.with("held").len() > 25, "{}", report.human);

    // The others answer 501, which is no violation.
    let report = run(folder.path(), &target);
    report.assert_code(&[3]);
    report.assert_none("violated");
}

/// The list of payouts under the spelling that the document should have had.
const CORRECTED: &str =
    r#"{"payouts":[],"meta":{"per_page":50,"page":1,"total_pages":1,"total_payouts":0}}"#;

#[test]
fn the_violation_in_the_readme_is_what_a_run_prints() {
    let base_url = serve(|request| {
        let is_list = request.path.starts_with("/v2/partner_profile/payouts");
        let missing = answer(501, JSON, r#"{"error":"Not implemented"}"#);
        Some(if is_list { answer(200, JSON, CORRECTED) } else { missing })
    });
    let folder = tempfile::tempdir().unwrap();
    let mut run = suite(folder.path(), "report.json", "state");
    run.args(["--only", "list_partner_profile_payouts", "--level", "read"]);
    run.args(["--base-url", &base_url]).env("REFERRAL_API_KEY", "a-key-of-sixteen-letters");
    let report = Report::of(folder.path(), "report.json", &run.output().unwrap());
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let (_, rest) = readme.split_once("```text\n").unwrap();
    let (excerpt, _) = rest.split_once("```").unwrap();
    assert!(excerpt.starts_with("VIOLATED "), "{excerpt}");
    assert!(report.human.contains(excerpt), "{excerpt}\nis not in\n{}", report.human);
}

const NAMES: [&str; 2] = ["one", "two"];

/// Starts a run for each name, each with its own state folder.
fn start(reference: &Reference, flags: &[&str]) -> [Child; 2] {
    NAMES.map(|name| {
        let mut run = suite(reference.folder.path(), name, &format!("{name}.state"));
        run.args(TARGET).args(flags).spawn().unwrap()
    })
}

fn reports(reference: &Reference, runs: [Child; 2], codes: &[i32]) -> [Report; 2] {
    let mut names = NAMES.into_iter();
    runs.map(|run| {
        let output = run.wait_with_output().unwrap();
        let report = Report::of(reference.folder.path(), names.next().unwrap(), &output);
        report.assert_none("violated");
        report.assert_none("deviates");
        report.assert_code(codes);
        report
    })
}

/// The runs share the state folder, which records used fixtures and locks changed ones.
#[test]
fn concurrent_full_runs_do_not_interfere() {
    let reference = Reference::start();
    let start = |name| suite(reference.folder.path(), name, "state").args(TARGET).spawn().unwrap();
    // Open clauses may have been decided by the other run.
    let reports = reports(&reference, NAMES.map(start), &[0, 3]);
    let mut held = BTreeSet::new();
    for report in &reports {
        report.assert_none("inconclusive");
        held.extend(report.with("held"));
    }
    // A clause whose fixture was used up by one run holds in the other.
    let untestable = reports[0].with("untestable").len();
    assert_eq!(held.len(), reports[0].verdicts.len() - untestable);
}

/// Words in the ids of clauses about records that both runs read, change and restore, or use up.
const SHARED: [&str; 6] = [
    "campaign",
    "partner_program",
    "recommendation",
    "upscribe",
    "subscriber",
    "service.key.account",
];

/// The runs share only the target file, as on two machines: disturbed scenarios are retried, and used-up fixtures are
/// replaced. A truth value or a state that the other run set cannot be told from a wrong one, so that clauses about shared
/// records may be inconclusive in both runs: a change may be unstable, and the other run may undo what a step relies on,
/// or use up the record that a class of values would have been sent to.
#[test]
fn full_runs_with_separate_fixtures_exercise_everything() {
    let reference = Reference::for_runs(4);
    let runs = start(&reference, &["--depth", "quick"]);
    // A record that the other run changed last is a leftover (4).
    let reports = reports(&reference, runs, &[0, 3, 4]);
    let [one, two] = &reports;
    let held = one.with("held").into_iter().chain(two.with("held"));
    let verdicts = reports.iter().flat_map(|report| &report.verdicts);
    let disturbed = verdicts.filter(|(id, verdict)| {
        let is_disturbed =
            verdict.starts_with("inconclusive ") || *verdict == "not_exercised used_up";
        is_disturbed && SHARED.iter().any(|word| id.contains(word))
    });
    let shown: BTreeSet<_> = held.chain(disturbed.map(|(id, _)| id.as_str())).collect();
    let testable = one.verdicts.len() - one.with("untestable").len();
    assert_eq!(shown.len(), testable, "{}\n{}", one.human, two.human);
}

/// The same at a level that does not change existing records.
#[test]
fn concurrent_runs_with_separate_records_do_not_interfere() {
    let reference = Reference::start();
    let runs = start(&reference, &["--level", "own", "--jobs", "16"]);
    for report in reports(&reference, runs, &[3]) {
        // What the run creates is confirmed at once, so that nothing it may reject is pending.
        let open = report.verdicts.iter().filter(|(id, verdict)| {
            let is_open =
                verdict.starts_with("not_exercised") || verdict.starts_with("inconclusive");
            is_open && !id.starts_with("reject_subscriber.")
        });
        let mut open = open.map(|(_, verdict)| verdict);
        assert!(open.all(|verdict| verdict.ends_with(" level")), "{}", report.human);
    }
}
