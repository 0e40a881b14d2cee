//! The scripts of `action.yml`, with the variables that a runner would set.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_yaml::Value;

use crate::projects::has;
use crate::servers::{Reference, binary};
use crate::shell::{Output, Shell};
use crate::support::root;

/// The step that runs the suite.
struct Step {
    action: Value,
    folder: tempfile::TempDir,
}

impl Step {
    fn read() -> Self {
        let text = fs::read_to_string(root().join("action.yml")).unwrap();
        let action = serde_yaml::from_str(&text).unwrap();
        Self { action, folder: tempfile::tempdir().unwrap() }
    }

    /// Its script, with the inputs that a workflow gives, in the folder of the workflow's repository.
    fn run(&self, folder: &Path, inputs: &[(&str, &str)], key: &str) -> Output {
        let steps = self.action["runs"]["steps"].as_sequence().unwrap();
        let [build, run, upload] = &steps[..] else { panic!("{} steps", steps.len()) };
        assert!(build["run"].as_str().unwrap().starts_with("cargo build --release --locked"));
        assert_eq!(run["shell"], "bash");
        assert_eq!(upload["if"], "always()");
        // GitHub's options of `shell: bash`.
        let shell = Shell::new(folder, &[]);
        let mut command = shell.command(run["run"].as_str().unwrap());
        for (name, value) in run["env"].as_mapping().unwrap() {
            let value = self.expression(value.as_str().unwrap(), inputs);
            command.env(name.as_str().unwrap(), value);
        }
        Output::of(command.env("REFERRAL_API_KEY", key))
    }

    /// The value of a text with one expression `${{ ... }}`.
    fn expression(&self, text: &str, inputs: &[(&str, &str)]) -> String {
        let (start, rest) = text.split_once("${{ ").unwrap();
        let (name, end) = rest.split_once(" }}").unwrap();
        let value = match (name, name.strip_prefix("inputs.")) {
            (_, Some(input)) => self.input(input, inputs),
            ("runner.temp", _) => self.folder.path().display().to_string(),
            ("github.action_path", _) if end == "/target/release/referral-conformance" => {
                return binary("referral-conformance").display().to_string();
            }
            _ => panic!("`{name}` has no value here"),
        };
        format!("{start}{value}{end}")
    }

    fn input(&self, name: &str, given: &[(&str, &str)]) -> String {
        let declared = &self.action["inputs"][name];
        assert!(declared.is_mapping(), "no input `{name}`");
        let given: BTreeMap<_, _> = given.iter().copied().collect();
        let default = || declared["default"].as_str().unwrap();
        given.get(name).copied().unwrap_or_else(default).to_owned()
    }
}

#[test]
fn the_action_runs_the_suite_with_its_inputs() {
    if !has(&["bash"]) {
        return;
    }
    let (reference, step) = (Reference::start(), Step::read());
    let folder = tempfile::tempdir().unwrap();
    let (url, key) = (reference.base_url.as_str(), reference.key());
    let part = [
        ("level", "own"),
        ("only", "create_subscriber,list_subscribers.query.expand.campaigns.adds"),
    ];
    let allowed = ("allow", "not_exercised:no_fixture,not_exercised:level");

    let run = step.run(folder.path(), &[&part[..], &[("base-url", url), allowed]].concat(), &key);
    assert_eq!(run.code, Some(0), "{}", run.text);
    let reports = step.folder.path().join("conformance");
    let report = fs::read_to_string(reports.join("report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let allowed = ["not_exercised:no_fixture", "not_exercised:level"];
    assert_eq!(report["run"]["allowed"], serde_json::json!(allowed));
    assert_eq!(report["run"]["level"], "own");
    assert!(fs::read_to_string(reports.join("report.xml")).unwrap().contains("<testsuites"));
    assert!(
        fs::read_to_string(reports.join("report.html")).unwrap().contains("<h1 class=\"held\"")
    );
    let summary = fs::read_to_string(reports.join("report.md")).unwrap();
    assert!(summary.contains("the service conforms"), "{summary}");

    // With a target file, and nothing allowed: something is missing.
    let target = format!("target: 1\nbase_url: {url}\nlevel: own\n");
    fs::write(folder.path().join("target.yaml"), target).unwrap();
    let run = step.run(folder.path(), &[("target", "target.yaml"), part[1]], &key);
    assert_eq!(run.code, Some(3), "{}", run.text);
}

#[test]
fn an_input_of_the_action_is_no_command() {
    if !has(&["bash"]) {
        return;
    }
    let (step, folder) = (Step::read(), tempfile::tempdir().unwrap());
    let hostile = "$(touch made); touch made `touch made` \" ' *";
    for input in ["base-url", "target", "level", "only", "allow"] {
        let run = step.run(folder.path(), &[(input, hostile)], "a-key-of-some-account");
        assert_eq!(run.code, Some(2), "{input}: {}", run.text);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
