//! A server that echoes its requests in many encodings: the key is in no report, journal, state file or output, also
//! after an interrupted run.

use std::fs;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};

use crate::program::program;
use crate::server::{ReceivedRequest, Server, close, http_response, serve, write};

const CANARY: &str = "Kanari/\"9vQx\"+7Zr_tok&~";
const GATE: &str = "sesame-4Jt8wPq";

/// Distinctive parts of the secrets, in either case and in some encodings.
const TRACES: [&str; 6] = ["kanari", "9vqx", "7zr_tok", "4jt8wpq", "4b616e617269", "sesame"];

/// All encodings of a text, in varying contexts.
fn spellings(text: &str) -> Vec<String> {
    let percent = |upper: bool| {
        let byte = |byte: u8| {
            if upper { format!("%{byte:02X}") } else { format!("%{byte:02x}") }
        };
        text.bytes().map(byte).collect::<String>()
    };
    let units: String = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
    let entities: String = text.chars().map(|c| format!("&#{};", u32::from(c))).collect();
    let hex: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
    let around = ["", "a", "ab"].map(|before| STANDARD.encode(format!("{before}{text}: after")));
    let mut all = vec![
        text.to_owned(),
        serde_json::to_string(text).unwrap(),
        serde_json::to_string(text).unwrap().replace('/', "\\/"),
        percent(true),
        percent(false),
        units,
        entities,
        hex,
        STANDARD.encode(text),
        URL_SAFE.encode(text),
        text.to_uppercase(),
        text.to_lowercase(),
    ];
    all.extend(around);
    all
}

/// A body with the whole request in all encodings: as JSON like a success, or as text.
fn echo(received: &ReceivedRequest) -> String {
    let card = received.header("library-card").unwrap_or("none");
    let gate = received.header("gate").unwrap_or("none");
    let echoed = [card, gate].map(spellings).concat().join(" ");
    match received.number % 3 {
        0 => format!("{} {echoed}", received.head),
        1 => serde_json::json!({ "message": echoed, "book": card }).to_string(),
        _ => {
            let book =
                serde_json::json!({ "uuid": card, "title": echoed, "isbn": 1, "state": echoed });
            serde_json::json!({ "book": book, "books": [book], "shelf_marks": echoed }).to_string()
        }
    }
}

/// Echoes in body and headers; some responses are truncated or not HTTP.
fn echo_server() -> Server {
    serve(|received, stream| {
        let body = echo(received);
        let card = received.header("library-card").unwrap_or("none");
        let headers = format!("x-card: {card}\r\nlocation: /{card}\r\nx-{card}: 1\r\n");
        let plain = format!("x-card: {card}\r\nx-gate: {}\r\n", STANDARD.encode(card));
        match received.number % 7 {
            0 => write(stream, format!("HTTP/1.1 {card}\r\n\r\n").as_bytes()),
            1 => write(stream, &http_response(422, &plain, body.as_bytes())),
            2 => write(stream, &http_response(302, &headers, body.as_bytes())),
            3 => {
                write(stream, &http_response(200, &plain, body.as_bytes())[..120]);
                close(stream);
            }
            4 => write(stream, &http_response(404, &plain, body.as_bytes())),
            _ => write(stream, &http_response(201, &plain, body.as_bytes())),
        }
    })
}

fn command(folder: &Path, port: u16) -> Command {
    let target =
        format!("target: 1\nbase_url: http://127.0.0.1:{port}\nlevel: full\n{}", super::FIXTURES);
    fs::write(folder.join("target.yaml"), target).unwrap();
    let mut command = program(folder);
    command
        .args(["run", "--target", "target.yaml", "--state-dir", "state", "--timeout", "3s"])
        .args(["--only", "get_book", "--verbose", "--jobs", "1", "--seed", "1"])
        .args(["--header", "Gate=env:GATE", "--report", "json=-", "--report", "human=report.txt"])
        .args(["--report", "json=report.json", "--report", "junit=report.xml"])
        .env("LIBRARY_API_KEY", CANARY)
        .env("GATE", GATE)
        .env("RUST_LOG", "trace");
    command
}

/// All files of a run in a folder, by name.
fn artefacts(folder: &Path) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(artefacts(&path));
        } else {
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
            all.push((path.display().to_string(), text));
        }
    }
    all
}

fn assert_no_trace(name: &str, text: &str) {
    let lower = text.to_lowercase();
    let mut traces: Vec<_> = TRACES.iter().filter(|trace| lower.contains(**trace)).collect();
    assert!(traces.is_empty(), "{traces:?} in {name}: {text}");
    // Decoded base64 at any offset must not contain it either.
    for word in text.split(|c: char| !c.is_ascii_alphanumeric() && !"+/-_".contains(c)) {
        for start in 0..word.len().min(4) {
            let part = word[start..].replace('-', "+").replace('_', "/");
            let whole = &part[..part.len() / 4 * 4];
            let decoded = STANDARD.decode(whole).unwrap_or_default();
            let decoded = String::from_utf8_lossy(&decoded).to_lowercase();
            traces.extend(TRACES.iter().filter(|trace| decoded.contains(**trace)));
        }
    }
    assert!(traces.is_empty(), "{traces:?} in base64 in {name}: {text}");
}

#[test]
fn echoed_secrets_are_in_no_artefact() {
    let folder = tempfile::tempdir().unwrap();
    let server = echo_server();
    let output = command(folder.path(), server.port).output().unwrap();
    let (out, err) = (output.stdout, output.stderr);
    let (out, err) = (String::from_utf8_lossy(&out), String::from_utf8_lossy(&err));
    assert!(err.contains("[main key"), "what was answered must be shown: {err}");
    assert_no_trace("standard output", &out);
    assert_no_trace("standard error", &err);
    let artefacts = artefacts(folder.path());
    for name in ["report.txt", "report.json", "report.xml", ".jsonl", "target.yaml"] {
        assert!(artefacts.iter().any(|(path, _)| path.ends_with(name)), "{name}: {err}");
    }
    for (name, text) in artefacts {
        assert_no_trace(&name, &text);
    }
}

#[cfg(unix)]
#[test]
fn echoed_secrets_are_in_no_artefact_of_an_interrupted_run() {
    let folder = tempfile::tempdir().unwrap();
    let (received, requests) = mpsc::channel();
    let received = std::sync::Mutex::new(received);
    // Ten responses, then silence.
    let server = serve(move |request, stream: &mut TcpStream| {
        if request.number <= 10 {
            write(stream, &http_response(201, "", echo(request).as_bytes()));
        } else {
            let _ = received.lock().unwrap().send(());
        }
    });
    let mut command = command(folder.path(), server.port);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    requests.recv_timeout(Duration::from_secs(60)).unwrap();
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert_no_trace("standard error", &err);
    assert_no_trace("standard output", &String::from_utf8_lossy(&output.stdout));
    for (name, text) in artefacts(folder.path()) {
        assert_no_trace(&name, &text);
    }
}
