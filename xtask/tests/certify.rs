//! `certify` through the real binaries, over real sockets, with a real database.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn certify(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("certify")
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap()
}

fn output_text(output: &Output) -> String {
    format!(
        "{}\n{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

fn report(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Verdict by clause.
fn verdicts(report: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    report["clauses"]
        .as_array()
        .unwrap()
        .iter()
        .map(|clause| (text(&clause["id"]), text(&clause["verdict"])))
        .collect()
}

fn binary(name: &str) -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_xtask"))
        .with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

#[test]
fn reference_conforms_and_a_manual_run_agrees() {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("certify.json");
    let output = certify(&["--report", &format!("json={}", json.display())]);
    assert_eq!(output.status.code(), Some(0), "{}", output_text(&output));
    let certified = report(&json);
    assert_eq!(certified["exit_code"], 0);
    // The server is gone, with its journal and with what a run cannot clean up.
    assert!(!output_text(&output).contains("not cleaned up"), "{}", output_text(&output));
    assert_eq!(certified["leftovers"], Value::Array(Vec::new()));

    let verdicts_of_certify = verdicts(&certified);
    let summed: u64 = certified["summary"]
        .as_object()
        .unwrap()
        .values()
        .map(|count| count.as_u64().unwrap())
        .sum();
    assert_eq!(
        usize::try_from(summed).unwrap(),
        verdicts_of_certify.len(),
        "verdicts add up to all clauses"
    );
    for (clause, verdict) in &verdicts_of_certify {
        assert!(
            ["held", "untestable"].contains(&verdict.as_str()),
            "{clause} is {verdict}:\n{}",
            output_text(&output)
        );
    }

    let by_hand = run_by_hand(folder.path());
    assert_eq!(verdicts(&by_hand), verdicts_of_certify);
}

/// The commands of the README for two terminals.
fn run_by_hand(folder: &Path) -> Value {
    let database = format!("sqlite://{}", folder.join("by-hand.db").display());
    let target = folder.join("target.yaml");
    let mut server = Command::new(binary("referral-reference"))
        .args(["serve", "--listen", "127.0.0.1:0", "--database", &database])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    std::io::BufRead::read_line(
        &mut std::io::BufReader::new(server.stdout.take().unwrap()),
        &mut line,
    )
    .unwrap();
    let base_url = line.trim().strip_prefix("listening on ").unwrap();
    let seeded = Command::new(binary("referral-reference"))
        .args(["seed", "demo", "--database", &database, "--base-url", base_url, "--target-out"])
        .arg(&target)
        .output()
        .unwrap();
    assert!(seeded.status.success(), "{}", output_text(&seeded));
    let run = |name: &str| {
        let json = folder.join(format!("{name}.json"));
        let output = Command::new(binary("referral-conformance"))
            .arg("run")
            .arg("--target")
            .arg(&target)
            .arg("--state-dir")
            .arg(folder.join(name))
            .arg("--report")
            .arg(format!("json={}", json.display()))
            .output()
            .unwrap();
        (output, report(&json))
    };
    let (first, said_first) = run("first");
    let swept = Command::new(binary("referral-conformance"))
        .args(["sweep", "--target"])
        .arg(&target)
        .arg("--state-dir")
        .arg(folder.join("first"))
        .output()
        .unwrap();
    // The second run has no memory of the records that the first one rejected: use others.
    let (second, said_second) = run("second");
    server.kill().unwrap();
    server.wait().unwrap();
    assert_eq!(first.status.code(), Some(0), "{}", output_text(&first));
    assert_eq!(swept.status.code(), Some(0), "{}", output_text(&swept));
    assert_eq!(String::from_utf8_lossy(&swept.stdout), "nothing is left to clean up\n");
    assert_eq!(said_first["repeated"], Value::Array(Vec::new()));
    assert_eq!(second.status.code(), Some(0), "{}", output_text(&second));
    let mut repeated = said_second["repeated"].as_array().unwrap().iter();
    let again = repeated.find(|again| again["why"] == "used_up");
    assert!(again.is_some(), "{}", output_text(&second));
    said_first
}

#[test]
fn invalid_run_flag_is_a_usage_error() {
    let output = certify(&["--no-such-flag"]);
    assert_eq!(output.status.code(), Some(2), "{}", output_text(&output));
}
