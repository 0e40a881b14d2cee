//! Peak memory of runs against servers that send as much as they can, with the real program.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::faults::command;
use crate::library::{Broken, Library};
use crate::program::unfolded;
use crate::server::{Server, http_response, serve, write};

/// An unoptimized program takes fifteen megabytes more than a release, of which the aim is 150.
const MAX_KILOBYTES: u64 = 165_000;

/// Peak memory of a run in kilobytes, and its report. The process is asked until it ends.
fn peak_memory(server: &Server) -> (u64, serde_json::Value, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(folder.path(), &server.base_url());
    command.args(["--report", "json=report.json", "--report", "human=report.txt"]);
    // A busy machine takes long to send and read so much.
    command.args(["--timeout", "5m"]);
    let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut peak = 0;
    while run.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", run.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        peak = peak.max(kilobytes.unwrap_or_default());
        thread::sleep(Duration::from_millis(5));
    }
    let read = |name: &str| fs::read_to_string(Path::new(folder.path()).join(name)).unwrap();
    (peak, serde_json::from_str(&read("report.json")).unwrap(), read("report.txt"))
}

/// Text without repetition.
fn noise(bytes: usize) -> String {
    let mut random = fastrand::Rng::with_seed(1);
    std::iter::repeat_with(|| random.alphanumeric()).take(bytes).collect()
}

#[test]
fn large_responses_end_the_run_within_the_memory_limit() {
    // A conforming library whose responses have one more member, of 700 kB.
    let (library, noise) = (Library::new(Broken::Nothing), noise(700_000));
    let server = serve(move |received, stream| {
        let response = library.answer(&received.request());
        let body = String::from_utf8(response.body.to_vec()).unwrap();
        let body = body.replacen('{', &format!(r#"{{"noise":"{noise}","#), 1).replace(",}", "}");
        write(stream, &http_response(response.status, "", body.as_bytes()));
    });
    let (peak, report, human) = peak_memory(&server);
    assert!(peak < MAX_KILOBYTES, "{peak} kB");
    assert!(
        human.contains("stopped early: the responses of the service take more memory"),
        "{human}"
    );
    let mut clauses = report["clauses"].as_array().unwrap().iter();
    assert!(clauses.any(|clause| clause["reason"] == "oversized"), "{human}");
    // Nothing is accused. Scenarios that remove their books in a step, not in `finally`, may have left some.
    assert_eq!(report["summary"]["violated"], 0, "{human}");
    assert!(report["exit_code"] == 3 || report["exit_code"] == 4, "{human}");
}

#[test]
fn dense_json_is_refused_within_the_memory_limit() {
    let body = format!("[{}[]]", "[],".repeat(2_700_000));
    let server = serve(move |_, stream| write(stream, &http_response(200, "", body.as_bytes())));
    let (peak, report, human) = peak_memory(&server);
    assert!(peak < MAX_KILOBYTES, "{peak} kB");
    assert!(report["exit_code"] == 4 || report["exit_code"] == 6, "{human}");
    assert!(
        unfolded(&human).contains("those of the run together, would take more than"),
        "{human}"
    );
}

#[test]
fn repeated_long_text_is_kept_once() {
    let body = format!(r#"{{"error":"{}"}}"#, "too long ".repeat(20_000));
    let server = serve(move |_, stream| write(stream, &http_response(422, "", body.as_bytes())));
    let (peak, _, human) = peak_memory(&server);
    assert!(peak < MAX_KILOBYTES, "{peak} kB");
    assert!(!human.contains("stopped early"), "{human}");
    assert!(human.len() < 1_000_000, "failures quote only the beginning: {}", human.len());
}

#[test]
fn parsed_values_count_towards_the_limit() {
    let list = r#"{"a":1},"#.repeat(100_000);
    let server = serve(move |received, stream| {
        let body = format!(r#"{{"error":"{}","list":[{list}0]}}"#, received.number);
        write(stream, &http_response(422, "", body.as_bytes()));
    });
    let (peak, _, human) = peak_memory(&server);
    assert!(peak < MAX_KILOBYTES, "{peak} kB");
    assert!(
        human.contains("stopped early: the responses of the service take more memory"),
        "{human}"
    );
}
