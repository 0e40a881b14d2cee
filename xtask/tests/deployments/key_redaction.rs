//! A key that a server echoes in many encodings is in no file or output of the suite with the real scenarios.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};

use crate::support::{Report, binary, seed, suite};
use crate::test_server::{ReceivedRequest, answer, serve};

/// With characters that JSON, URLs, XML and terminals escape.
const CANARY: &str = "Kanari/\"9vQx\"+7Zr_tok&~<wLm5>";
/// Distinctive parts of the key: in lower case, in hexadecimal digits, and reversed.
const TRACES: [&str; 9] = [
    "kanari",
    "9vqx",
    "7zr_tok",
    "wlm5",
    "4b616e617269",
    "39765178",
    "&#75;&#97;&#110;",
    "iranak",
    "kot_rz7",
];

fn encodings(key: &str) -> Vec<String> {
    let each = |write: &dyn Fn(u8) -> String| key.bytes().map(write).collect::<String>();
    let json = serde_json::to_string(key).unwrap();
    let mut all = vec![
        key.to_owned(),
        json.clone(),
        json.replace('/', "\\/"),
        serde_json::to_string(&json).unwrap(),
        each(&|byte| format!("%{byte:02X}")),
        each(&|byte| format!("%{byte:02x}")),
        each(&|byte| format!("\\u{byte:04x}")),
        each(&|byte| format!("&#{byte};")),
        each(&|byte| format!("&#x{byte:x};")),
        each(&|byte| format!("{byte:02x}")),
        each(&|byte| format!("{byte:02X}")),
        key.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;"),
        key.to_uppercase(),
        key.to_lowercase(),
        STANDARD.encode(key),
        STANDARD_NO_PAD.encode(key),
        URL_SAFE.encode(key),
        URL_SAFE_NO_PAD.encode(key),
    ];
    all.extend(["", "a", "ab"].map(|before| STANDARD.encode(format!("{before}{key}: after"))));
    all
}

/// Parts of the key that a service may show, such as its beginning.
fn parts(key: &str) -> String {
    let ends = [12, 16, key.len() - 1].map(|length| [&key[..length], &key[key.len() - length..]]);
    ends.concat().join(" ")
}

/// Every answer repeats the key: as an error, in a plausible success, as text, and in headers.
fn echo(received: &ReceivedRequest) -> Vec<u8> {
    let key = received.header("x-api-key").unwrap_or("none");
    let encoded = encodings(key).join(" ");
    let record = serde_json::json!({ "uuid": key, "name": encoded, "email": key, "value": encoded, "cpa": key });
    let headers = format!(
        "content-type: application/json\r\nx-echo: {key}\r\nlocation: /{}\r\n",
        STANDARD.encode(key)
    );
    // Where a report cuts a quotation, a part of the key may be left.
    let size = received.path.len() + received.body.len();
    let padded = |text: &str| format!("{} {text}", "~".repeat(60 + size % 60));
    match size % 8 {
        0 => answer(404, &headers, &serde_json::json!({ "error": encoded }).to_string()),
        1 => answer(
            401,
            &headers,
            &serde_json::json!({ "error": format!("`{key}` is invalid") }).to_string(),
        ),
        2 => answer(200, &headers, &format!("{} {encoded}", received.head)),
        3 => answer(302, &headers, &encoded),
        4 => answer(200, &headers, &serde_json::json!({ "pad": padded(key) }).to_string()),
        5 => answer(
            409,
            &headers,
            &serde_json::json!({ "error": padded(&STANDARD.encode(key)) }).to_string(),
        ),
        6 => answer(200, &headers, &serde_json::json!({ "known": parts(key) }).to_string()),
        _ => {
            let one = [
                "subscriber",
                "partner_campaign",
                "upscribe",
                "campaign_membership",
                "payout",
                "account",
                "event",
            ];
            let many = ["campaigns", "upscribes", "partner_programs", "payouts", "publications"];
            let one = one.map(|name| (name.to_owned(), record.clone()));
            let many = many.map(|name| (name.to_owned(), serde_json::json!([record])));
            let meta =
                [("meta".to_owned(), serde_json::json!({ "page": key, "per_page": encoded }))];
            let body: serde_json::Map<_, _> = one.into_iter().chain(many).chain(meta).collect();
            answer(200, &headers, &serde_json::Value::Object(body).to_string())
        }
    }
}

/// Parts of the key in a text, in any encoding.
fn traces(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    // Long lines are wrapped; join them to find a wrapped key.
    let joined: String = lower.split_whitespace().collect();
    // Reduce escapes to hexadecimal digits.
    let escapes = ["%", "\\", "u00", "&#x", ";"];
    let digits = escapes.iter().fold(joined.clone(), |text, escape| text.replace(escape, ""));
    let mut texts = vec![lower, joined, digits];
    let plain = text.replace('-', "+").replace('_', "/");
    let is_base64 = |c: char| c.is_ascii_alphanumeric() || "+/".contains(c);
    // Shorter sequences cannot contain a part of the key.
    let words = plain.split(|c| !is_base64(c)).filter(|word| word.len() > 4);
    // Search all decoded words as one text, a line for each word: there are very many.
    let mut decoded = String::new();
    for word in words.collect::<BTreeSet<_>>() {
        for start in 0..word.len().min(4) {
            let part = &word[start..];
            let bytes = STANDARD.decode(&part[..part.len() / 4 * 4]);
            decoded.push_str(&String::from_utf8_lossy(&bytes.unwrap_or_default()));
            decoded.push('\n');
        }
    }
    texts.push(decoded.to_lowercase());
    let in_one = |text: &String| {
        TRACES
            .iter()
            .filter(|trace| text.contains(**trace))
            .map(|trace| (*trace).to_owned())
            .collect::<Vec<_>>()
    };
    texts.iter().flat_map(in_one).collect()
}

