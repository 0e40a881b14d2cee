//! Every command with another contract than the embedded one, with and without scenarios.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::library::{Broken, Library};
use crate::program::{code, output_text, program_without_scenarios, stdout};
use crate::server::serve_library;

/// Every command; without a folder of scenarios, those that follow from the contract are used.
const COMMANDS: &[&[&str]] = &[
    &["clauses"],
    &["clauses", "--format", "json"],
    &["explain", "lend_book.accepted"],
    &["explain", "lend_book"],
    &["schema", "target"],
    &["schema", "scenario"],
    &["discover", "--base-url", "BASE"],
    &["explore", "--base-url", "BASE", "--steps", "5", "--seed", "1", "--level", "read"],
    &["observe", "--base-url", "BASE", "--only", "add_book", "--state-dir", "state"],
    &["sweep", "--base-url", "BASE", "--state-dir", "state"],
    &["completions", "bash"],
    &["man", "--out", "man"],
    &["export", "scenarios", "--out", "OUT"],
    &["run", "--base-url", "BASE", "--only", "add_book", "--state-dir", "state"],
    &["plan", "--base-url", "BASE"],
    &["report", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reports/held.json")],
    &[
        "waivers",
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reports/violations.json"),
        "--owner",
        "ann",
        "--until",
        "2999-12-31",
    ],
    &["list"],
    &["profile", "reads", "--level", "read"],
    &["keygen", "--out", "signing.key"],
    &[
        "run",
        "--base-url",
        "BASE",
        "--only",
        "get_book",
        "--certificate",
        "run.json",
        "--signing-key",
        "signing.key",
    ],
    &["verify", "run.json"],
];

/// The program with the contract of the library.
fn program(folder: &Path, base_url: &str, arguments: &[&str]) -> Command {
    let mut command = program_without_scenarios(folder);
    command.args(arguments.iter().map(|argument| argument.replace("BASE", base_url)));
    command.env("LIBRARY_API_KEY", "card-main");
    command
}

/// Other tests run the other commands with a folder of scenarios.
const RUN_WITH_SCENARIOS_HERE: [&str; 3] = ["completions", "man", "export"];

#[test]
fn commands_run_with_and_without_a_folder_of_scenarios() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("state")).unwrap();
    let base_url = serve_library(Library::new(Broken::Nothing)).base_url();
    let assert_runs = |mut command: Command| {
        let output = command.output().unwrap();
        // A list that is not answered, or a clause that was not exercised, does not fail the command.
        assert!([0, 3].contains(&code(&output)), "{command:?}: {}", output_text(&output));
        _ = fs::remove_dir_all(folder.join("OUT"));
        stdout(&output)
    };
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library/scenarios");
    for arguments in COMMANDS {
        assert_runs(program(folder, &base_url, arguments));
        if RUN_WITH_SCENARIOS_HERE.contains(&arguments[0]) {
            let mut command = program(folder, &base_url, arguments);
            command.arg("--scenarios").arg(&scenarios);
            assert_runs(command);
        }
    }
    let explained = assert_runs(program(folder, &base_url, &["explain", "lend_book.accepted"]));
    assert!(explained.contains("checked by derived/"), "{explained}");
}

#[test]
fn exported_scenarios_are_listed_like_those_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let of_library = |arguments: &[&str]| program(folder.path(), "", arguments).output().unwrap();
    let export = ["export", "scenarios", "--out", "OUT"];
    let exported = of_library(&export);
    assert_eq!(code(&exported), 0, "{}", output_text(&exported));
    let listed = stdout(&of_library(&["list"]));
    assert_eq!(stdout(&of_library(&["list", "--scenarios", "OUT"])), listed);
    let again = of_library(&export);
    assert_eq!(code(&again), 2);
    assert!(output_text(&again).contains("the folder `OUT` is not empty"));
    let id = "derived/books/update_book/keys";
    let written = fs::read_to_string(folder.path().join(format!("OUT/{id}.yaml"))).unwrap();
    assert_eq!(stdout(&of_library(&["explain", id])), written);
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
    let tested = COMMANDS.iter().map(|arguments| arguments[0]);
    assert_eq!(listed, tested.collect());
}
