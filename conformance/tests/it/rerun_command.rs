//! The rerun command of a report, run in a shell, reproduces the violation.

use std::process::{Command, Output};

use crate::library::{Broken, Library};
use crate::program::{Folder, code, output_text, program};
use crate::server::serve_library;

/// The rerun command of a report.
pub fn again(report: &str) -> String {
    let again = report.lines().find_map(|line| line.trim_start().strip_prefix("again "));
    again.unwrap_or_else(|| panic!("{report}")).trim().to_owned()
}

pub fn run_in_shell(folder: &Folder, line: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_referral-conformance");
    let mut shell = Command::new("sh");
    shell.args(["-c", &line.replacen("referral-conformance", program, 1)]).env_clear();
    shell.env("HOME", folder.path()).env("GATE", "open").current_dir(folder.path());
    shell.output().unwrap()
}

pub fn violated(output: &Output) -> Vec<String> {
    let text = output_text(output);
    text.lines().filter(|line| line.starts_with("VIOLATED")).map(str::to_owned).collect()
}

#[test]
fn rerun_command_reproduces_the_run() {
    let base_url = serve_library(Library::new(Broken::MemberType)).base_url();
    let folder = Folder::new();
    let keys = "level: own\nkeys: { main: { env: CARD } }\n";
    folder.write("my target.yaml", format!("target: 1\nbase_url: {base_url}\n{keys}"));
    folder.write("card", "card-main");
    let overlay = "overlay: branch\ndescription: Nothing.\ncomplete: no\nanswers: {}\n";
    folder.write("answers.yaml", overlay);
    let mut run = program(folder.path());
    run.args(["run", "--target", "my target.yaml", "--api-key-file", "card"]);
    run.args(["--overlay", "answers.yaml", "--state-dir", "state", "--jobs", "2"]);
    run.args(["--timeout", "20s", "--rate", "500", "--header", "X-Gate=env:GATE"]);
    let first = run.arg("--alone").env("GATE", "open").output().unwrap();
    assert_eq!(code(&first), 1, "{}", output_text(&first));

    let again = again(&output_text(&first));
    for flag in [
        "--contract",
        "--scenarios",
        "--overlay answers.yaml",
        "--target 'my target.yaml'",
        "--api-key-file card",
        "--state-dir state",
        "--jobs 2",
        "--timeout 20s",
        "--rate 500",
        "--header X-Gate=env:GATE",
        "--alone",
        "--level own",
        "--only '",
    ] {
        assert!(again.contains(flag), "{flag}: {again}");
    }
    let second = run_in_shell(&folder, &again);
    assert_eq!(code(&second), 1, "{again}: {}", output_text(&second));
    assert_eq!(violated(&second)[0], violated(&first)[0]);
}

#[test]
fn base_url_flag_keeps_the_level_of_the_target_file() {
    let base_url = serve_library(Library::new(Broken::Nothing)).base_url();
    let folder = Folder::with_target("https://library.test", "level: read\n");
    let run = |more: &[&str]| {
        let arguments = ["run", "--target", "target.yaml", "--base-url", &base_url];
        output_text(&folder.call(&[&arguments, more].concat()))
    };
    assert!(run(&[]).contains("\nlevel read, "));
    assert!(run(&["--level", "own", "--only", "get_book.errors.*"]).contains("\nlevel own, "));
}