fn assert_no_trace(name: &str, text: &str) {
    let traces = traces(text);
    assert!(traces.is_empty(), "{traces:?} in {name}: {text}");
}

#[test]
fn every_encoding_of_the_secret_is_detected() {
    for spelling in encodings(CANARY) {
        assert!(!traces(&spelling).is_empty(), "{spelling}");
    }
    assert!(!traces("Kan\n  ari").is_empty(), "over two lines");
    assert!(!traces(&CANARY.chars().rev().collect::<String>()).is_empty(), "backwards");
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

#[test]
fn echoed_key_is_in_no_artefact() {
    let folder = tempfile::tempdir().unwrap();
    seed(folder.path(), &serve(|received| Some(echo(received))));
    fs::write(folder.path().join("target.main.key"), CANARY).unwrap();
    let mut run = suite(folder.path(), "report.json");
    run.args(["--report", "junit=report.xml", "--report", "human=report.txt"]);
    // Every response echoes the key: more scenarios would show nothing new.
    run.args(["--depth", "quick"]);
    let output = run.env("RUST_LOG", "trace").env("RUST_BACKTRACE", "full").output().unwrap();
    let report = Report::of(folder.path(), "report.json", &output);
    assert_eq!(report.code, Some(1), "{}", report.human);
    assert!(report.human.contains("[main key"), "what was answered is shown: {}", report.human);
    assert_no_trace("standard output and error", &report.human);
    let artefacts = artefacts(folder.path());
    for name in ["report.json", "report.xml", "report.txt", ".jsonl", "target.yaml"] {
        assert!(artefacts.iter().any(|(path, _)| path.ends_with(name)), "{name}");
    }
    assert_no_traces(artefacts);
}

/// The other commands that send requests.
#[test]
fn echoed_key_is_in_no_artefact_of_other_commands() {
    for arguments in [
        &["explore", "--steps", "60", "--save", "walk.yaml", "--report", "junit=report.xml"][..],
        &["discover", "--target-out", "found.yaml"],
        &["sweep"],
        &["plan"],
    ] {
        let folder = tempfile::tempdir().unwrap();
        let base_url = serve(|received| Some(echo(received)));
        seed(folder.path(), &base_url);
        fs::write(folder.path().join("target.main.key"), CANARY).unwrap();
        if arguments[0] == "sweep" {
            // Leaves a journal.
            let mut run = suite(folder.path(), "report.json");
            run.args(["--depth", "quick", "--only", "subscribers"]).output().unwrap();
            let journal = journals(folder.path()).pop().unwrap();
            let text = fs::read_to_string(&journal).unwrap();
            let open =
                text.lines().filter(|line| !line.contains("ended") && !line.contains("swept"));
            fs::write(journal, open.map(|line| format!("{line}\n")).collect::<String>()).unwrap();
        }
        let mut command = Command::new(binary("referral-conformance"));
        command.args(arguments).current_dir(folder.path()).env("RUST_LOG", "trace");
        if arguments[0] != "discover" {
            command.args(["--state-dir", "state"]);
        }
        match arguments[0] {
            "discover" | "sweep" => {
                command.args(["--base-url", &base_url, "--api-key-file", "target.main.key"])
            }
            _ => command.args(["--target", "target.yaml"]),
        };
        let output = command.output().unwrap();
        let text = crate::support::output_text(&output);
        assert_ne!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert_no_trace(arguments[0], &text);
        assert_no_traces(artefacts(folder.path()));
    }
}

fn journals(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.join("state")).unwrap().map(|entry| entry.unwrap().path());
    let is_journal = |path: &PathBuf| {
        path.extension().is_some_and(|kind| kind == "jsonl")
            && !path.ends_with("used-fixtures.jsonl")
    };
    entries.filter(is_journal).collect()
}

/// Searches all files at once; looks at each only if something was found.
fn assert_no_traces(artefacts: Vec<(String, String)>) {
    let together: Vec<_> = artefacts.iter().map(|(_, text)| text.as_str()).collect();
    if !traces(&together.join("\n")).is_empty() {
        for (name, text) in artefacts {
            assert_no_trace(&name, &text);
        }
        panic!("a trace over two artefacts");
    }
}

#[test]
fn key_of_an_invalid_target_is_in_no_message() {
    let folder = tempfile::tempdir().unwrap();
    seed(folder.path(), "http://127.0.0.1:1");
    // A file and a variable with a surplus line break.
    fs::write(folder.path().join("target.main.key"), format!("{CANARY}\nmore\n")).unwrap();
    let output = suite(folder.path(), "report.json").output().unwrap();
    assert_no_trace("the message about a file", &crate::support::output_text(&output));
    let mut run = suite(folder.path(), "report.json");
    let output = run
        .args(["--header", &format!("Gate=env:{}", "GATE")])
        .env("GATE", format!("{CANARY}\n"))
        .output();
    assert_no_trace("the message about a variable", &crate::support::output_text(&output.unwrap()));
}
