//! Help texts, completions and man pages, and the commands in a folder of the workspace and outside of it.

use std::fs;
use std::process::{Command, Output};

use crate::support::{assert_code, copy, root, stderr, stdout, xtask, xtask_in};

/// The names of the commands, as the help lists them.
fn commands() -> Vec<String> {
    let help = stdout(&xtask(&["--help"]));
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let (list, _) = list.split_once("\n\n").unwrap();
    let named = list.lines().filter_map(|line| line.strip_prefix("  "));
    let named = named.filter(|line| !line.starts_with(' '));
    let names = named.map(|line| line.split(' ').next().unwrap().to_owned());
    names.filter(|name| name != "help").collect()
}

#[test]
fn scripts_complete_commands_and_flags() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&xtask(&["completions", shell]));
        for word in commands().iter().map(String::as_str).chain(["fail-on"]) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let complete = "eval \"$(\"$0\" completions bash)\"
        COMP_WORDS=(xtask diff --f) COMP_CWORD=2
        _xtask xtask --f diff
        echo ${COMPREPLY[@]}";
    match Command::new("bash").args(["-c", complete, env!("CARGO_BIN_EXE_xtask")]).output() {
        Ok(output) => assert_eq!(stdout(&output), "--fail-on\n"),
        Err(_) => assert!(std::env::var_os("CI").is_none(), "bash is missing"),
    }
}

#[test]
fn every_command_has_a_man_page() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new/man");
    assert_code(&xtask(&["man", "--out", out.to_str().unwrap()]), 0);
    let page = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    assert!(page("cargo-xtask.1").contains(".TH cargo-xtask 1"));
    for command in commands() {
        let name = format!("cargo-xtask-{command}.1");
        assert!(page(&name).contains(".SH OPTIONS"), "{name}");
    }
}

#[test]
fn help_fits_80_columns() {
    for command in commands() {
        let help = stdout(&xtask(&[&command, "--help"]));
        let wide = help.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{command}");
    }
}

/// Commands that read or compare the files of the workspace.
const COMMANDS: &[&[&str]] = &[
    &["gen", "--check"],
    &["docs", "--check"],
    &["clauses", "--only", "service.*"],
    &["explain", "create_event"],
    &["explain", "misnamed-file"],
];

#[test]
fn committed_files_are_up_to_date_from_each_folder_of_the_workspace() {
    let below = root().join("xtask/src");
    let text = |output: Output| {
        assert_code(&output, 0);
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    for arguments in COMMANDS {
        let shown = text(xtask_in(&below, arguments)).replace("../../", "");
        assert_eq!(shown, text(xtask(arguments)), "{arguments:?}");
    }
    // A path that is given starts at the current folder.
    let library = ["clauses", "--contract", "../../spec/tests/library/contract"];
    assert_code(&xtask_in(&below, &library), 0);
    assert_code(&xtask_in(&below, &["clauses", "--contract", "spec/contract"]), 2);
}

#[test]
fn new_files_are_at_their_places() {
    let folder = tempfile::tempdir().unwrap();
    let at = |path: &str| folder.path().join(path);
    copy(&root().join("spec/contract"), &at("spec/contract"));
    copy(&root().join("spec/overlays"), &at("spec/overlays"));
    fs::write(at("Cargo.toml"), "[workspace]\n").unwrap();
    fs::create_dir(at("docs")).unwrap();
    assert_code(&xtask_in(&at("docs"), &["gen"]), 0);
    assert!(at("generated/models/Cargo.toml").exists() && !at("docs/generated").exists());
}

#[test]
fn outside_of_a_workspace_the_error_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [&["gen"][..], &["clauses"], &["strength", "--check"], &["fuzz", "load"]] {
        let output = xtask_in(folder.path(), arguments);
        assert_code(&output, 2);
        let text = stderr(&output);
        assert!(text.contains("change to a folder of the workspace"), "{arguments:?}: {text}");
    }
}
