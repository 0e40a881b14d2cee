//! `cargo xtask sbom` for both programs.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::process::{Command, Output};

use serde_json::Value;

fn sbom(package: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask")).args(["sbom", "--package", package]).output().unwrap()
}

fn array(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

/// The names of all components. Each has what identifies it, and the graph names no other.
fn components(document: &Value) -> BTreeSet<String> {
    assert_eq!(document["specVersion"], "1.6");
    let main = &document["metadata"]["component"];
    assert_eq!(main["type"], "application");
    let components = array(&document["components"]);
    let known: BTreeSet<&str> = components
        .iter()
        .chain([main])
        .map(|component| component["bom-ref"].as_str().unwrap())
        .collect();
    assert_eq!(known.len(), components.len() + 1, "a name occurs twice");
    for component in components.iter().filter(|component| component["purl"].is_string()) {
        assert!(component["licenses"][0]["expression"].is_string(), "{component}");
        assert_eq!(component["hashes"][0]["content"].as_str().unwrap().len(), 64, "{component}");
    }
    let nodes = array(&document["dependencies"]);
    assert_eq!(nodes.len(), known.len());
    for node in nodes {
        for reference in array(&node["dependsOn"]).iter().chain([&node["ref"]]) {
            assert!(known.contains(reference.as_str().unwrap()), "{reference} is no component");
        }
    }
    components.iter().map(|component| component["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_program_is_described_with_what_it_is_built_from() {
    let output = sbom("referral-conformance");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let suite = components(&document);
    assert_eq!(output.stdout, sbom("referral-conformance").stdout, "differs between two calls");
    let reference = sbom("referral-reference");
    let reference = components(&serde_json::from_slice(&reference.stdout).unwrap());

    let has = |names: &BTreeSet<String>, name: &str| names.contains(name);
    assert!(has(&suite, "reqwest") && has(&suite, "contract-spec") && !has(&suite, "rusqlite"));
    assert!(has(&reference, "rusqlite") && has(&reference, "axum"));
    // Only tests depend on them.
    assert!(!has(&suite, "insta") && !has(&reference, "referral-client"));
}

#[test]
fn an_unknown_package_is_an_error() {
    let output = sbom("referal-conformance");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("no package `referal-conformance` in the workspace"), "{error}");
}
