//! Completion scripts and man pages.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

use crate::cli::{run, stdout_of, text};

#[test]
fn scripts_have_commands_and_flags() {
    let folder = TempDir::new().unwrap();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout_of(&folder, &["completions", shell]);
        for word in ["serve", "seed", "rotate", "listen"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(run(&folder, &["completions", "tcsh"]).status.code(), Some(2));
}

#[test]
fn every_command_has_a_man_page() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("new/man");
    stdout_of(&folder, &["man", "--out", out.to_str().unwrap()]);
    for name in ["referral-reference", "referral-reference-serve", "referral-reference-key-rotate"]
    {
        let path = out.join(format!("{name}.1"));
        let page = fs::read_to_string(&path).unwrap();
        assert!(page.contains(".TH"), "{name}: {page}");
        let mut man = Command::new("man");
        man.args(["--warnings", "-E", "UTF-8", "-l"])
            .arg(&path)
            .env("MANPAGER", "cat")
            .env("LC_ALL", "C.UTF-8");
        // Without `man`, the text above is all that is checked.
        if let Ok(shown) = man.output() {
            assert!(shown.stderr.is_empty(), "{name}: {}", text(&shown.stderr));
        }
    }
    let serve = fs::read_to_string(out.join("referral-reference-serve.1")).unwrap();
    for words in [
        ".SH \"EXIT STATUS\"\n",
        ".SH ENVIRONMENT\n",
        "\\fBREFERRAL_LISTEN\\fR\n",
        "\\fBOTEL_SERVICE_NAME\\fR\n",
        ".SH FILES\n",
    ] {
        assert!(serve.contains(words), "{words}: {serve}");
    }
}
