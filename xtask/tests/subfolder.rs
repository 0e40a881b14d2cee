//! The commands in a folder of the workspace, and outside of it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::Path;
use std::process::Command;

/// Exit code, and standard output with standard error.
fn xtask(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
    let output = xtask.args(arguments).current_dir(folder).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned())
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
fn the_workspace_is_found_from_its_folders() {
    let below = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let root = below.join("../..").canonicalize().unwrap();
    for arguments in COMMANDS {
        let (code, text) = xtask(&below, arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {text}");
        assert_eq!(text.replace("../../", ""), xtask(&root, arguments).1, "{arguments:?}");
    }
    // A path that is given starts at the current folder.
    let library = ["clauses", "--contract", "../../spec/tests/library/contract"];
    assert_eq!(xtask(&below, &library).0, Some(0));
    assert_eq!(xtask(&below, &["clauses", "--contract", "spec/contract"]).0, Some(2));
}

#[test]
fn new_files_are_at_their_places() {
    let folder = tempfile::tempdir().unwrap();
    let at = |path: &str| folder.path().join(path);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    copy(&root.join("spec/contract"), &at("spec/contract"));
    copy(&root.join("spec/overlays"), &at("spec/overlays"));
    fs::write(at("Cargo.toml"), "[workspace]\n").unwrap();
    fs::create_dir(at("docs")).unwrap();
    let (code, text) = xtask(&at("docs"), &["gen"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(at("generated/models/Cargo.toml").exists(), "{text}");
    assert!(!at("docs/generated").exists(), "{text}");
}

#[test]
fn outside_of_a_workspace_the_error_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [&["gen"][..], &["clauses"], &["strength", "--check"], &["fuzz", "load"]] {
        let (code, text) = xtask(folder.path(), arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {text}");
        assert!(text.contains("change to a folder of the workspace"), "{arguments:?}: {text}");
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() { copy(&path, &to) } else { _ = fs::copy(path, to).unwrap() }
    }
}
