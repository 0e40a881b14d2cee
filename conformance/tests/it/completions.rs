//! Completion scripts and man pages of the program.

use std::fs;
use std::process::Command;

use crate::program::{code, output_text, stdout};

fn program(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_referral-conformance")).args(arguments).output().unwrap()
}

#[test]
fn completion_scripts_name_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = program(&["completions", shell]);
        assert_eq!(code(&output), 0, "{}", output_text(&output));
        for word in ["run", "sweep", "explain", "state-dir"] {
            assert!(stdout(&output).contains(word), "{shell}: {word}");
        }
    }
}

#[cfg(unix)]
#[test]
fn bash_parses_the_completion_script() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("completion.bash");
    fs::write(&script, program(&["completions", "bash"]).stdout).unwrap();
    match Command::new("bash").arg("-n").arg(&script).output() {
        Ok(output) => assert!(output.status.success(), "{}", output_text(&output)),
        Err(_) => assert!(std::env::var_os("CI").is_none(), "bash is missing"),
    }
}

#[test]
fn man_pages_are_written_for_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new/man");
    let output = program(&["man", "--out", out.to_str().unwrap()]);
    assert_eq!(code(&output), 0, "{}", output_text(&output));
    for page in ["referral-conformance.1", "referral-conformance-run.1"] {
        let path = out.join(page);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(".TH"), "{page}: {text}");
        let mut man = Command::new("man");
        man.args(["--warnings", "-E", "UTF-8", "-l"])
            .arg(&path)
            .env("MANPAGER", "cat")
            .env("LC_ALL", "C.UTF-8");
        // Without `man`, the text above is all that is checked.
        if let Ok(shown) = man.output() {
            assert!(shown.stderr.is_empty(), "{page}: {}", output_text(&shown));
        }
    }
    let run = fs::read_to_string(out.join("referral-conformance-run.1")).unwrap();
    assert!(run.contains("base\\-url"), "{run}");
    for words in [
        ".SH \"EXIT STATUS\"\n",
        ".TP\n\\fB130\\fR\n",
        ".SH ENVIRONMENT\n",
        "REFERRAL_API_KEY",
        "HTTPS_PROXY",
    ] {
        assert!(run.contains(words), "{words}: {run}");
    }
    assert!(!run.contains("Exit codes"), "{run}");
    let schema = fs::read_to_string(out.join("referral-conformance-schema.1")).unwrap();
    assert!(schema.contains(".SH EXAMPLES\n") && !schema.contains("HTTPS_PROXY"), "{schema}");
}
