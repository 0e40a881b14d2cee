//! Workflows of `referral-conformance export arazzo`: Redocly's rules accept all, and its runner replays some.

use std::fs;

use serde_json::{Map, Value};

use crate::reference::{Reference, binary};
use crate::support::{Project, has, run};
use crate::{document, reference_document};

const PROGRAM: &str = "node_modules/@redocly/cli/bin/cli.js";

/// Workflows that only read, with steps that are accepted and refused, and steps that use earlier responses.
const REPLAYED: [&str; 6] = [
    "account-get_account-key",
    "campaigns-get_campaign-get",
    "derived-publications-get_publication-agreement_listed",
    "partner_programs-list_partner_programs-two_channels",
    "publications-get_publication-other_account",
    "widgets-get_upscribe-get",
];

/// A folder with the workflows and a copy of the OpenAPI document; `None` if the test is to be skipped.
fn project(openapi: &std::path::Path) -> Option<Project> {
    if !has(&["node", "npm"]) {
        return None;
    }
    let project = Project::copy("xtask/tests/clients/workflows");
    let install = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    if !project.install("package-lock.json", &[&install]) {
        return None;
    }
    fs::copy(openapi, project.path("openapi.yaml")).unwrap();
    let mut export = project.command(binary("referral-conformance").to_str().unwrap());
    let output = export.args(["export", "arazzo", "--depth", "thorough"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::write(project.path("workflows.json"), output.stdout).unwrap();
    Some(project)
}

/// Redocly's program, without messages to its makers.
fn redocly(project: &Project, arguments: &[&str]) -> std::process::Command {
    let mut command = project.command("node");
    command.arg(PROGRAM).args(arguments);
    command.env("REDOCLY_TELEMETRY", "off").env("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true");
    command
}

/// The inputs of a workflow, from the target file of the reference.
fn inputs(workflow: &Value, reference: &Reference) -> Value {
    let target: Value = serde_yaml::from_str(&reference.seeded("target.yaml")).unwrap();
    let mut given: Map<String, Value> = Map::new();
    for (name, schema) in workflow["inputs"]["properties"].as_object().unwrap() {
        let about = schema["description"].as_str().unwrap();
        let value = match name.as_str() {
            "run" => "first".to_owned(),
            "api_key" => reference.key(),
            "api_key_other_account" => reference.seeded("target.other_account.key").trim().into(),
            _ => {
                // The id of the fixture `one` of kind `campaign`.
                let kind = about.split('`').nth(3).unwrap();
                let account =
                    if about.contains("other_account") { "other_account" } else { "main" };
                let fixtures = target["fixtures"][kind].as_array().unwrap().iter();
                let ids = fixtures.filter(|fixture| fixture["account"] == account);
                let mut ids = ids.map(|fixture| fixture["id"].as_str().unwrap().to_owned());
                let used: Vec<_> = given.values().filter_map(Value::as_str).collect();
                ids.find(|id| !used.contains(&id.as_str())).unwrap()
            }
        };
        given.insert(name.clone(), value.into());
    }
    given.into()
}

#[test]
fn redocly_accepts_all_workflows_and_replays_some() {
    let Some(project) = project(&document()) else {
        return;
    };
    run(redocly(&project, &["lint", "workflows.json"]));

    // The runner finds no schema for a range of statuses such as `2XX`: the document of the reference has none.
    fs::copy(reference_document(), project.path("openapi.yaml")).unwrap();
    let reference = Reference::start();
    let file = project.path("workflows.json");
    let mut description: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    let workflows = description["workflows"].as_array_mut().unwrap();
    workflows.retain(|workflow| REPLAYED.iter().any(|id| workflow["workflowId"] == *id));
    assert_eq!(workflows.len(), REPLAYED.len());
    fs::write(file, description.to_string()).unwrap();
    let server = format!("referral_growth={}", reference.base_url);
    for workflow in description["workflows"].as_array().unwrap() {
        let id = workflow["workflowId"].as_str().unwrap();
        assert_eq!(workflow["x-level"], "read");
        let inputs = inputs(workflow, &reference).to_string();
        let arguments = ["respect", "workflows.json", "--workflow", id, "--server", &server];
        run(redocly(&project, &[&arguments[..], &["--input", &inputs]].concat()));
    }
}
