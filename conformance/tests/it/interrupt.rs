//! Termination signals: the first cleans up and writes reports, the second exits at once.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read as _};
use std::process::{Child, Command, Stdio};

use crate::program::Folder;
use crate::sweep::{StallingServer, command, folder_with_scenario};

/// A run that waits for the response to a read, and writes a report.
fn run_against(server: &StallingServer) -> (Folder, Command) {
    let folder = folder_with_scenario();
    let mut run = command(folder.path(), "run", &server.base_url());
    run.args(["--seed", "9", "--timeout", "2m"]);
    run.args(["--report", "json=report.json"]);
    run.stdout(Stdio::piped()).stderr(Stdio::piped());
    (folder, run)
}

/// The run, started through another program with `exec`.
#[cfg(target_os = "linux")]
fn started_by(program: &str, arguments: &[&str], run: &Command) -> Command {
    let mut command = Command::new(program);
    command.args(arguments);
    command.arg(run.get_program()).args(run.get_args());
    command.envs(run.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.current_dir(run.get_current_dir().unwrap());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The run with default handling of SIGHUP, which the parent of these tests may ignore.
#[cfg(target_os = "linux")]
fn on_a_terminal(run: &Command) -> Command {
    started_by("env", &["--default-signal=HUP"], run)
}

fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args([name, &id]).status().unwrap();
    assert!(sent.success());
}

/// The output up to and including the line with this start.
fn until(stderr: &mut impl BufRead, start: &str) -> String {
    let mut text = String::new();
    while !text.lines().last().unwrap_or_default().starts_with(start) {
        assert_ne!(stderr.read_line(&mut text).unwrap(), 0, "no `{start}` in {text}");
    }
    text
}

/// Standard output, then the rest of standard error.
fn rest(run: &mut Child, mut stderr: impl BufRead) -> String {
    let (mut text, mut messages) = (String::new(), String::new());
    stderr.read_to_string(&mut messages).unwrap();
    run.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    text + &messages
}

#[test]
fn first_signal_cleans_up_and_writes_reports() {
    for name in ["-INT", "-TERM"] {
        let server = StallingServer::new();
        let (_folder, mut run) = run_against(&server);
        assert_cleanup_and_reports(&server, run.spawn().unwrap(), name);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn hangup_cleans_up_and_writes_reports() {
    let server = StallingServer::new();
    let (_folder, run) = run_against(&server);
    let run = on_a_terminal(&run).spawn().unwrap();
    assert_cleanup_and_reports(&server, run, "-HUP");
}

fn assert_cleanup_and_reports(server: &StallingServer, mut run: Child, name: &str) {
    let mut stderr = BufReader::new(run.stderr.take().unwrap());
    server.expect_request("to show");
    server.release();
    signal(&run, name);
    until(&mut stderr, "interrupted: cleaning up");
    let text = rest(&mut run, stderr);
    assert_eq!(run.wait().unwrap().code(), Some(130), "{name}: {text}");
    assert!(text.contains("(exit 130)"), "{name}: {text}");
    assert!(!text.contains("changed Book"), "{name}: {text}");
    assert!(!text.contains("stopped at once"), "{name}: {text}");
}

#[cfg(target_os = "linux")]
#[test]
fn closed_terminal_does_not_prevent_cleanup_and_reports() {
    let server = StallingServer::new();
    let (folder, run) = run_against(&server);
    let mut run = on_a_terminal(&run).spawn().unwrap();
    server.expect_request("to show");
    server.release();
    drop(run.stderr.take());
    signal(&run, "-HUP");
    assert_eq!(run.wait().unwrap().code(), Some(130));
    let report = fs::read(folder.path().join("report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
    let left = report["leftovers"].as_array().unwrap().iter();
    let changed: Vec<_> = left.filter(|left| left["done"] == "changed").collect();
    assert!(changed.is_empty(), "{changed:?}");
}

/// If both signals were handled, the second would exit at once.
#[cfg(target_os = "linux")]
#[test]
fn ignored_hangup_does_not_interrupt_the_run() {
    let server = StallingServer::new();
    let (_folder, run) = run_against(&server);
    let mut run = started_by("nohup", &[], &run).spawn().unwrap();
    let stderr = BufReader::new(run.stderr.take().unwrap());
    server.expect_request("to show");
    server.release();
    signal(&run, "-HUP");
    signal(&run, "-TERM");
    let text = rest(&mut run, stderr);
    assert_eq!(run.wait().unwrap().code(), Some(130), "{text}");
    assert!(!text.contains("stopping at once"), "{text}");
}

#[test]
fn second_signal_exits_at_once_and_lists_leftovers() {
    let server = StallingServer::new();
    let (folder, mut run) = run_against(&server);
    let mut run = run.spawn().unwrap();
    let mut stderr = BufReader::new(run.stderr.take().unwrap());
    server.expect_request("to show");
    signal(&run, "-INT");
    server.expect_request("to put back");
    until(&mut stderr, "interrupted: cleaning up");
    signal(&run, "-INT");
    until(&mut stderr, "interrupted again: stopping at once");
    let text = rest(&mut run, stderr);
    assert_eq!(run.wait().unwrap().code(), Some(130), "{text}");
    assert!(text.contains("(exit 130)"), "{text}");
    let (_, left) = text.split_once("stopped at once; ").unwrap();
    let left = left.replace(&server.base_url(), "BASE");
    let left = left.replace(env!("CARGO_MANIFEST_DIR"), "HERE");
    insta::assert_snapshot!(left);

    server.release();
    let mut sweep = command(folder.path(), "sweep", &server.base_url());
    let output = sweep.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("restored  PATCH /books/"), "{text}");
}
