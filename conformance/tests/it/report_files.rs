//! Report files: path errors are found before any request, and write errors do not hide verdicts.

use std::fs;
use std::process::Command;

use crate::library::{Broken, Library};
use crate::program::{Folder, assert_refused, code, stderr};
use crate::server::{Server, serve_library};

fn run(folder: &Folder, server: &Server, more: &[&str]) -> Command {
    let base_url = server.base_url();
    let mut run = folder.command(&["run", "--base-url", &base_url, "--only", "add_book.errors.*"]);
    run.args(more);
    run
}

#[test]
fn unwritable_report_path_sends_nothing() {
    let (folder, server) = (Folder::new(), serve_library(Library::new(Broken::Nothing)));
    for (reports, words) in [
        (["json=nowhere/x.json", "junit=x.xml"], "cannot write the report `nowhere/x.json`"),
        (["human=x.txt", "json=."], "cannot write the report `.`"),
        (["json=-", "junit=-"], "two reports cannot both be written to `-`"),
        (["json=a", "junit=a"], "two reports cannot both be written to `a`"),
        (["json=a", "junit=./a"], "two reports cannot both be written to `./a`"),
    ] {
        let [one, other] = reports;
        assert_refused(&mut run(&folder, &server, &["--report", one, "--report", other]), words);
    }
    assert_eq!(server.request_count(), 0);
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

#[test]
fn usage_error_leaves_report_files_unchanged() {
    let (folder, server) = (Folder::new(), serve_library(Library::new(Broken::Nothing)));
    folder.write("old.json", "of yesterday");
    folder.write("state", "no folder");
    let reports = ["--report", "json=old.json", "--report", "human=new.json"];
    let state = ["--state-dir", "state"];
    assert_refused(&mut run(&folder, &server, &[reports.as_slice(), &state].concat()), "state");
    assert_eq!(folder.read("old.json"), "of yesterday");
    assert!(!folder.join("new.json").exists());

    let output = run(&folder, &server, &reports).output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(folder.read("old.json").starts_with('{'));
    assert!(folder.join("new.json").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn write_error_at_the_end_comes_before_violations_in_the_exit_code() {
    for broken in [Broken::Nothing, Broken::Message] {
        let (folder, server) = (Folder::new(), serve_library(Library::new(broken)));
        let full = ["--report", "json=/dev/full", "--report", "human=whole.txt"];
        let output = run(&folder, &server, &full).output().unwrap();
        assert_eq!(code(&output), 5, "{}", stderr(&output));
        assert!(stderr(&output).contains("cannot write the report `/dev/full`"));
        assert!(folder.join("whole.txt").exists(), "the others are written");
    }
}

#[test]
fn report_does_not_replace_what_the_run_reads() {
    let folder = Folder::with_target("http://127.0.0.1:1", "keys: { main: { file: card } }\n");
    let target = folder.read("target.yaml");
    folder.write("card", "card-main");
    for name in ["run", "explore"] {
        for path in ["./target.yaml", "./card"] {
            let report = format!("json={path}");
            let mut command =
                folder.command(&[name, "--target", "target.yaml", "--report", &report]);
            let words = format!("a report cannot be written to `{path}`");
            assert_refused(command.env_remove("LIBRARY_API_KEY"), &words);
        }
    }
    assert_eq!(folder.read("target.yaml"), target);
    assert_eq!(folder.read("card"), "card-main");
}

#[cfg(target_os = "linux")]
#[test]
fn full_standard_output_is_an_error() {
    let (folder, server) = (Folder::new(), serve_library(Library::new(Broken::Nothing)));
    for arguments in [
        &["run", "--only", "add_book.errors.*", "--report", "json=r.json"][..],
        &["explore", "--steps", "3"],
    ] {
        let mut command = folder.command(arguments);
        command.args(["--base-url", &server.base_url()]);
        command.stdout(fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
        let output = command.output().unwrap();
        assert_eq!(code(&output), 5, "{arguments:?}: {}", stderr(&output));
        let words = "error: cannot write the report to standard output: ";
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
    let report: serde_json::Value = serde_json::from_str(&folder.read("r.json")).unwrap();
    assert_eq!(report["exit_code"], 5);
}
