//! Servers in memory that obey a contract, certified end to end.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{assert_code, root, xtask, xtask_in};

/// Runs `certify` for a contract. Returns its exit code, the number of held clauses, and what is not held, by reason.
///
/// What is not held needs a fixture or an account that the contract does not have, a condition in prose, or a scenario that
/// does not follow from the contract.
fn certified(contract: &Path) -> String {
    let folder = tempfile::tempdir().unwrap();
    let report = format!("json={}", folder.path().join("report.json").display());
    let contract = contract.to_str().unwrap();
    let flags = ["--jobs", "1", "--seed", "1", "--report", &report];
    let output = xtask(&[&["certify", "--contract", contract], &flags[..]].concat());
    let printed = String::from_utf8_lossy(&output.stdout);
    let json = fs::read_to_string(folder.path().join("report.json")).unwrap();
    let json: Value = serde_json::from_str(&json).unwrap();
    let clauses = json["clauses"].as_array().unwrap();
    let mut others = Vec::new();
    for clause in clauses {
        let word = |name: &str| clause[name].as_str().unwrap_or_default();
        match word("verdict") {
            "held" | "untestable" => {}
            "violated" | "deviates" => panic!("{}\n{printed}", word("id")),
            verdict => others.push(format!("{verdict} {}: {}", word("reason"), word("id"))),
        }
    }
    others.sort();
    let held = clauses.iter().filter(|clause| clause["verdict"] == "held").count();
    let mut text = format!("exit code {}\n", output.status.code().unwrap());
    let _ = writeln!(text, "{held} of {} clauses held", clauses.len());
    text + &others.join("\n")
}

#[test]
fn contracts_hold_for_servers_in_memory() {
    for name in ["library", "workshop", "stockroom", "tracker", "payments"] {
        let contract = root().join("spec/tests").join(name).join("contract");
        insta::assert_snapshot!(name, certified(&contract));
    }
}

#[test]
fn a_new_contract_is_certified_without_a_server() {
    let folder = tempfile::tempdir().unwrap();
    assert_code(&xtask_in(folder.path(), &["new", "service", "tea-house"]), 0);
    insta::assert_snapshot!("new_service", certified(&folder.path().join("tea-house/contract")));
}

#[test]
fn flags_for_the_reference_are_refused() {
    let contract = tracker();
    for flags in [&["--rounds", "2"][..], &["--database", "postgres://localhost"]] {
        let output = xtask(&[&["certify"], flags, &["--contract", &contract]].concat());
        assert_code(&output, 2);
        let printed = String::from_utf8_lossy(&output.stderr);
        assert!(printed.contains("--rounds and --database are for the reference"), "{printed}");
    }
}

#[test]
fn mutants_and_variants_of_a_contract_without_a_reference_run() {
    let contract = tracker();
    let only = ["--only", "add_label.success.body"];
    let output = xtask(&[&["mutants", "--contract", &contract], &only[..]].concat());
    assert_code(&output, 0);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("add_label.success.body"), "{printed}");
    let output = xtask(&["variants", "--contract", &contract, "--only", "bare"]);
    assert_code(&output, 0);
}

fn tracker() -> String {
    root().join("spec/tests/tracker/contract").display().to_string()
}
