//! `export arazzo`: descriptions are valid, name only what they declare, and say what they leave out.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use boon::{Compiler, Schemas};
use serde_json::{Value, json};

use crate::command_line::{code, output_text, program, stderr, stdout};

const HERE: &str = env!("CARGO_MANIFEST_DIR");

fn embedded() -> Command {
    Command::new(env!("CARGO_BIN_EXE_referral-conformance"))
}

fn library() -> Command {
    program(Path::new(HERE))
}

fn export(mut command: Command, flags: &[&str]) -> Value {
    let output = command.args(["export", "arazzo"]).args(flags).output().unwrap();
    assert_eq!(code(&output), 0, "{}", output_text(&output));
    serde_json::from_str(&stdout(&output)).unwrap()
}

fn items<'v>(value: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    value[name].as_array().into_iter().flatten()
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap()
}

#[test]
fn descriptions_are_of_the_format() {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    let schema = include_str!("../arazzo/arazzo-1.0.schema.json");
    compiler.add_resource("file:///format", serde_json::from_str(schema).unwrap()).unwrap();
    let index = compiler.compile("file:///format", &mut schemas).unwrap();
    for command in [embedded(), library()] {
        let description = export(command, &["--depth", "thorough"]);
        let valid = schemas.validate(&description, index);
        assert!(valid.is_ok(), "{:#}", valid.unwrap_err());
    }
    // The schema rejects any other file.
    let wrong = json!({ "arazzo": "1.0.1", "info": {}, "workflows": [] });
    assert!(schemas.validate(&wrong, index).is_err());
}

/// The inputs and outputs that a step names: `inputs.run`, `steps.ID.outputs.book_uuid`.
fn expressions(step: &str) -> Vec<String> {
    let mut found = Vec::new();
    for kind in ["$inputs.", "$steps."] {
        for (at, _) in step.match_indices(kind) {
            let is_name = |c: char| c.is_ascii_alphanumeric() || "_.".contains(c);
            let rest = &step[at + 1..];
            found.push(rest[..rest.find(|c| !is_name(c)).unwrap_or(rest.len())].to_owned());
        }
    }
    found
}

#[test]
fn expressions_name_inputs_and_outputs_of_earlier_steps() {
    for command in [embedded(), library()] {
        let description = export(command, &["--depth", "thorough"]);
        let (mut workflows, mut steps) = (BTreeSet::new(), BTreeSet::new());
        for workflow in items(&description, "workflows") {
            let id = text(workflow, "workflowId");
            assert!(workflows.insert(id), "{id} occurs twice");
            let inputs = workflow["inputs"]["properties"].as_object().unwrap();
            let mut known: BTreeSet<_> =
                inputs.keys().map(|name| format!("inputs.{name}")).collect();
            for step in items(workflow, "steps") {
                for expression in expressions(&step.to_string()) {
                    assert!(known.contains(&expression), "{id}: {expression}");
                }
                let step_id = text(step, "stepId");
                assert!(steps.insert(step_id), "{step_id} occurs twice");
                let outputs = step["outputs"].as_object().into_iter().flat_map(|all| all.keys());
                known.extend(outputs.map(|name| format!("steps.{step_id}.outputs.{name}")));
            }
        }
        assert!(workflows.len() > 20);
    }
}

#[test]
fn workflows_have_calls_criteria_and_what_they_leave_out() {
    let only = "books/update_book/located,loans/return_loan/returned,books/get_book/found";
    let description = export(library(), &["--only", only, "--openapi", "../openapi.yaml"]);
    insta::assert_snapshot!(serde_yaml::to_string(&description).unwrap());
}

#[test]
fn scenarios_without_a_workflow_are_listed() {
    let description = export(library(), &["--only", "books/add_book/*"]);
    let left_out: Vec<_> = items(&description, "x-left-out").collect();
    assert_eq!(
        left_out,
        ["books/add_book/at_once: step 1, `add_book`: it is sent several times at once"]
    );
}

#[test]
fn scenarios_are_selected_by_id_level_and_depth() {
    let count = |flags: &[&str]| items(&export(embedded(), flags), "workflows").count();
    let all = count(&[]);
    assert!(count(&["--depth", "quick"]) < all);
    let read = export(embedded(), &["--level", "read"]);
    assert!(items(&read, "workflows").all(|workflow| workflow["x-level"] == "read"));
    for (flags, message) in [
        (&["--only", "boks/*"][..], "no scenario matches `boks/*`; did you mean `books/*`?"),
        (
            &["--only", "books/add_book/at_once"],
            "none of the scenarios can be written as a workflow",
        ),
        (&["--only", "books/add_book/*", "--level", "read"], "no scenario of that level and depth"),
    ] {
        let output = library().args(["export", "arazzo"]).args(flags).output().unwrap();
        assert_eq!(code(&output), 2, "{flags:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
}
