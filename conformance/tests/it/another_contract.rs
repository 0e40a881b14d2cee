//! Every command with another contract than the embedded one, with and without scenarios.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::command_line::{code, output_text, serve, stdout};

/// Commands that need no scenarios.
const WITHOUT_SCENARIOS: &[&[&str]] = &[
    &["clauses"],
    &["clauses", "--format", "json"],
    &["explain", "lend_book.accepted"],
    &["explain", "lend_book"],
    &["schema", "target"],
    &["schema", "scenario"],
    &["discover", "--base-url", "BASE"],
    &["explore", "--base-url", "BASE", "--steps", "5", "--seed", "1", "--level", "read"],
    &["sweep", "--base-url", "BASE", "--state-dir", "state"],
    &["completions", "bash"],
    &["man", "--out", "man"],
];

/// Commands that do nothing without scenarios.
const WITH_SCENARIOS: &[&[&str]] = &[
    &["run", "--base-url", "BASE", "--level", "own", "--state-dir", "state"],
    &["plan", "--base-url", "BASE"],
    &["list"],
];

/// The program with the contract of the library.
fn program(folder: &Path, base_url: &str, arguments: &[&str]) -> Command {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_referral-conformance"));
    command.arg("--contract").arg(here.join("../spec/tests/library/contract"));
    command.args(arguments.iter().map(|argument| argument.replace("BASE", base_url)));
    command.env_clear().env("HOME", folder).env("LIBRARY_API_KEY", "card-main");
    command.current_dir(folder);
    command
}

/// The same with the scenarios of the library.
fn with_scenarios(mut command: Command) -> Output {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    command.arg("--scenarios").arg(here.join("tests/library/scenarios")).output().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_that_need_no_scenarios_run_without_them() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("state")).unwrap();
    let base_url = format!("http://127.0.0.1:{}", serve().await);
    for arguments in WITHOUT_SCENARIOS {
        let output = program(folder, &base_url, arguments).output().unwrap();
        // A list that is not answered, or a clause that was not exercised, does not fail the command.
        assert!([0, 3].contains(&code(&output)), "{arguments:?}: {}", output_text(&output));
        let output = with_scenarios(program(folder, &base_url, arguments));
        assert!([0, 3].contains(&code(&output)), "{arguments:?}: {}", output_text(&output));
    }
    let explain = ["explain", "lend_book.accepted"];
    let explained = stdout(&program(folder, &base_url, &explain).output().unwrap());
    assert!(explained.contains("no scenarios are loaded"), "{explained}");
    let explained = stdout(&with_scenarios(program(folder, &base_url, &explain)));
    assert!(explained.contains("checked by"), "{explained}");
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_that_need_scenarios_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let base_url = format!("http://127.0.0.1:{}", serve().await);
    for arguments in WITH_SCENARIOS {
        let output = program(folder.path(), &base_url, arguments).output().unwrap();
        let text = output_text(&output);
        assert_eq!(code(&output), 2, "{arguments:?}: {text}");
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("needs `--scenarios DIR` beside `--contract DIR`"), "{words}");
        let output = with_scenarios(program(folder.path(), &base_url, arguments));
        assert!([0, 3].contains(&code(&output)), "{arguments:?}: {}", output_text(&output));
    }
}

#[test]
fn every_command_is_tested() {
    let help = Command::new(env!("CARGO_BIN_EXE_referral-conformance")).arg("--help").output();
    let help = stdout(&help.unwrap());
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands = commands.lines().take_while(|line| !line.is_empty());
    // Descriptions that are continued on the next line are indented further.
    let names =
        commands.filter_map(|line| line.strip_prefix("  ")).filter(|it| !it.starts_with(' '));
    let names = names.filter_map(|line| line.split_whitespace().next());
    let listed: BTreeSet<_> = names.filter(|name| *name != "help").collect();
    let tested = WITHOUT_SCENARIOS.iter().chain(WITH_SCENARIOS).map(|arguments| arguments[0]);
    assert_eq!(listed, tested.collect());
}
