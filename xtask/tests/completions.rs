//! `cargo xtask completions` and `man`, and the width of help texts.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::{Command, Output};

fn xtask(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The names of the commands, as the help lists them.
fn commands() -> Vec<String> {
    let help = text(&xtask(&["--help"]).stdout);
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let (list, _) = list.split_once("\n\n").unwrap();
    let named = list.lines().filter_map(|line| line.strip_prefix("  "));
    let named = named.filter(|line| !line.starts_with(' '));
    named.map(|line| line.split(' ').next().unwrap().to_owned()).collect()
}

#[test]
fn scripts_complete_commands_and_flags() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = text(&xtask(&["completions", shell]).stdout);
        for word in commands().iter().map(String::as_str).chain(["fail-on"]) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let complete = "eval \"$(\"$0\" completions bash)\"
        COMP_WORDS=(xtask diff --f) COMP_CWORD=2
        _xtask xtask --f diff
        echo ${COMPREPLY[@]}";
    let output = Command::new("bash").args(["-c", complete, env!("CARGO_BIN_EXE_xtask")]).output();
    match output {
        Ok(output) => assert_eq!(text(&output.stdout), "--fail-on\n"),
        Err(_) => assert!(std::env::var_os("CI").is_none(), "bash is missing"),
    }
}

#[test]
fn every_command_has_a_man_page() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new/man");
    xtask(&["man", "--out", out.to_str().unwrap()]);
    let page = |name: &str| std::fs::read_to_string(out.join(name)).unwrap();
    assert!(page("cargo-xtask.1").contains(".TH cargo-xtask 1"));
    for command in commands().iter().filter(|command| *command != "help") {
        let name = format!("cargo-xtask-{command}.1");
        assert!(page(&name).contains(".SH OPTIONS"), "{name}");
        assert_readable(&out.join(name));
    }
}

/// Without `man`, nothing is checked.
fn assert_readable(page: &Path) {
    let mut man = Command::new("man");
    man.args(["--warnings", "-E", "UTF-8", "-l"]).arg(page).env("MANPAGER", "cat");
    // It warns of a locale that is not installed.
    man.env("LC_ALL", "C.UTF-8");
    if let Ok(output) = man.env("MANWIDTH", "80").output() {
        assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
        let shown = text(&output.stdout);
        let wide = shown.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{}", page.display());
    }
}

#[test]
fn help_fits_80_columns() {
    for command in commands().iter().filter(|command| *command != "help") {
        let help = text(&xtask(&[command, "--help"]).stdout);
        let wide = help.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{command}");
    }
}
