//! Keys are redacted in reports, in every encoding that a server may echo, and in `Debug` output.

use std::fs;
use std::time::Duration;

use referral_conformance::exchange::Request;
use referral_conformance::redact::Redactor;
use referral_conformance::run::HttpOptions;
use serde_json::json;
use spec::Method;

use crate::discover;
use crate::generated_fixtures::settings;
use crate::library::{Broken, Library};
use crate::program::{Folder, code, in_parallel, output_text, unfolded};
use crate::server::{http_response, serve, serve_responses, write};
use crate::session::{Access, Setup, answered, library, run, run_setup};

const CANARY: &str = "canary/\"7f3a\" +9";

/// Also where what a secret looks like is a part of a documented message, of a name, or of the syntax of a response.
#[test]
fn verdicts_are_the_same_with_and_without_redaction() {
    let suite = library();
    for broken in [Broken::Message, Broken::PageKey] {
        let expected = run(&suite, Library::new(broken));
        for secret in [
            "is This library card is not known?",
            r#"0,"page_info":{"page":1"#,
            "replacement_cost",
            "the fixture of a run: 7.1.",
            r#""state":"lent""#,
        ] {
            let secrets = &[secret];
            let setup = Setup { secrets, access: Access::SHARED, ..Setup::default() };
            let outcome = run_setup(&suite, Library::new(broken), &setup);
            assert_eq!(outcome.verdicts, expected.verdicts, "{broken:?} {secret}");
            assert_eq!(outcome.exit, expected.exit, "{broken:?} {secret}");
        }
    }
}

/// Over a socket, with keys of a few characters: redacted wherever they are separate words.
#[test]
fn keys_of_any_length_are_redacted_in_all_artefacts() {
    let server = serve(|received, stream| {
        let key = received.header("library-card").unwrap_or_default();
        let hex: String = key.bytes().map(|byte| format!("{byte:02x}")).collect();
        let (upper, body) = (key.to_uppercase(), &received.body);
        let echoed = format!("{key} `{key}` key={key} {upper} {hex} {body}");
        let book = json!({ "title": echoed, "uuid": key, "isbn": 1, "price": key });
        let body = json!({ "book": book, "books": [book], "loan": book, "shelf_marks": key });
        let echo = format!("x-echo: {key}\r\n");
        write(stream, &http_response(201, &echo, body.to_string().as_bytes()));
    });
    in_parallel(&["k3y", "z9", "card-9x"], |key| {
        let folder = Folder::new();
        let mut run = folder.command(&["run", "--base-url", &server.base_url(), "--alone"]);
        run.args(["--only", "get_book"]);
        run.args(["--state-dir", "state", "--report", "json=report.json"]);
        run.args(["--report", "junit=report.xml", "--report", "human=report.txt"]);
        run.args(["--report", "html=report.html", "--report", "markdown=report.md"]);
        run.args(["--report", "tap=report.tap", "--report", "github=report.github"]);
        run.args(["--report", "har=report.har", "--report", "ndjson=report.ndjson"]);
        let output = run.env("LIBRARY_API_KEY", key).output().unwrap();
        let report = output_text(&output);
        assert_eq!(code(&output), 1, "{report}");
        assert!(report.contains("warning: the key `main` is"), "{report}");
        assert!(report.contains(r#"-H "Library-Card: $LIBRARY_API_KEY""#), "{report}");
        let mut texts = vec![report];
        let endings = ["json", "xml", "txt", "html", "md", "tap", "github", "har", "ndjson"];
        let files = endings.map(|ending| format!("report.{ending}"));
        let files = files.map(|name| folder.join(&name));
        let state = fs::read_dir(folder.join("state")).unwrap();
        let state = state.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
        texts.extend(files.into_iter().chain(state).map(|path| fs::read_to_string(path).unwrap()));
        let hex: String = key.bytes().map(|byte| format!("{byte:02x}")).collect();
        for (text, form) in
            texts.iter().flat_map(|text| [*key, &hex].map(|form| (text, form.to_lowercase())))
        {
            let lower = text.to_lowercase();
            let words = lower.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
            // Run ids are random, and may contain any characters.
            let mut words = words.filter(|word| *word == form);
            assert_eq!(words.next(), None, "{form} in {text}");
        }
    });
}

/// A service that refuses every request with a message, and a folder for `discover`.
fn refusing(message: String) -> (tempfile::TempDir, String) {
    let body = json!({ "message": message }).to_string();
    let folder = tempfile::tempdir().unwrap();
    discover::files(folder.path());
    (folder, serve_responses(move |_| answered(409, body.as_str())).base_url())
}

#[test]
fn a_message_that_is_too_long_to_be_searched_is_not_shown() {
    let (folder, base_url) = refusing("a".repeat(2 << 20));
    for command in ["discover", "run"] {
        let output = discover::run_program(folder.path(), &[command, "--base-url", &base_url]);
        let text = unfolded(&output_text(&output));
        let is_replaced = text.contains("bytes, too long to be searched for keys]");
        assert!(is_replaced && !text.contains("aaaaaaaa"), "{command}: {text:.2000}");
    }
}

#[test]
fn a_drafted_target_file_contains_no_key_with_a_line_break_in_it() {
    let (folder, base_url) = refusing("card-main ".repeat(30));
    let output = discover::run_program(folder.path(), &["discover", "--base-url", &base_url]);
    let text = output_text(&output);
    assert!(text.contains("[main key]") && !text.contains("card-"), "{text}");
}

#[test]
fn debug_output_contains_no_key() {
    let request = Request {
        method: Method::Get,
        target: "/books".to_owned(),
        headers: vec![("Library-Card".to_owned(), CANARY.to_owned())],
        body: None,
    };
    let keys = [("main".to_owned(), CANARY.to_owned())].into();
    let settings = settings(keys, 1, "2026-03-04T05:06:07Z".parse().unwrap());
    let options = HttpOptions {
        base_url: "http://127.0.0.1:1".parse().unwrap(),
        timeout: Duration::from_secs(5),
        authority: None,
        headers: vec![("Gate".to_owned(), CANARY.to_owned())],
    };
    let redactor = Redactor::new([("main key", CANARY)]);
    let shown = format!("{request:#?} {settings:#?} {options:#?} {redactor:#?}");
    assert!(!shown.contains("canary") && !shown.contains("7f3a"), "{shown}");
    assert!(shown.contains("Library-Card") && shown.contains("Gate") && shown.contains("main"));
}
