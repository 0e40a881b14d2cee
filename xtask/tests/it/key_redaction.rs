//! A key that a server echoes is in no file or output of the suite with the real scenarios. `conformance/model` tests the
//! encodings.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use crate::runs::{Report, TARGET, output_text, suite};
use crate::servers::{binary, seed};
use crate::test_server::{ReceivedRequest, answer, serve};

/// With characters that JSON, URLs, XML and terminals escape.
const CANARY: &str = "Kanari/\"9vQx\"+7Zr_tok&~<wLm5>";
const IN_BASE64: &str = "S2FuYXJpLyI5dlF4Iis3WnJfdG9rJn48d0xtNT4=";
const IN_HEX: &str = "4b616e6172692f2239765178222b375a725f746f6b267e3c774c6d353e";

/// Parts of the key in lower case, plain and encoded.
const TRACES: [&str; 6] = ["kanari", "9vqx", "7zr_tok", "wlm5", "s2fuyxjp", "4b616e617269"];

/// Members of answers with a record, and with a list of records.
const ONE: &[&str] = &[
    "subscriber",
    "partner_campaign",
    "upscribe",
    "campaign_membership",
    "payout",
    "account",
    "event",
];
const MANY: &[&str] = &["campaigns", "upscribes", "partner_programs", "payouts", "publications"];

/// Every answer repeats the key: as an error, in a plausible success, as text, and in headers.
fn echo(received: &ReceivedRequest) -> Vec<u8> {
    let key = received.header("x-api-key").unwrap_or(CANARY);
    let all = format!("{key} {IN_BASE64} {IN_HEX}");
    let headers =
        format!("content-type: application/json\r\nx-echo: {key}\r\nlocation: /{IN_BASE64}\r\n");
    match (received.path.len() + received.body.len()) % 5 {
        0 => answer(404, &headers, &json!({ "error": all }).to_string()),
        1 => answer(401, &headers, &json!({ "error": format!("`{key}` is invalid") }).to_string()),
        2 => answer(200, &headers, &format!("{} {all}", received.head)),
        3 => answer(302, &headers, &all),
        _ => {
            let record =
                json!({ "uuid": key, "name": all, "email": key, "value": all, "cpa": key });
            let mut body = json!({ "meta": { "page": key, "per_page": all } });
            for &name in ONE {
                body[name] = record.clone();
            }
            for &name in MANY {
                body[name] = json!([record]);
            }
            answer(200, &headers, &body.to_string())
        }
    }
}

fn assert_no_trace(name: &str, text: &str) {
    // Long lines are wrapped: join them, to find a wrapped key.
    let joined: String = text.to_lowercase().split_whitespace().collect();
    let traces: Vec<_> = TRACES.iter().filter(|trace| joined.contains(**trace)).collect();
    assert!(traces.is_empty(), "{traces:?} in {name}: {text}");
}

/// All files below a folder, by name, except the key file.
fn artefacts(folder: &Path) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(artefacts(&path));
        } else if path.extension().is_none_or(|kind| kind != "key" && kind != "db") {
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
            all.push((path.display().to_string(), text));
        }
    }
    all
}

/// Seeds a folder for a server at this address, whose key is the canary.
fn seed_canary(folder: &Path, base_url: &str) {
    seed(folder, base_url, 1);
    fs::write(folder.join("target.main.key"), CANARY).unwrap();
}

/// A run at this depth, since every response echoes the key: more scenarios would show nothing new.
const RUN: [&str; 4] = ["--depth", "quick", "--jobs", "32"];

#[test]
fn echoed_key_is_in_no_artefact() {
    let folder = tempfile::tempdir().unwrap();
    seed_canary(folder.path(), &serve(|received| Some(echo(received))));
    let mut run = suite(folder.path(), "report.json", "state");
    run.args(TARGET).args(RUN);
    run.args(["--report", "junit=report.xml", "--report", "human=report.txt"]);
    let output = run.env("RUST_LOG", "trace").env("RUST_BACKTRACE", "full").output().unwrap();
    let report = Report::of(folder.path(), "report.json", &output);
    report.assert_code(&[1]);
    assert!(report.human.contains("[main key"), "what was answered is shown: {}", report.human);
    assert_no_trace("standard output and error", &report.human);
    let artefacts = artefacts(folder.path());
    for name in ["report.json", "report.xml", "report.txt", ".jsonl", "target.yaml"] {
        assert!(artefacts.iter().any(|(path, _)| path.ends_with(name)), "{name}");
    }
    for (name, text) in artefacts {
        assert_no_trace(&name, &text);
    }
}

/// The other commands that send requests.
#[test]
fn echoed_key_is_in_no_artefact_of_other_commands() {
    let walk = ["explore", "--steps", "60", "--save", "walk.yaml", "--report", "junit=report.xml"];
    let state = ["--state-dir", "state"];
    let key = ["--api-key-file", "target.main.key"];
    let commands = [
        [&walk[..], &TARGET, &state].concat(),
        [&["plan"][..], &TARGET, &state].concat(),
        [&["discover", "--target-out", "found.yaml"][..], &key].concat(),
        [&["sweep"][..], &key, &state].concat(),
    ];
    std::thread::scope(|scope| {
        for arguments in commands {
            scope.spawn(move || assert_no_trace_of(&arguments));
        }
    });
}

fn assert_no_trace_of(arguments: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let base_url = serve(|received| Some(echo(received)));
    seed_canary(folder.path(), &base_url);
    if arguments[0] == "sweep" {
        leave_journal(folder.path());
    }
    let mut command = Command::new(binary("referral-conformance"));
    command.args(arguments).current_dir(folder.path()).env("RUST_LOG", "trace");
    if !arguments.contains(&"--target") {
        command.args(["--base-url", &base_url]);
    }
    let output = command.output().unwrap();
    let text = output_text(&output);
    assert_ne!(output.status.code(), Some(2), "{arguments:?}: {text}");
    assert_no_trace(arguments[0], &text);
    for (name, text) in artefacts(folder.path()) {
        assert_no_trace(&name, &text);
    }
}

/// Runs the suite, and makes its journal that of a killed run.
fn leave_journal(folder: &Path) {
    let mut run = suite(folder, "report.json", "state");
    run.args(TARGET).args(RUN).args(["--only", "subscribers"]).output().unwrap();
    let mut paths = fs::read_dir(folder.join("state")).unwrap().map(|entry| entry.unwrap().path());
    let is_journal = |path: &PathBuf| {
        path.extension().is_some_and(|kind| kind == "jsonl")
            && !path.ends_with("used-fixtures.jsonl")
    };
    let journal = paths.find(is_journal).unwrap();
    let text = fs::read_to_string(&journal).unwrap();
    let open = text.lines().filter(|line| !line.contains("ended") && !line.contains("swept"));
    fs::write(journal, open.map(|line| format!("{line}\n")).collect::<String>()).unwrap();
}

#[test]
fn key_of_an_invalid_target_is_in_no_message() {
    let folder = tempfile::tempdir().unwrap();
    seed(folder.path(), "http://127.0.0.1:1", 1);
    // A file and a variable with a surplus line break.
    fs::write(folder.path().join("target.main.key"), format!("{CANARY}\nmore\n")).unwrap();
    let mut run = suite(folder.path(), "report.json", "state");
    let output = run.args(TARGET).output().unwrap();
    assert_no_trace("the message about a file", &output_text(&output));
    run.args(["--header", "Gate=env:GATE"]).env("GATE", format!("{CANARY}\n"));
    assert_no_trace("the message about a variable", &output_text(&run.output().unwrap()));
}
