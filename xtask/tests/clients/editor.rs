//! Schemas in yaml-language-server, which VS Code, Helix and Neovim use: it marks names that the contract does not have, and
//! completes those that it has.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::reference::{Reference, binary};
use crate::support::{Project, has, root};

/// The project with the server; `None` if the test is to be skipped.
fn editor() -> Option<Project> {
    if !has(&["node", "npm"]) {
        return None;
    }
    let project = Project::copy("xtask/tests/clients/editor");
    let install = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    project.install("package-lock.json", &[&install]).then_some(project)
}

impl Project {
    /// Opens documents; returns the diagnostics and completions of each.
    fn edit(&self, documents: &Value) -> Vec<Value> {
        let mut command = self.command("node");
        let command = command.arg("edit.js").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut editor = command.spawn().unwrap();
        editor.stdin.take().unwrap().write_all(documents.to_string().as_bytes()).unwrap();
        let output = editor.wait_with_output().unwrap();
        assert!(output.status.success());
        serde_json::from_slice(&output.stdout).unwrap()
    }
}

/// A document in a folder of the repository, which need not exist.
fn document(path: &str, text: &str, at: &str) -> Value {
    json!({ "path": root().join(path), "text": text, "at": at })
}

fn assert_marked(result: &Value, expected: &str) {
    let diagnostics = result["diagnostics"].as_array().unwrap();
    let texts: Vec<_> = diagnostics.iter().filter_map(Value::as_str).collect();
    assert!(texts.iter().any(|text| text.starts_with(expected)), "{expected}: {texts:?}");
}

fn assert_completed(result: &Value, expected: &[&str]) {
    let completions = result["completions"].as_array().unwrap();
    for name in expected {
        assert!(completions.iter().any(|known| known == name), "{name}: {completions:?}");
    }
}

#[test]
fn names_in_scenarios_and_overlays_are_checked_and_completed() {
    let Some(project) = editor() else {
        return;
    };
    let head = "# yaml-language-server: $schema=../../../schema/scenario.schema.json\n\
                scenario: 1\ntitle: A subscriber\nsteps:\n";
    let path = "conformance/scenarios/subscribers/create_subscriber/new.yaml";
    let unknown = format!("{head}  - call: create_subscribr\n");
    let inputs = format!("{head}  - call: create_subscriber\n    body: {{ nam: Ada }}\n");
    let refused = format!("{head}  - call: create_subscriber\n    refused: email_takn\n");
    let overlay = "# yaml-language-server: $schema=../schema/names/overlay.schema.json\n\
                   overlay: ours\ncomplete: false\nanswers:\n  list_campaigns.ordr: {}\n";
    let results = project.edit(&json!([
        document(path, &unknown, "call: "),
        document(&path.replace("new", "inputs"), &inputs, "body: { "),
        document(&path.replace("new", "refused"), &refused, "refused: "),
        document("spec/overlays/ours.yaml", overlay, "answers:\n  "),
    ]));
    assert_marked(&results[0], "5: Value is not accepted");
    assert_completed(&results[0], &["create_subscriber", "list_payouts"]);
    assert_marked(&results[1], "6: Property nam is not allowed");
    assert_completed(&results[1], &["email", "utm_source"]);
    assert_marked(&results[2], "6: Value is not accepted");
    assert_completed(&results[2], &["email_taken", "any"]);
    assert_marked(&results[3], "5: Property list_campaigns.ordr is not allowed");
    assert_completed(&results[3], &["list_campaigns.order"]);
}

#[test]
fn a_seeded_target_names_a_schema_that_the_suite_prints() {
    let Some(project) = editor() else {
        return;
    };
    let reference = Reference::start();
    let target = reference.seeded("target.yaml");
    let folder = tempfile::tempdir().unwrap();
    let schema = Command::new(binary("referral-conformance")).args(["schema", "target"]).output();
    fs::write(folder.path().join("target.schema.json"), schema.unwrap().stdout).unwrap();
    let head = target.lines().next().unwrap();
    let new = format!("{head}\ntarget: 1\nfixtures:\n  \n");
    let wrong = target.replacen("  campaign:", "  campain:", 1);
    let results = project.edit(&json!([
        { "path": folder.path().join("target.yaml"), "text": target },
        { "path": folder.path().join("wrong.yaml"), "text": wrong },
        { "path": folder.path().join("new.yaml"), "text": new, "at": "fixtures:\n  " },
    ]));
    assert_eq!(results[0]["diagnostics"], json!([]));
    assert_completed(&results[2], &["confirmed_subscriber"]);
    let marked = results[1]["diagnostics"].to_string();
    assert!(marked.contains("Property campain is not allowed"), "{marked}");
}
